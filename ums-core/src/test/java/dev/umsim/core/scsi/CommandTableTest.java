package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.CommandHost;
import dev.umsim.core.testing.CommandRow;
import dev.umsim.core.testing.Hex;
import dev.umsim.core.testing.ScriptedMedium;
import dev.umsim.core.testing.Table;
import dev.umsim.core.testing.TestDevice;
import dev.umsim.core.testing.Units;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command, as the tables beside this class have it. */
class CommandTableTest {
  private final Units units = new Units();
  private final TestDevice device = units.device();
  private final CommandHost host = device.host();

  @AfterEach
  void close() {
    device.close();
  }

  static List<Table.Row> commands() {
    return Table.read(CommandTableTest.class, "commands.txt");
  }

  static List<Table.Row> replies() {
    return Table.read(CommandTableTest.class, "replies.txt");
  }

  static List<Table.Row> masks() {
    return Table.read(CommandTableTest.class, "masks.txt");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void singleCommand(Table.Row row) {
    int lun = Integer.parseInt(row.cell(0));
    var data = CommandRow.read(row.cell(2));
    var outcome = data.run(host, lun, Hex.bytes(row.cell(1)));
    int status = Integer.parseInt(row.cell(3), 16);
    assertThat(outcome.status()).as(row.toString()).isEqualTo(status);
    var reply = reply(row.cell(4));
    if (data.way().equals("out")) {
      assertThat(outcome.movedBytes()).isEqualTo(data.bytes());
    } else {
      assertThat(outcome.hex()).isEqualTo(Hex.text(reply));
      assertThat(outcome.stalled()).isEqualTo(reply.length < data.bytes());
    }
    if (status != 2) {
      int processed = data.way().equals("out") && status == 0 ? data.bytes() : reply.length;
      assertThat(outcome.residue()).isEqualTo(data.bytes() - processed);
    } else {
      host.raw().resetRecovery();
    }
    var sense = host.sense(lun);
    assertThat(CommandHost.code(sense)).isEqualTo(row.cell(5));
    assertThat(Hex.text(Arrays.copyOfRange(sense, 15, 18))).isEqualToIgnoringCase(row.cell(6));
    assertThat(Hex.text(Arrays.copyOf(sense, 2))).as("no block is concerned").isEqualTo("70 00");
    assertThat(sense[7]).isEqualTo((byte) 0x0a);
  }

  private static byte[] reply(String cell) {
    if (cell.startsWith("blocks ")) {
      var words = cell.split(" ");
      return ScriptedMedium.patterns(512, Integer.parseInt(words[1]), Integer.parseInt(words[2]));
    }
    return Hex.bytes(cell);
  }

  @ParameterizedTest
  @MethodSource("replies")
  void replyAtEveryAllocationLength(Table.Row row) {
    int lun = Integer.parseInt(row.cell(0));
    var reply = Hex.bytes(row.cell(2));
    int most = row.cell(1).contains("nn nn") ? 300 : 255;
    for (int allocated = 0; allocated <= most; allocated++) {
      var cdb = cdb(row.cell(1), allocated);
      var expected = Hex.text(Arrays.copyOf(reply, Math.min(reply.length, allocated)));
      int length = Math.min(reply.length, allocated);
      // A host that expects exactly what it allocates, and one that expects much.
      var exact = host.in(lun, cdb, allocated);
      assertThat(exact.hex()).as("%s of %d", row, allocated).isEqualTo(expected);
      assertThat(exact.status()).isZero();
      assertThat(exact.residue()).isEqualTo(allocated - length);
      assertThat(exact.stalled()).isEqualTo(length < allocated);
      var ample = host.in(lun, cdb, 512);
      assertThat(ample.hex()).isEqualTo(expected);
      assertThat(ample.status()).isZero();
      assertThat(ample.residue()).isEqualTo(512 - length);
      assertThat(ample.stalled()).isTrue();
    }
  }

  /** Asking for less by dCBWDataTransferLength is no error: the shortest of the three counts. */
  @ParameterizedTest
  @MethodSource("replies")
  void replyToAHostThatWantsLessThanItAllocates(Table.Row row) {
    int lun = Integer.parseInt(row.cell(0));
    var reply = Hex.bytes(row.cell(2));
    var cdb = cdb(row.cell(1), 255);
    for (int wanted = 1; wanted <= reply.length; wanted++) {
      var outcome = host.in(lun, cdb, wanted);
      assertThat(outcome.hex()).isEqualTo(Hex.text(Arrays.copyOf(reply, wanted)));
      assertThat(outcome.status()).as("%s, wanted %d", row, wanted).isZero();
      assertThat(outcome.residue()).isZero();
      assertThat(outcome.stalled()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("replies")
  void replyToALargeAllocation(Table.Row row) {
    int width = row.cell(1).split("nn", -1).length - 1;
    for (int allocated : width == 1 ? new int[] {255} : new int[] {511, 512, 65_535}) {
      var outcome = host.in(Integer.parseInt(row.cell(0)), cdb(row.cell(1), allocated), 65_536);
      assertThat(outcome.hex()).isEqualTo(Hex.text(Hex.bytes(row.cell(2))));
    }
    if (width == 4) {
      var cdb = cdb(row.cell(1), -1);
      var outcome = host.in(Integer.parseInt(row.cell(0)), cdb, 65_536);
      assertThat(outcome.hex()).isEqualTo(Hex.text(Hex.bytes(row.cell(2))));
      assertThat(outcome.status()).isZero();
    }
  }

  private static byte[] cdb(String pattern, int allocated) {
    var bytes = Hex.bytes(pattern.replace("nn", "00"));
    var words = pattern.split(" ");
    int value = allocated;
    for (int at = words.length - 1; at >= 0; at--) {
      if (words[at].equals("nn")) {
        bytes[at] = (byte) value;
        value >>= 8;
      }
    }
    return bytes;
  }

  // Bits of the CDB.

  @ParameterizedTest
  @MethodSource("masks")
  void reservedBitsAreRefusedAndPointedAt(Table.Row row) {
    var mask = Hex.bytes(row.cell(0));
    boolean protect = row.cell(1).equals("protect");
    int checked = 0;
    for (int at = 1; at < mask.length - 1; at++) {
      for (int bit = 0; bit < 8; bit++) {
        boolean oldLun = at == 1 && bit >= 5;
        if ((mask[at] >> bit & 1) == 0 && !oldLun) {
          assertRefused(row, at, 1 << bit, PointedBit.of(mask[0] & 0xff, at, bit));
          checked++;
        }
      }
    }
    if (row.cell(1).equals("format")) {
      for (int field = 1; field <= 3; field++) {
        assertRefused(row, 1, field << 6, 7);
      }
    } else if (protect) {
      // A field of several bits is pointed at by its highest one, whichever of them is set.
      for (int field = 1; field <= 7; field++) {
        assertRefused(row, 1, field << 5, 7);
      }
    } else {
      for (int field = 1; field <= 7; field++) {
        assertAccepted(row, 1, field << 5);
      }
    }
    // READ (6) and WRITE (6) have no bit to spare.
    assertThat(checked).isGreaterThan(mask.length == 6 && (mask[0] & 0xfd) == 8 ? -1 : 0);
  }

  @ParameterizedTest
  @MethodSource("masks")
  void controlByteIsIgnoredButForNaca(Table.Row row) {
    int last = Hex.bytes(row.cell(0)).length - 1;
    for (int bit : new int[] {0, 1, 3, 4, 5, 6, 7}) {
      assertAccepted(row, last, 1 << bit);
    }
    assertRefused(row, last, 0x04, 2);
    assertRefused(row, last, 0xff, 2);
  }

  private static int lun(Table.Row row) {
    return Integer.parseInt(row.cell(4));
  }

  private void assertRefused(Table.Row row, int at, int bits, int pointedAt) {
    var cdb = Hex.bytes(row.cell(2));
    cdb[at] |= (byte) bits;
    var data = CommandRow.read(row.cell(3));
    var before = units.disk.content().clone();
    var outcome = data.run(host, lun(row), cdb);
    assertThat(outcome.status()).as("%s", Hex.text(cdb)).isEqualTo(1);
    assertThat(outcome.residue()).isEqualTo(data.bytes());
    assertThat(units.disk.content()).isEqualTo(before);
    var sense = host.sense(lun(row));
    assertThat(CommandHost.code(sense)).isEqualTo("05/24/00");
    assertThat(Hex.text(Arrays.copyOfRange(sense, 15, 18)))
        .as("%s", Hex.text(cdb))
        .isEqualTo(String.format("%02x 00 %02x", 0xc8 | pointedAt, at));
  }

  private void assertAccepted(Table.Row row, int at, int bits) {
    var cdb = Hex.bytes(row.cell(2));
    var data = CommandRow.read(row.cell(3));
    var good = data.run(host, lun(row), cdb);
    cdb[at] |= (byte) bits;
    var outcome = data.run(host, lun(row), cdb);
    assertThat(outcome.status()).as("%s", Hex.text(cdb)).isZero();
    assertThat(outcome.hex()).isEqualTo(good.hex());
  }

  /** All operation codes of the whole byte: those of the table are known, and no others. */
  @Test
  void unknownOperationCodes() {
    var known = masks().stream().map(row -> row.cell(0).substring(0, 2)).toList();
    for (int code = 0; code <= 0xff; code++) {
      // On a fixed disk 1E is as good as unknown.
      if (known.contains(String.format("%02X", code))) {
        continue;
      }
      var cdb = new byte[16];
      cdb[0] = (byte) code;
      for (var data :
          List.of("none", "in 1", "in 512", "in 700", "out 1", "out 512", "out 65536")) {
        var row = CommandRow.read(data);
        var outcome = row.run(host, 0, cdb);
        assertThat(outcome.status()).as("%02x %s", code, data).isEqualTo(1);
        assertThat(outcome.residue()).isEqualTo(row.bytes());
        assertThat(outcome.stalled()).isEqualTo(row.way().equals("in"));
        assertThat(host.senseCode(0)).as("%02x %s", code, data).isEqualTo("05/20/00");
      }
    }
  }

  @Test
  void everyCommandOfADiskHasItsMask() {
    // But for 1E, which a fixed disk does not know.
    assertThat(masks()).hasSize(Operation.ofType(DeviceType.DISK).size() - 1);
  }
}
