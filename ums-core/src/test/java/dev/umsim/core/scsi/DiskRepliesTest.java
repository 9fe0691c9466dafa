package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a disk tells of itself, byte by byte and at every allocation length (SBC-3, SPC-4). */
class DiskRepliesTest {
  static List<Rows.Row> vitalProductData() {
    return Rows.of(
        """
        full  | 12 01 00 nn nn 00 | 00 00 00 06 00 80 83 B0 B1 B2
        # Block limits: WSNZ, and at most FFFF blocks of WRITE SAME; UNMAP where there is one.
        full  | 12 01 B0 nn nn 00 | 00 B0 00 3C 01 00 00 00 00*12 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 FF FF 00*20
        empty | 12 01 B0 nn nn 00 | 00 B0 00 3C 01 00 00 00 00*12 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 FF FF 00*20
        thin  | 12 01 B0 nn nn 00 | 00 B0 00 3C 01 00 00 00 00*12 FF FF FF FF 00 00 01 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 FF FF 00*20
        # Characteristics: nothing turns, less than 1.8 inches.
        full  | 12 01 B1 nn nn 00 | 00 B1 00 3C 00 01 00 05 00*56
        # Provisioning: LBPU, LBPWS, LBPWS10, LBPRZ 1, thin.
        full  | 12 01 B2 nn nn 00 | 00 B2 00 04 00 00 00 00
        thin  | 12 01 B2 nn nn 00 | 00 B2 00 04 00 E4 02 00
        thin  | 9E 10 00 00 00 00 00 00 00 00 nn nn nn nn 00 00 | 00 00 00 00 00 00 00 3F 00 00 02 00 00 00 C0 00 00*16
        4k    | 9E 10 00 00 00 00 00 00 00 00 nn nn nn nn 00 00 | 00 00 00 00 00 00 00 3F 00 00 02 00 00 03 00 00 00*16
        """);
  }

  static List<Rows.Row> provisioningStatus() {
    return Rows.of(
        """
        full     | 9E 12 00 00 00 00 00 00 00 00 nn nn nn nn 00 00 | 00 00 00 14 00 00 00 00  00 00 00 00 00 00 00 00 00 00 00 40 00 00 00 00
        full     | 9E 12 00 00 00 00 00 00 00 3F nn nn nn nn 00 00 | 00 00 00 14 00 00 00 00  00 00 00 00 00 00 00 3F 00 00 00 01 00 00 00 00
        unmapped | 9E 12 00 00 00 00 00 00 00 02 nn nn nn nn 00 00 | 00 00 00 14 00 00 00 00  00 00 00 00 00 00 00 02 00 00 00 06 00 00 00 00
        unmapped | 9E 12 00 00 00 00 00 00 00 08 nn nn nn nn 00 00 | 00 00 00 14 00 00 00 00  00 00 00 00 00 00 00 08 00 00 00 04 01 00 00 00
        unmapped | 9E 12 00 00 00 00 00 00 00 0B nn nn nn nn 00 00 | 00 00 00 14 00 00 00 00  00 00 00 00 00 00 00 0B 00 00 00 01 01 00 00 00
        unmapped | 9E 12 00 00 00 00 00 00 00 0C nn nn nn nn 00 00 | 00 00 00 14 00 00 00 00  00 00 00 00 00 00 00 0C 00 00 00 34 00 00 00 00
        vast     | 9E 12 00 00 00 00 00 00 00 00 nn nn nn nn 00 00 | 00 00 00 14 00 00 00 00  00 00 00 00 00 00 00 00 FF FF FF FF 00 00 00 00
        """);
  }

