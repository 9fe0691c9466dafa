package dev.umsim.sim.capture;

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
import dev.umsim.sim.capture.CapturedTransfer.Outcome;
import dev.umsim.sim.device.ReferenceDevice;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CaptureWriterTest {
  private final List<ByteArrayOutputStream> parts = new ArrayList<>();
  private final List<String> ends = new ArrayList<>();

  private OutputStream part(int number, long nanos) {
    assertThat(number).isEqualTo(parts.size());
    parts.add(new ByteArrayOutputStream());
    return parts.get(number);
  }

  private CaptureWriter writer(CaptureLimit limit) {
    return new CaptureWriter(this::part, limit, () -> 0, ends::add);
  }

  private static UsbLink reference() {
    return ReferenceDevice.builder()
        .medium(new MemoryMedium(512, 1000))
        .build()
        .attach(new ZeroTimeBus(), Speed.HIGH);
  }

  private static Transfer run(UsbLink link, Transfer transfer) {
    link.submit(transfer);
    if (!link.runUntil(() -> !transfer.submitted(), Long.MAX_VALUE)) {
      link.cancel(transfer);
      link.runUntil(() -> !transfer.submitted(), Long.MAX_VALUE);
    }
    return transfer;
  }

  private static void enumerate(UsbLink link) {
    control(link, new SetupPacket(0x80, 6, 0x0100, 0, 18));
    control(link, StandardRequest.setAddress(5));
    control(link, new SetupPacket(0x80, 6, 0x0200, 0, 32));
    control(link, StandardRequest.setConfiguration(1));
  }

  private static void control(UsbLink link, SetupPacket setup) {
    run(link, new ControlTransfer(ended -> {}).of(setup, Unpooled.buffer(64), 0));
  }

  /** Reads so many blocks in one command; what the transfers moved. */
  private static void read(UsbLink link, int blocks) {
    var wrapper = Unpooled.buffer(31).writeInt(0x55534243).writeIntLE(7);
    wrapper.writeIntLE(blocks * 512).writeByte(0x80).writeByte(0).writeByte(10);
    wrapper.writeByte(0x28).writeByte(0).writeInt(1).writeByte(0).writeShort(blocks).writeZero(7);
    run(link, new BulkTransfer(0x02, ended -> {}).of(wrapper, 0, 31));
    for (int length : new int[] {blocks * 512, 13}) {
      run(link, new BulkTransfer(0x81, ended -> {}).of(Unpooled.buffer(length), 0, length));
    }
  }

  private static List<CapturedTransfer> transfers(ByteArrayOutputStream part) throws IOException {
    var transfers = new ArrayList<CapturedTransfer>();
    try (var capture = Capture.open(new ByteArrayInputStream(part.toByteArray()))) {
      for (var each = capture.next(); each.isPresent(); each = capture.next()) {
        transfers.add(each.get());
      }
      assertThat(capture.notes()).isEmpty();
    }
    return transfers;
  }

  @Test
  void what_went_over_the_link_is_read_back() throws IOException {
    var writer = writer(CaptureLimit.NONE);
    var link = writer.capture(reference());
    enumerate(link);
    var waiting = run(link, new BulkTransfer(0x81, ended -> {}).of(Unpooled.buffer(9), 0, 9));
    assertThat(waiting.status()).isEqualTo(Transfer.Status.CANCELLED);
    var wrapper = Unpooled.wrappedBuffer(new byte[31]);
    run(link, new BulkTransfer(0x02, ended -> {}).of(wrapper, 0, 31));
    var strings = new ControlTransfer(ended -> {});
    var setup = StandardRequest.getDescriptor(3, 2, 0x409, 255);
    run(link, strings.of(setup, Unpooled.buffer(255), 0));
    // All is in the file before it is closed.
    var transfers = transfers(parts.get(0));
    assertThat(transfers).hasSize(7);
    assertThat(transfers.stream().map(each -> each.device().toString()))
        .containsExactly("1.0", "1.0", "1.5", "1.5", "1.5", "1.5", "1.5");
    assertThat(transfers.get(1).setup()).contains(StandardRequest.setAddress(5));
    assertThat(transfers.get(4).outcome()).isEqualTo(Outcome.CANCELLED);
    assertThat(transfers.get(4).requestedBytes()).isEqualTo(9);
    assertThat(transfers.get(5).data()).containsExactly(new byte[31]);
    var last = transfers.get(6);
    assertThat(last.setup()).contains(setup);
    assertThat(last.data())
        .hasSize(strings.movedBytes())
        .isEqualTo(ByteBufUtil.getBytes(strings.buffer(), 0, strings.movedBytes()));
    writer.close();
    assertThat(ends).isEmpty();
  }

  @Test
  void a_link_is_a_bus_and_begins_where_the_one_before_ended() throws IOException {
    try (var writer = writer(CaptureLimit.NONE)) {
      for (int i = 0; i < 3; i++) {
        try (var link = writer.capture(reference())) {
          enumerate(link);
        }
      }
    }
    assertThat(transfers(parts.get(0)).stream().map(each -> each.device().toString()).distinct())
        .containsExactly("1.0", "1.5", "2.0", "2.5", "3.0", "3.5");
  }

  @Test
  void a_full_capture_ends_and_the_work_goes_on() throws IOException {
    try (var writer = writer(new CaptureLimit(CaptureLimit.PART_BYTES_MIN, false))) {
      var link = writer.capture(reference());
      enumerate(link);
      for (int i = 0; i < 10; i++) {
        read(link, 60);
      }
    }
    assertThat(parts).hasSize(1);
    assertThat(parts.get(0).size()).isLessThanOrEqualTo((int) CaptureLimit.PART_BYTES_MIN);
    assertThat(ends).containsExactly("the capture has its full size; what follows is not in it");
    assertThat(transfers(parts.get(0))).hasSizeGreaterThan(4 + 3);
  }

  @Test
  void each_file_of_several_says_what_the_device_is() throws IOException {
    try (var writer = writer(new CaptureLimit(CaptureLimit.PART_BYTES_MIN, true))) {
      var link = writer.capture(reference());
      enumerate(link);
      for (int i = 0; i < 10; i++) {
        read(link, 60);
      }
    }
    assertThat(parts).hasSizeGreaterThan(4);
    assertThat(ends).isEmpty();
    int wrappers = 0;
    for (var part : parts) {
      assertThat(part.size()).isLessThanOrEqualTo((int) CaptureLimit.PART_BYTES_MIN);
      var transfers = transfers(part);
      assertThat(transfers.stream().flatMap(each -> each.setup().stream()))
          .contains(new SetupPacket(0x80, 6, 0x0200, 0, 32));
      wrappers += (int) transfers.stream().filter(CommandAssembler::isWrapper).count();
    }
    assertThat(wrappers).isEqualTo(10);
  }

  @Test
  void a_disk_that_is_full_ends_the_capture_alone() throws IOException {
    CaptureOutput full =
        (number, nanos) ->
            new OutputStream() {
              @Override
              public void write(int value) throws IOException {
                throw new IOException("No space left on device");
              }
            };
    try (var writer = new CaptureWriter(full, CaptureLimit.NONE, () -> 0, ends::add)) {
      var link = writer.capture(reference());
      enumerate(link);
      read(link, 1);
      assertThat(writer.failure()).isPresent();
    }
    assertThat(ends).containsExactly("the capture ends here: No space left on device");
  }

  @Test
  void a_capture_of_nothing_is_a_capture() throws IOException {
    writer(CaptureLimit.NONE).close();
    assertThat(Capture.isCapture(parts.get(0).toByteArray())).isTrue();
    assertThat(transfers(parts.get(0))).isEmpty();
  }
}
