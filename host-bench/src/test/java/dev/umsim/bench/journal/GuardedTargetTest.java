package dev.umsim.bench.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.copy.LyingMedium;
import dev.umsim.bench.copy.MediumTarget;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.RefusedTransferException;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes through to a guarded device, and what its image holds afterwards. */
class GuardedTargetTest {
  private static final int BLOCK = 512;
  private static final int BLOCKS = 2048;

  @TempDir Path folder;
  private Path image;
  private byte[] before;
  private final List<String> asked = new ArrayList<>();
  private final StopRequest stop = new StopRequest(() -> {});

  /** Some targets are left as by a program that was killed. */
  @AfterEach
  void nothingIsLeftToWaitFor() {
    stop.close();
  }

  @BeforeEach
  void image() throws IOException {
    before = new byte[BLOCKS * BLOCK];
    new Random(1).nextBytes(before);
    image = Files.write(folder.resolve("disk.img"), before);
  }

  private Target device() throws IOException {
    return device("");
  }

  private Target device(String settings) throws IOException {
    return Targets.open(
        TargetNotation.parse("sim:reference?image=" + image + settings), Writes.IN_PLACE);
  }

  private Path journal() {
    return folder.resolve("a.journal");
  }

  private GuardedTarget writable(Target device) throws HostException {
    return GuardedTarget.writable(
        device,
        stop,
        TargetNotation.parse("sim:reference"),
        List.of(),
        Optional.of(journal()),
        asked::add,
        path -> asked.add("begun"));
  }

  private static Disk disk(UsbLink link) throws HostException {
    var device = Enumeration.enumerate(link, OptionalInt.empty());
    return Disk.open(new BulkOnlyHost(link, device), 0);
  }

  private static void write(Disk disk, long block, int count) throws HostException {
    disk.write(block, count, Unpooled.wrappedBuffer(new byte[count * BLOCK]), 0, false);
  }

  private void expectUnchanged() throws IOException {
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
    assertThat(journal()).doesNotExist();
  }

  @Test
  void isOnlyReadUnlessThatWasAllowed() throws Exception {
    try (var target = GuardedTarget.readOnly(device(), stop);
        var link = target.attach(Speed.HIGH)) {
      assertThat(target.onlyRead()).isTrue();
      var disk = disk(link);
      var data = Unpooled.buffer(BLOCK);
      disk.read(5, 1, data, 0);
      assertThat(data.getByte(0)).isEqualTo(before[5 * BLOCK]);
      assertThatThrownBy(() -> write(disk, 5, 1))
          .isInstanceOf(RefusedTransferException.class)
          .hasMessage("it would write to the device, which is only read");
      // Nothing was begun by it.
      disk.read(6, 1, data, 0);
    }
    expectUnchanged();
  }

  @Test
  void whatWasWrittenIsPutBack() throws Exception {
    try (var target = writable(device());
        var link = target.attach(Speed.HIGH)) {
      var disk = disk(link);
      write(disk, 10, 100);
      write(disk, 50, 300);
      write(disk, BLOCKS - 1, 1);
      assertThat(Files.readAllBytes(image)).isNotEqualTo(before);
      assertThat(asked).hasSize(2).last().isEqualTo("begun");
    }
    expectUnchanged();
  }

  /** The second write to the block, which puts it back, is not what is then read there. */
  @Test
  void theJournalIsKeptWhereTheDeviceDoesNotKeepWhatIsPutBack() throws Exception {
    var lying = new LyingMedium(new MemoryMedium(BLOCK, BLOCKS), 10 * BLOCK, 0, 2);
    var target = writable(new MediumTarget(lying, null));
    try (var link = target.attach(Speed.HIGH)) {
      write(disk(link), 10, 1);
    }
    assertThatThrownBy(target::close)
        .isInstanceOf(NotPutBackException.class)
        .hasMessageContaining("block 10 on is not what is read there")
        .hasMessageContaining("ums restore " + journal());
    assertThat(journal()).exists();
  }