  static List<Rows.Row> modePages() {
    return Rows.of(
        """
        # Error recovery: AWRE and ARRE.
        full | 1A 08 01 00 nn 00 | 0F 00 10 00  01 0A C0 00*9
        full | 1A 08 41 00 nn 00 | 0F 00 10 00  01 0A FF FF 00 00 00 00 FF 00 FF FF
        full | 1A 08 81 00 nn 00 | 0F 00 10 00  01 0A C0 00*9
        # Flexible disk: 16 heads, 63 sectors; the usual flexible disk; none.
        full   | 1A 08 05 00 nn 00 | 23 00 10 00  05 1E FF FF 10 3F 02 00 00 01 00*22
        full   | 1A 08 45 00 nn 00 | 23 00 10 00  05 1E 00*30
        floppy | 1A 08 05 00 nn 00 | 23 00 10 00  05 1E 01 F4 02 12 02 00 00 50 00*18 01 2C 00 00
        floppy | 1A 08 85 00 nn 00 | 23 00 10 00  05 1E 01 F4 02 12 02 00 00 50 00*18 01 2C 00 00
        empty  | 1A 08 05 00 nn 00 | 23 00 10 00  05 1E 00*30
        vast   | 1A 08 05 00 nn 00 | 23 00 10 00  05 1E FF FF FF 3F 02 00 FF FF 00*22
        # Caching: WCE, which can be changed.
        full     | 1A 08 08 00 nn 00 | 17 00 10 00  08 12 04 00*17
        full     | 1A 08 48 00 nn 00 | 17 00 10 00  08 12 04 00*17
        uncached | 1A 08 08 00 nn 00 | 17 00 10 00  08 12 00 00*17
        uncached | 1A 08 88 00 nn 00 | 17 00 10 00  08 12 00 00*17
        # Control, power condition, informational exceptions: nothing can be changed.
        full | 1A 08 0A 00 nn 00 | 0F 00 10 00  0A 0A 02 00 00 00 00 00 FF FF 00 00
        full | 1A 08 4A 00 nn 00 | 0F 00 10 00  0A 0A 00*10
        full | 1A 08 1A 00 nn 00 | 0F 00 10 00  1A 0A 00*10
        full | 1A 08 5A 00 nn 00 | 0F 00 10 00  1A 0A 00*10
        full | 1A 08 1C 00 nn 00 | 0F 00 10 00  1C 0A 08 00*9
        full | 1A 08 5C 00 nn 00 | 0F 00 10 00  1C 0A 00*10
        # All of them: 112 bytes. Write-protected; in ten bytes; without medium no block descriptor.
        full      | 1A 00 3F 00 nn 00 | 6F 00 10 08  00 00 00 40 00 00 02 00  01 0A C0 00*9  05 1E FF FF 10 3F 02 00 00 01 00*22  08 12 04 00*17  0A 0A 02 00 00 00 00 00 FF FF 00 00  1A 0A 00*10  1C 0A 08 00*9
        protected | 1A 08 3F FF nn 00 | 67 00 90 00  01 0A C0 00*9  05 1E FF FF 10 3F 02 00 00 01 00*22  08 12 04 00*17  0A 0A 02 00 00 00 00 00 FF FF 00 00  1A 0A 00*10  1C 0A 08 00*9
        full      | 5A 00 3F 00 00 00 00 nn nn 00 | 00 72 00 10 00 00 00 08  00 00 00 40 00 00 02 00  01 0A C0 00*9  05 1E FF FF 10 3F 02 00 00 01 00*22  08 12 04 00*17  0A 0A 02 00 00 00 00 00 FF FF 00 00  1A 0A 00*10  1C 0A 08 00*9
        empty     | 1A 00 08 00 nn 00 | 17 00 10 00  08 12 04 00*17
        # Block descriptors, short and long, of sizes that fit and that do not.
        vast | 5A 00 0A 00 00 00 00 nn nn 00 | 00 1A 00 10 00 00 00 08  FF FF FF FF 00 00 02 00  0A 0A 02 00 00 00 00 00 FF FF 00 00
        vast | 5A 10 0A 00 00 00 00 nn nn 00 | 00 22 00 10 01 00 00 10  80 00 00 00 00 00 00 00 00 00 00 00 00 00 02 00  0A 0A 02 00 00 00 00 00 FF FF 00 00
        """);
  }

  @ParameterizedTest
  @MethodSource({"vitalProductData", "provisioningStatus", "modePages"})
  void replyAtEveryAllocationLength(Rows.Row row) {
    try (var host = host(row.cell(0))) {
      Allocations.check(host, row.cell(1), row.cell(2));
    }
  }

  /** Linux and Windows ask for 192 bytes of all pages, and look for the caching page in them. */
  @Test
  void allPagesFitInWhatHostsAskFor() {
    for (var state : List.of("full", "thin", "protected", "empty", "vast")) {
      try (var host = host(state)) {
        assertThat(host.run("1A 00 3F 00 FF 00").data()).hasSizeLessThanOrEqualTo(192);
      }
    }
  }

  static TargetHost host(String state) {
    var host = TargetHost.of(unit(state));
    if (state.equals("unmapped")) {
      var list = Octets.of("00 16 00 10 00*4 00 00 00 00 00 00 00 08 00 00 00 04 00*4");
      assertThat(host.run("42 00 00 00 00 00 00 00 18 00", list).good()).isTrue();
    }
    return host;
  }

  /** A disk in the state that a table names; of 64 blocks of 512 bytes, if nothing else is said. */
  private static DirectAccessUnit unit(String state) {
    return switch (state) {
      case "full" -> TargetHost.disk(TestMedium.disk(64));
      case "thin", "unmapped" -> TargetHost.disk(TestMedium.disk(64).asThin());
      case "protected" -> TargetHost.disk(TestMedium.disk(64).asThin().asWriteProtected());
      case "floppy" -> TargetHost.disk(TestMedium.disk(2880));
      case "vast" -> TargetHost.disk(TestMedium.disk(1L << 63));
      case "empty" -> TargetHost.disk(MediumSlot.removable(), 0);
      case "removable" -> TargetHost.disk(MediumSlot.removable(TestMedium.disk(64).asThin()), 0);
      case "uncached" -> disk(false, 0);
      case "4k" -> disk(true, 3);
      default -> throw new IllegalArgumentException(state);
    };
  }

  private static DirectAccessUnit disk(boolean writeCache, int physicalExponent) {
    return new DirectAccessUnit(
        MediumSlot.fixed(TestMedium.disk(64)),
        TargetHost.INQUIRY,
        "00001",
        0,
        writeCache,
        physicalExponent);
  }
}
