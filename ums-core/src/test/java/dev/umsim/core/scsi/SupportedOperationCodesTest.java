package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * REPORT SUPPORTED OPERATION CODES says what there is (SPC-4, section 6.35), and bits that it does
 * not name are refused.
 *
 * <p>The units are those with all commands: removable, and the disk's medium gives blocks back.
 */
class SupportedOperationCodesTest {
  /** Which units have a command, its mask, and whether b7–5 of byte 1 are a field to be checked. */
  static List<Rows.Row> commands() {
    return Rows.of(
        """
        both | 00 00 00 00 00 00 |
        both | 03 01 00 00 FF 00 |
        disk | 04 38 00 00 00 00 | field
        disk | 08 1F FF FF FF 00 |
        disk | 0A 1F FF FF FF 00 |
        both | 12 01 FF FF FF 00 |
        both | 15 11 00 00 FF 00 |
        both | 1A 08 FF FF FF 00 |
        both | 1B 01 00 0F F7 00 |
        both | 1D F7 00 FF FF 00 | field
        both | 1E 00 00 00 01 00 |
        both | 23 00 00 00 00 00 00 FF FF 00 |
        both | 25 00 FF FF FF FF 00 00 01 00 |
        both | 28 18 FF FF FF FF 00 FF FF 00 | field
        disk | 2A 18 FF FF FF FF 00 FF FF 00 | field
        both | 2B 00 FF FF FF FF 00 00 00 00 |
        disk | 2E 16 FF FF FF FF 00 FF FF 00 | field
        both | 2F 16 FF FF FF FF 00 FF FF 00 | field
        both | 35 02 FF FF FF FF 00 FF FF 00 |
        disk | 41 08 FF FF FF FF 00 FF FF 00 | field
        cd   | 42 02 40 FF 00 00 FF FF FF 00 |
        disk | 42 00 00 00 00 00 00 FF FF 00 |
        cd   | 43 02 0F 00 00 00 FF FF FF C0 |
        cd   | 44 02 FF FF FF FF 00 FF FF 00 |
        cd   | 46 03 FF FF 00 00 00 FF FF 00 |
        cd   | 4A 01 00 00 FF 00 00 FF FF 00 |
        cd   | 51 07 00 00 00 00 00 FF FF 00 |
        cd   | 52 03 FF FF FF FF 00 FF FF 00 |
        both | 55 11 00 00 00 00 00 FF FF 00 |
        both | 5A 18 FF FF 00 00 00 FF FF 00 |
        disk | 88 18 FF*8 FF FF FF FF 00 00 | field
        disk | 8A 18 FF*8 FF FF FF FF 00 00 | field
        disk | 8E 16 FF*8 FF FF FF FF 00 00 | field
        disk | 8F 16 FF*8 FF FF FF FF 00 00 | field
        disk | 91 02 FF*8 FF FF FF FF 00 00 |
        disk | 93 09 FF*8 FF FF FF FF 00 00 | field
        disk | 9E 10 FF*8 FF FF FF FF 01 00 | action
        disk | 9E 12 FF*8 FF FF FF FF 00 00 | action
        both | A0 00 FF 00 00 00 FF FF FF FF 00 00 |
        both | A3 0C 87 FF FF FF FF FF FF FF 00 00 | action
        both | A8 18 FF FF FF FF FF FF FF FF 00 00 | field
        disk | AA 18 FF FF FF FF FF FF FF FF 00 00 | field
        cd   | AD 0F FF FF FF FF FF FF FF FF C0 00 |
        disk | AE 16 FF FF FF FF FF FF FF FF 00 00 | field
        disk | AF 16 FF FF FF FF FF FF FF FF 00 00 | field
        cd   | BD 00 00 00 00 00 00 00 FF FF 00 00 |
        """);
  }

  private static List<Rows.Row> of(String type) {
    return commands().stream()
        .filter(row -> row.cell(0).equals("both") || row.cell(0).equals(type))
        .toList();
  }

  private static TargetHost host(String type) {
    return TargetHost.of(
        type.equals("cd")
            ? TargetHost.cdRom(TestMedium.disc(64))
            : TargetHost.disk(MediumSlot.removable(TestMedium.disk(64).asThin()), 0));
  }

  @Test
  void everyCommandIsInTheTable() {
    assertThat(of("disk")).hasSameSizeAs(Operation.ofType(DeviceType.DISK));
    assertThat(of("cd")).hasSameSizeAs(Operation.ofType(DeviceType.CD_ROM));
  }

  private static String descriptor(Rows.Row row, boolean timeouts) {
    var mask = Octets.of(row.cell(1));
    boolean action = row.cell(2).equals("action");
    return String.format(
        "%02X 00 00 %02X 00 %02X 00 %02X%s",
        mask[0],
        action ? mask[1] : 0,
        (action ? 1 : 0) | (timeouts ? 2 : 0),
        mask.length,
        timeouts ? " 00 0A 00 00 00 00 00 00 00 00 00 00" : "");
  }

