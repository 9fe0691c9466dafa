package dev.umsim.sim.usbip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.Medium;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.scsi.DeviceType;
import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.core.scsi.Operation;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.medium.FaultyMedium;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;
import dev.umsim.sim.usbip.CapturedSession.Frames;
import dev.umsim.sim.usbip.TsharkTable.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command of a disk and of a CD drive, its reply and its status, as Wireshark's dissectors of
 * USB Mass Storage and SCSI read them from a USB/IP session.
 */
class TsharkCommandsTest {
  /** The command status wrapper's status and residue, and the status that the dissector derives. */
  static final List<String> STATUS =
      List.of("usbms.dCSWStatus", "usbms.dCSWDataResidue", "scsi.status");

  /** What tshark repeats with the data of every command, whether it reads the data or not. */
  private static final Set<String> OF_EVERY_FRAME =
      Set.of("scsi_sbc.opcode", "scsi_mmc.opcode", "scsi.lun", "scsi.inquiry.devtype");

  @TempDir Path folder;

  /** The device of which the tables tell. */
  static ReferenceDevice device(Medium disk, boolean powerOnAttention) {
    var protectedDisk = new FilledMedium(Fill.parse("zero"), FilledMedium.Writes.REFUSED, 4096, 64);
    return ReferenceDevice.builder()
        .disk(MediumSlot.removable(disk))
        .cdRom(MediumSlot.removable(new MemoryMedium(2048, 1_000)))
        .cdRom(MediumSlot.removable(new MemoryMedium(2048, 1_000_000)))
        .medium(protectedDisk)
        .disk(MediumSlot.removable())
        .powerOnAttention(powerOnAttention)
        .build();
  }

  @TestFactory
  Stream<DynamicTest> readsTheCommandsOfADisk() throws IOException {
    return read("tshark-disk.txt", device(new MemoryMedium(512, 4096), false));
  }

  @TestFactory
  Stream<DynamicTest> readsTheCommandsOfACdDrive() throws IOException {
    return read("tshark-cd-rom.txt", device(new MemoryMedium(512, 4096), false));
  }

  @TestFactory
  Stream<DynamicTest> readsWhatIsRefused() throws IOException {
    var faulty = new FaultyMedium(new MemoryMedium(512, 4096));
    faulty.failReads(9);
    return read("tshark-sense.txt", device(faulty, true));
  }

  @Test
  void leavesOutNoCommandThatUnitsKnow() {
    assertThat(TsharkTable.of("tshark-disk.txt").goodOperationCodes(0))
        .isEqualTo(operationCodes(DeviceType.DISK));
    var cdRom = operationCodes(DeviceType.CD_ROM);
    // Of a CD there is no DVD structure; the DVD in LUN 2 has one.
    cdRom.remove(0xad);
    assertThat(TsharkTable.of("tshark-cd-rom.txt").goodOperationCodes(1)).isEqualTo(cdRom);
    assertThat(TsharkTable.of("tshark-cd-rom.txt").goodOperationCodes(2)).contains(0xad);
  }

  private static TreeSet<Integer> operationCodes(DeviceType type) {
    var codes = new TreeSet<Integer>();
    Operation.ofType(type).forEach(operation -> codes.add(operation.code()));
    return codes;
  }

  /** A test for each row, and one for the frames against which no row expects anything. */
  private Stream<DynamicTest> read(String resource, ReferenceDevice device) throws IOException {
    var table = TsharkTable.of(resource);
    var file = folder.resolve("session.pcap");
    var sent = new ArrayList<Frames>();
    try (var session = new CapturedSession(device)) {
      for (var row : table.rows()) {
        sent.add(session.send(row.lun(), row.cdb(), row.room(), row.sent()));
      }
      session.write(file);
    }
    var names = table.fieldNames();
    names.addAll(STATUS);
    var reading = TsharkReading.of(file, names);
    var tests = new ArrayList<DynamicTest>();
    var judged = new TreeSet<Integer>();
    for (int i = 0; i < sent.size(); i++) {
      var row = table.rows().get(i);
      var frames = sent.get(i);
      judged.add(frames.data());
      tests.add(
          DynamicTest.dynamicTest(
              row.toString(), () -> assertRead(row, frames, reading, table.fieldNames())));
    }
    tests.add(
        DynamicTest.dynamicTest(
            "nothing is wrong with the other frames",
            () ->
                assertThat(IntStream.rangeClosed(1, reading.frameCount()))
                    .filteredOn(frame -> !judged.contains(frame))
                    .allSatisfy(
                        frame -> {
                          assertThat(reading.complaints(frame)).isEmpty();
                          assertThat(reading.malformed(frame)).isFalse();
                        })));
    return tests.stream();
  }

  static void assertRead(Row row, Frames frames, TsharkReading reading, Set<String> allFields) {
    var softly = new SoftAssertions();
    softly
        .assertThat(reading.title(frames.command()).replaceFirst("^SCSI: ", ""))
        .isEqualTo(row.title());
    assertFields(softly, row.command(), frames.command(), reading);
    if (row.movesData()) {
      assertFields(softly, row.data(), frames.data(), reading);
      softly.assertThat(reading.complaints(frames.data())).isEqualTo(row.complaint());
      softly
          .assertThat(reading.malformed(frames.data()))
          .isEqualTo(row.complaint().startsWith("Malformed Packet"));
      softly
          .assertThat(row.dataUnread() || !row.data().isEmpty() || !row.good())
          .as("the row says what is read in the data")
          .isTrue();
    }
    if (row.dataUnread()) {
      softly.assertThat(reading.title(frames.data())).startsWith("SCSI: Data ");
      softly
          .assertThat(allFields)
          .filteredOn(name -> !OF_EVERY_FRAME.contains(name))
          .allSatisfy(name -> assertThat(reading.field(frames.data(), name)).as(name).isEmpty());
    }
    softly
        .assertThat(STATUS.stream().map(name -> reading.field(frames.status(), name)))
        .containsExactlyElementsOf(row.status());
    softly.assertAll();
  }

  private static void assertFields(
      SoftAssertions softly, Map<String, String> expected, int frame, TsharkReading reading) {
    expected.forEach(
        (name, value) -> softly.assertThat(reading.field(frame, name)).as(name).isEqualTo(value));
  }
}
