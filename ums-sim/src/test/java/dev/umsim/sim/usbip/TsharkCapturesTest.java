package dev.umsim.sim.usbip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.capture.CaptureLimit;
import dev.umsim.sim.capture.CaptureWriter;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.medium.FaultyMedium;
import dev.umsim.sim.usbip.CapturedSession.Frames;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Wireshark's dissectors read in captures that the program writes itself: the same of every
 * command as in a USB/IP session, which others take down.
 */
class TsharkCapturesTest {
  @TempDir Path folder;

  @Test
  void readsTheCommandsOfADisk() throws IOException {
    read("tshark-disk.txt", TsharkCommandsTest.device(new MemoryMedium(512, 4096), false));
  }

  @Test
  void readsTheCommandsOfACdDrive() throws IOException {
    read("tshark-cd-rom.txt", TsharkCommandsTest.device(new MemoryMedium(512, 4096), false));
  }

  @Test
  void readsWhatIsRefused() throws IOException {
    var faulty = new FaultyMedium(new MemoryMedium(512, 4096));
    faulty.failReads(9);
    read("tshark-sense.txt", TsharkCommandsTest.device(faulty, true));
  }

  private void read(String resource, ReferenceDevice device) throws IOException {
    var table = TsharkTable.of(resource);
    var file = folder.resolve("capture.pcapng");
    var sent = new ArrayList<Frames>();
    try (var writer =
        new CaptureWriter(
            (number, nanos) -> Files.newOutputStream(file),
            CaptureLimit.NONE,
            () -> 0,
            why -> {})) {
      try (var link = writer.capture(device.attach(new ZeroTimeBus(), Speed.HIGH))) {
        var session = new Session(link);
        for (var row : table.rows()) {
          sent.add(session.send(row.lun(), row.cdb(), row.room(), row.sent()));
        }
      }
    }
    var names = table.fieldNames();
    names.addAll(TsharkCommandsTest.STATUS);
    names.addAll(List.of("usbms.dCBWTag", "usbms.dCBWDataTransferLength", "usbms.dCBWLUN"));
    names.add("usbms.dCBWCBLength");
    var reading = TsharkReading.of(file, names);
    var judged = new TreeSet<Integer>();
    for (int i = 0; i < sent.size(); i++) {
      var row = table.rows().get(i);
      var frames = sent.get(i);
      judged.add(frames.data());
      TsharkCommandsTest.assertRead(row, frames, reading, table.fieldNames());
      assertThat(reading.field(frames.command(), "usbms.dCBWTag"))
          .isEqualTo(String.format("0x%08x", i + 1));
      assertThat(reading.field(frames.command(), "usbms.dCBWDataTransferLength"))
          .isEqualTo(Integer.toString(row.room() + row.sent().length));
      assertThat(reading.field(frames.command(), "usbms.dCBWLUN"))
          .isEqualTo(String.format("0x%02x", row.lun()));
      assertThat(reading.field(frames.command(), "usbms.dCBWCBLength"))
          .isEqualTo(String.format("0x%02x", row.cdb().length));
    }
    assertThat(IntStream.rangeClosed(1, reading.frameCount()))
        .filteredOn(frame -> !judged.contains(frame))
        .allSatisfy(
            frame -> {
              assertThat(reading.complaints(frame)).isEmpty();
              assertThat(reading.malformed(frame)).isFalse();
            });
  }

  /** A host that counts the records of what it does: two for each transfer. */
  private static final class Session {
    private static final int STATUS_BYTES = 13;
    private final UsbLink link;
    private int records;
    private int number;

    Session(UsbLink link) {
      this.link = link;
      control(new SetupPacket(0x80, 6, 0x0100, 0, 18));
      control(StandardRequest.setAddress(5));
      control(new SetupPacket(0x80, 6, 0x0100, 0, 18));
      control(new SetupPacket(0x80, 6, 0x0200, 0, 32));
      control(StandardRequest.setConfiguration(1));
    }

    Frames send(int lun, byte[] cdb, int room, byte[] sent) {
      var wrapper = Unpooled.buffer(31).writeInt(0x55534243).writeIntLE(++number);
      wrapper.writeIntLE(room + sent.length).writeByte(room > 0 ? 0x80 : 0).writeByte(lun);
      wrapper.writeByte(cdb.length).writeBytes(cdb).writeZero(16 - cdb.length);
      run(new BulkTransfer(0x02, ended -> {}).of(wrapper, 0, 31));
      int command = records - 1;
      int data = 0;
      if (room > 0) {
        data = records + 2;
        in(room);
      } else if (sent.length > 0) {
        data = records + 1;
        run(new BulkTransfer(0x02, ended -> {}).of(Unpooled.wrappedBuffer(sent), 0, sent.length));
      }
      if (!in(STATUS_BYTES)) {
        in(STATUS_BYTES);
      }
      return new Frames(command, data, records);
    }

    private boolean in(int room) {
      var transfer = new BulkTransfer(0x81, ended -> {}).of(Unpooled.buffer(room), 0, room);
      run(transfer);
      if (transfer.status() == Transfer.Status.STALL) {
        control(StandardRequest.clearHalt(0x81));
        return false;
      }
      return true;
    }

    private void control(SetupPacket setup) {
      run(new ControlTransfer(ended -> {}).of(setup, Unpooled.buffer(setup.length() + 1), 0));
    }

    private void run(Transfer transfer) {
      link.submit(transfer);
      assertThat(link.runUntil(() -> !transfer.submitted(), Long.MAX_VALUE)).isTrue();
      records += 2;
    }
  }
}