  @Test
  void allCommands() {
    for (var type : List.of("disk", "cd")) {
      for (boolean timeouts : new boolean[] {false, true}) {
        var list = new ArrayList<String>();
        of(type).forEach(row -> list.add(descriptor(row, timeouts)));
        int bytes = list.size() * (timeouts ? 20 : 8);
        var reply = String.format("00 00 %02X %02X ", bytes >> 8, bytes & 0xff);
        try (var host = host(type)) {
          Allocations.check(
              host,
              "A3 0C " + (timeouts ? "80" : "00") + " 00 00 00 nn nn nn nn 00 00",
              reply + String.join(" ", list));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void oneCommand(Rows.Row row) {
    var mask = Octets.of(row.cell(1));
    boolean action = row.cell(2).equals("action");
    var asked = String.format("%02X 00 %02X", mask[0], action ? mask[1] : 0);
    var found = String.format("00 03 00 %02X ", mask.length) + Octets.text(mask);
    var withTimeouts =
        String.format("00 83 00 %02X ", mask.length) + Octets.text(mask) + " 00 0A 00*10";
    for (var type : List.of("disk", "cd")) {
      boolean supported = row.cell(0).equals("both") || row.cell(0).equals(type);
      // Code 42 is a command of either kind of unit, though not the same.
      if (!supported && mask[0] == 0x42) {
        continue;
      }
      try (var host = host(type)) {
        for (int option = 1; option <= 3; option++) {
          var cdb = String.format("A3 0C %02X %s nn nn nn nn 00 00", option, asked);
          if (!supported) {
            Allocations.check(host, cdb, "00 01 00 00");
          } else if (option != (action ? 1 : 2)) {
            Allocations.check(host, cdb, found);
            Allocations.check(host, cdb.replace("A3 0C 0", "A3 0C 8"), withTimeouts);
          }
        }
        // A service action that there is not.
        if (supported) {
          var cdb = String.format("A3 0C 03 %02X 00 1F nn nn nn nn 00 00", mask[0]);
          Allocations.check(host, cdb, "00 01 00 00");
        }
      }
    }
  }

  /** What the unit at hand has not is neither listed nor known. */
  @Test
  void commandsOfFixedAndFullMedia() {
    try (var host = TargetHost.of(TargetHost.disk(TestMedium.disk(64)))) {
      for (var code : List.of("1E", "42")) {
        Allocations.check(host, "A3 0C 01 " + code + " 00 00 nn nn nn nn 00 00", "00 01 00 00");
      }
      assertThat(listed(host)).doesNotContain(0x1e, 0x42).contains(0x1b, 0x41);
      assertThat(host.run("1E 00 00 00 01 00").good()).isFalse();
      assertThat(host.sense()).isEqualTo("05/20/00");
      assertThat(host.run("1E 01 00 00 01 00").good()).isFalse();
      assertThat(host.sense()).as("before its fields").isEqualTo("05/20/00");
    }
  }

  private static List<Integer> listed(TargetHost host) {
    var list = host.run("A3 0C 00 00 00 00 00 00 FF FF 00 00").data();
    var codes = new ArrayList<Integer>();
    for (int at = 4; at < list.length; at += 8) {
      codes.add(list[at] & 0xff);
    }
    return codes;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void reservedBitsAreRefusedAndPointedAt(Rows.Row row) {
    var mask = Octets.of(row.cell(1));
    var types = row.cell(0).equals("both") ? List.of("disk", "cd") : List.of(row.cell(0));
    for (var type : types) {
      try (var host = host(type)) {
        for (int at = 1; at < mask.length; at++) {
          for (int bit = 0; bit < 8; bit++) {
            checkBit(host, row, mask, at, bit);
          }
        }
      }
    }
  }

  private static void checkBit(TargetHost host, Rows.Row row, byte[] mask, int at, int bit) {
    boolean control = at == mask.length - 1;
    boolean top = at == 1 && bit >= 5;
    boolean action = at == 1 && row.cell(2).equals("action");
    boolean reserved =
        control
            ? bit == 2
            : !action && (mask[at] >> bit & 1) == 0 && (!top || row.cell(2).equals("field"));
    if (!reserved) {
      return;
    }
    var cdb = new byte[mask.length];
    cdb[0] = mask[0];
    cdb[1] = row.cell(2).equals("action") ? mask[1] : 0;
    cdb[at] |= (byte) (1 << bit);
    assertThat(host.run(0, cdb, new byte[0]).good()).as(Octets.text(cdb)).isFalse();
    assertThat(host.sense())
        .as(HexFormat.of().formatHex(cdb))
        .isEqualTo(
            String.format(
                "05/24/00 %02X 00 %02X", 0xc8 | PointedBit.of(mask[0] & 0xff, at, bit), at));
  }
}