  @Test
  void theDeviceIsNamedBeforeItIsWritten() throws Exception {
    try (var target = writable(device("&serial=00000000000A"))) {
      assertThat(target.onlyRead()).isFalse();
    }
    assertThat(asked)
        .singleElement()
        .asString()
        .contains("sim:reference, device ", "serial 00000000000A", "2,048 blocks of 512 bytes");
    expectUnchanged();
  }

  @Test
  void whatIsSavedBeforeATimeIsTakenIsNotReadAgain() throws Exception {
    try (var target = writable(device());
        var link = target.attach(Speed.HIGH)) {
      var disk = disk(link);
      target.beforeWriting(disk, 100, 1000);
      long size = Files.size(journal());
      assertThat(size).isGreaterThan(1000 * BLOCK);
      write(disk, 100, 64);
      write(disk, 1036, 64);
      assertThat(Files.size(journal())).isEqualTo(size);
    }
    expectUnchanged();
  }

  @Test
  void allFormsOfWritesArePutBack() throws Exception {
    try (var target = writable(device());
        var link = target.attach(Speed.HIGH)) {
      var host = disk(link).host();
      var data = Unpooled.wrappedBuffer(new byte[4 * BLOCK]);
      for (var cdb :
          List.of(
              Cdb.of(0x0a, 0, 0, 1, 4, 0),
              Cdb.of(0x2a, 0, 0, 0, 0, 10, 0, 0, 4, 0),
              Cdb.of(0xaa, 0, 0, 0, 0, 20, 0, 0, 0, 4, 0, 0),
              Cdb.of(0x8a, 0, 0, 0, 0, 0, 0, 0, 0, 30, 0, 0, 0, 4, 0, 0),
              Cdb.of(0x2e, 0, 0, 0, 0, 40, 0, 0, 4, 0))) {
        host.execute(0, cdb, Direction.OUT, data, 0, 4 * BLOCK);
      }
      host.execute(0, Cdb.of(0x41, 0, 0, 0, 0, 50, 0, 0, 4, 0), Direction.OUT, data, 0, BLOCK);
      var now = Files.readAllBytes(image);
      for (int block : new int[] {1, 10, 20, 30, 40, 50}) {
        assertThat(now[block * BLOCK]).isZero();
      }
    }
    expectUnchanged();
  }

  @Test
  void whatCouldNotBePutBackIsNeverSent() throws Exception {
    try (var target = writable(device());
        var link = target.attach(Speed.HIGH)) {
      var host = disk(link).host();
      assertThatThrownBy(() -> host.execute(0, Cdb.of(0x04, 0, 0, 0, 0, 0)))
          .isInstanceOf(RefusedTransferException.class)
          .hasMessageContaining("command 04 may change the device");
      var vendor = new ControlTransfer(ended -> {}).of(new SetupPacket(0x40, 1, 0, 0, 0));
      assertThatThrownBy(() -> link.submit(vendor)).isInstanceOf(RefusedTransferException.class);
    }
    expectUnchanged();
  }

  @Test
  void aJournalThatWasLeftIsPutBackLater() throws Exception {
    try (var device = device()) {
      leaveBehind(device);
      assertThat(Restoration.target(journal()).text()).isEqualTo("sim:reference");
      assertThat(Restoration.run(journal(), device, Permission.GIVEN)).isEqualTo(100);
    }
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
  }

  /** Writes, and is not closed, as a program that was killed. */
  private void leaveBehind(Target device) throws Exception {
    var link = writable(device).attach(Speed.HIGH);
    write(disk(link), 10, 100);
    link.close();
    assertThat(Files.readAllBytes(image)).isNotEqualTo(before);
  }

  @Test
  void anotherDeviceIsNotWritten() throws Exception {
    try (var device = device()) {
      leaveBehind(device);
    }
    var other = Files.write(folder.resolve("other.img"), before);
    for (var notation :
        List.of(
            "sim:reference?serial=00000000000B&image=" + other,
            "sim:reference?product=Other&image=" + other)) {
      try (var another = Targets.open(TargetNotation.parse(notation), Writes.IN_PLACE)) {
        assertThatThrownBy(() -> Restoration.run(journal(), another, Permission.GIVEN))
            .isInstanceOf(WrongDeviceException.class)
            .hasMessageContaining("nothing was written to it");
      }
    }
    Files.write(other, new byte[BLOCK], StandardOpenOption.APPEND);
    try (var larger =
        Targets.open(TargetNotation.parse("sim:reference?image=" + other), Writes.IN_PLACE)) {
      assertThatThrownBy(() -> Restoration.run(journal(), larger, Permission.GIVEN))
          .isInstanceOf(WrongDeviceException.class)
          .hasMessageContaining("2048 blocks of 512 bytes in LUN 0");
    }
    assertThat(Files.readAllBytes(other)).startsWith(before);
  }

  @Test
  void damageIsToldAfterWhatStandsBeforeItIsPutBack() throws Exception {
    try (var device = device()) {
      leaveBehind(device);
      var bytes = Files.readAllBytes(journal());
      var more = Arrays.copyOf(bytes, bytes.length + 100);
      more[bytes.length + 1] = 0x7f;
      Files.write(journal(), more);
      assertThatThrownBy(() -> Restoration.run(journal(), device, Permission.GIVEN))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is damaged: 100 blocks were put back");
    }
    assertThat(Files.readAllBytes(image)).isEqualTo(before);
  }

  /** What a journal of this program never has: each is refused before anything is written. */
  @Test
  void aJournalThatWasMadeUpIsNotPutBack() throws Exception {
    try (var device = device()) {
      leaveBehind(device);
      var left = Files.readAllBytes(image);
      JournalRecord.OfDevice first;
      JournalRecord.OfUnit unit;
      JournalRecord.OfBlocks good;
      try (var reader = JournalReader.open(journal())) {
        first = reader.device();
        unit = (JournalRecord.OfUnit) reader.next();
        good = (JournalRecord.OfBlocks) reader.next();
      }
      var half = new JournalRecord.OfBlocks(0, 0, new byte[BLOCK / 2]);
      var oneAndAHalf = new JournalRecord.OfBlocks(0, 0, new byte[BLOCK * 3 / 2]);
      var nothing = new JournalRecord.OfBlocks(0, 0, new byte[0]);
      var behind =
          new JournalRecord.OfBlocks(0, unit.capacity().blockCount() - 1, new byte[2 * BLOCK]);
      var before = new JournalRecord.OfBlocks(0, -1, new byte[BLOCK]);
      var other = new JournalRecord.OfBlocks(1, 0, new byte[BLOCK]);
      var cases =
          Map.of(
              "a second device", List.of(unit, good, first),
              "blocks of unit 0 before the unit itself", List.of(good, unit),
              "unit 0 twice", List.of(unit, good, unit),
              "blocks of unit 1 before the unit itself", List.of(unit, good, other));
      for (var each : cases.entrySet()) {
        assertMadeUp(device, first, each.getValue(), each.getKey(), left);
      }
      for (var part : List.of(half, oneAndAHalf, nothing)) {
        assertMadeUp(device, first, List.of(unit, good, part), "a part of a block", left);
      }
      for (var far : List.of(behind, before)) {
        assertMadeUp(device, first, List.of(unit, good, far), "does not have", left);
      }
    }
  }

  private void assertMadeUp(
      Target device,
      JournalRecord.OfDevice first,
      List<? extends JournalRecord> records,
      String what,
      byte[] left)
      throws IOException {
    var made = folder.resolve("made-up.journal");
    Files.deleteIfExists(made);
    try (var writer = JournalWriter.create(made)) {
      writer.add(first);
      for (var record : records) {
        writer.add(record);
      }
    }
    assertThatThrownBy(
            () ->
                Restoration.run(
                    made,
                    device,
                    name -> {
                      throw new AssertionError("nobody is asked");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(what)
        .hasMessageContaining("nothing was written");
    assertThat(Files.readAllBytes(image)).isEqualTo(left);
  }
}
