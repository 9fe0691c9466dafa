package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a CD drive answers, byte by byte and at every allocation length (MMC-6, MMC-3). */
class CdRepliesTest {
  /** Blocks of a disc: 32 MiB; the largest CD, the smallest DVD; 4 GiB; 8 GiB. */
  static final long CD = 0x4000;

  static final long LARGEST_CD = 449_849;
  static final long SMALLEST_DVD = 449_850;
  static final long DVD = 0x20_0000;
  static final long LARGEST_IMAGE = 0x40_0000;

  static List<Rows.Row> tables() {
    return Rows.of(
        """
        # Format 0: track 1 and lead-out; from either; in blocks, and in minutes, seconds, frames.
        cd | 43 00 00 00 00 00 00 nn nn 00 | 00 12 01 01  00 14 01 00 00 00 00 00  00 14 AA 00 00 00 40 00
        cd | 43 00 00 00 00 00 01 nn nn 00 | 00 12 01 01  00 14 01 00 00 00 00 00  00 14 AA 00 00 00 40 00
        cd | 43 00 00 00 00 00 AA nn nn 00 | 00 0A 01 01  00 14 AA 00 00 00 40 00
        cd | 43 02 00 00 00 00 00 nn nn 00 | 00 12 01 01  00 14 01 00 00 00 02 00  00 14 AA 00 00 03 28 22
        cd | 43 02 00 00 00 00 AA nn nn 00 | 00 0A 01 01  00 14 AA 00 00 03 28 22
        # Format 1: the last session begins with track 1.
        cd | 43 00 01 00 00 00 00 nn nn 00 | 00 0A 01 01  00 14 01 00 00 00 00 00
        cd | 43 02 01 00 00 00 00 nn nn 00 | 00 0A 01 01  00 14 01 00 00 00 02 00
        cd | 43 00 01 00 00 00 07 nn nn 00 | 00 0A 01 01  00 14 01 00 00 00 00 00
        # Format 1 and 2 in the CONTROL byte, as Linux and macOS ask.
        cd | 43 00 00 00 00 00 00 nn nn 40 | 00 0A 01 01  00 14 01 00 00 00 00 00
        cd | 43 02 00 00 00 00 00 nn nn 80 | 00 2E 01 01  01 14 00 A0 00 00 00 00 01 00 00  01 14 00 A1 00 00 00 00 01 00 00  01 14 00 A2 00 00 00 00 03 28 22  01 14 00 01 00 00 00 00 00 02 00
        # The field of the standard comes first.
        cd | 43 00 01 00 00 00 00 nn nn 80 | 00 0A 01 01  00 14 01 00 00 00 00 00
        cd | 43 00 01 00 00 00 00 nn nn C0 | 00 0A 01 01  00 14 01 00 00 00 00 00
        # Format 2: points A0, A1, A2 and 1, always in minutes.
        cd | 43 00 02 00 00 00 00 nn nn 00 | 00 2E 01 01  01 14 00 A0 00 00 00 00 01 00 00  01 14 00 A1 00 00 00 00 01 00 00  01 14 00 A2 00 00 00 00 03 28 22  01 14 00 01 00 00 00 00 00 02 00
        cd | 43 02 02 00 00 00 01 nn nn 00 | 00 2E 01 01  01 14 00 A0 00 00 00 00 01 00 00  01 14 00 A1 00 00 00 00 01 00 00  01 14 00 A2 00 00 00 00 03 28 22  01 14 00 01 00 00 00 00 00 02 00
        # The last CD ends at 99:59:74; behind that minutes go on, up to FF:3B:4A.
        largest-cd    | 43 02 00 00 00 00 AA nn nn 00 | 00 0A 01 01  00 14 AA 00 00 63 3B 4A
        largest-cd    | 43 00 00 00 00 00 AA nn nn 00 | 00 0A 01 01  00 14 AA 00 00 06 DD 39
        smallest-dvd  | 43 02 00 00 00 00 AA nn nn 00 | 00 0A 01 01  00 14 AA 00 00 64 00 00
        dvd           | 43 02 00 00 00 00 AA nn nn 00 | 00 0A 01 01  00 14 AA 00 00 FF 3B 4A
        dvd           | 43 00 00 00 00 00 AA nn nn 00 | 00 0A 01 01  00 14 AA 00 00 20 00 00
        largest-image | 43 00 00 00 00 00 AA nn nn 00 | 00 0A 01 01  00 14 AA 00 00 40 00 00
        """);
  }

  static List<Rows.Row> information() {
    return Rows.of(
        """
        # READ HEADER: mode 1, and the address.
        cd  | 44 00 00 00 12 34 00 nn nn 00 | 01 00 00 00 00 00 12 34
        cd  | 44 02 00 00 00 00 00 nn nn 00 | 01 00 00 00 00 00 02 00
        cd  | 44 02 00 00 3F FF 00 nn nn 00 | 01 00 00 00 00 03 28 21
        # READ SUB-CHANNEL: header alone; position; no catalogue number; no recording code.
        cd  | 42 00 00 00 00 00 00 nn nn 00 | 00 00 00 00
        cd  | 42 02 00 FF 00 00 00 nn nn 00 | 00 00 00 00
        cd  | 42 00 40 01 00 00 00 nn nn 00 | 00 00 00 0C  01 14 01 01 00 00 00 00 00 00 00 00
        cd  | 42 02 40 01 00 00 63 nn nn 00 | 00 00 00 0C  01 14 01 01 00 00 02 00 00 00 00 00
        cd  | 42 00 40 02 00 00 00 nn nn 00 | 00 00 00 14  02 00*19
        cd  | 42 00 40 03 00 00 01 nn nn 00 | 00 00 00 14  03 14 01 00*17
        # READ DISC INFORMATION: all is finished.
        cd  | 51 00 00 00 00 00 00 nn nn 00 | 00 20 0E 01 01 01 01 20 00*26
        dvd | 51 00 00 00 00 00 00 nn nn 00 | 00 20 0E 01 01 01 01 20 00*26
        # READ TRACK INFORMATION by block, by track and by session.
        cd  | 52 00 00 00 00 00 00 nn nn 00 | 00 22 01 01 00 04 01 00*17 00 00 40 00 00*8
        cd  | 52 00 00 00 3F FF 00 nn nn 00 | 00 22 01 01 00 04 01 00*17 00 00 40 00 00*8
        cd  | 52 01 00 00 00 01 00 nn nn 00 | 00 22 01 01 00 04 01 00*17 00 00 40 00 00*8
        cd  | 52 02 00 00 00 01 00 nn nn 00 | 00 22 01 01 00 04 01 00*17 00 00 40 00 00*8
        dvd | 52 01 00 00 00 01 00 nn nn 00 | 00 22 01 01 00 04 01 00*17 00 20 00 00 00*8
        # READ DVD STRUCTURE: physical format, copyright, manufacturer, list of them.
        smallest-dvd  | AD 00 00 00 00 00 00 00 nn nn 00 00 | 08 02 00 00  01 0F 01 00 00 03 00 00 00 09 DD 39 00*2036
        dvd           | AD 00 00 00 00 00 00 00 nn nn 00 00 | 08 02 00 00  01 0F 01 00 00 03 00 00 00 22 FF FF 00*2036
        largest-image | AD 00 00 00 00 00 00 00 nn nn C0 00 | 08 02 00 00  01 0F 01 00 00 03 00 00 00 42 FF FF 00*2036
        dvd           | AD 00 00 00 00 00 00 01 nn nn 00 00 | 00 06 00 00 00 00 00 00
        dvd           | AD 00 00 00 00 00 00 04 nn nn 00 00 | 08 02 00 00 00*2048
        dvd           | AD 00 00 00 00 00 00 FF nn nn 00 00 | 00 0E 00 00  00 40 08 04  01 40 00 08  04 40 08 04
        # MECHANISM STATUS: idle.
        cd            | BD 00 00 00 00 00 00 00 nn nn 00 00 | 00 00 00 00 00 00 00 00
        empty         | BD 00 00 00 00 00 00 00 nn nn 00 00 | 00 00 00 00 00 00 00 00
        ejected       | BD 00 00 00 00 00 00 00 nn nn 00 00 | 00 10 00 00 00 00 00 00
        # READ CAPACITY, READ FORMAT CAPACITIES, INQUIRY and vital product data are a CD's.
        cd            | 23 00 00 00 00 00 00 nn nn 00 | 00 00 00 08 00 00 40 00 02 00 08 00
        empty         | 23 00 00 00 00 00 00 nn nn 00 | 00 00 00 08 00 00 00 00 03 00 08 00
        cd            | 12 00 00 nn nn 00 | 05 80 06 02 5B 00 00 00 'UMSIM   ' 'Mass Storage    ' '0001' 00*22 17 30 04 60 04 E0 00*32
        cd            | 12 01 00 nn nn 00 | 05 00 00 03 00 80 83
        cd            | 12 01 80 nn nn 00 | 05 80 00 05 '00001'
        """);
  }

  static List<Rows.Row> features() {
    return Rows.of(
        """
        # All, with a CD, a DVD and no medium.
        cd    | 46 00 00 00 00 00 00 nn nn 00 | 00 00 00 54 00 00 00 08  00 00 03 08 00 10 00 00 00 08 01 00  00 01 0B 08 00 00 00 08 01 00 00 00  00 02 07 04 02 00 00 00  00 03 0B 04 39 00 00 00  00 10 01 08 00 00 08 00 00 01 00 00  00 1E 09 04 00 00 00 00  00 1F 04 04 00 00 00 00  01 00 03 00  01 05 03 04 00 00 00 00
        dvd   | 46 00 00 00 00 00 00 nn nn 00 | 00 00 00 54 00 00 00 10  00 00 03 08 00 10 01 00 00 08 00 00  00 01 0B 08 00 00 00 08 01 00 00 00  00 02 07 04 02 00 00 00  00 03 0B 04 39 00 00 00  00 10 01 08 00 00 08 00 00 01 00 00  00 1E 08 04 00 00 00 00  00 1F 05 04 00 00 00 00  01 00 03 00  01 05 03 04 00 00 00 00
        empty | 46 00 00 00 00 00 00 nn nn 00 | 00 00 00 54 00 00 00 00  00 00 03 08 00 10 00 00 00 08 00 00  00 01 0B 08 00 00 00 08 01 00 00 00  00 02 07 04 02 00 00 00  00 03 0B 04 39 00 00 00  00 10 00 08 00 00 08 00 00 01 00 00  00 1E 08 04 00 00 00 00  00 1F 04 04 00 00 00 00  01 00 03 00  01 05 03 04 00 00 00 00
        # Those that are current.
        cd    | 46 01 00 00 00 00 00 nn nn 00 | 00 00 00 4C 00 00 00 08  00 00 03 08 00 10 00 00 00 08 01 00  00 01 0B 08 00 00 00 08 01 00 00 00  00 02 07 04 02 00 00 00  00 03 0B 04 39 00 00 00  00 10 01 08 00 00 08 00 00 01 00 00  00 1E 09 04 00 00 00 00  01 00 03 00  01 05 03 04 00 00 00 00
        empty | 46 01 00 03 00 00 00 nn nn 00 | 00 00 00 18 00 00 00 00  00 03 0B 04 39 00 00 00  01 00 03 00  01 05 03 04 00 00 00 00
        # From one on, and exactly one, whether it is current or not; one that is not there.
        cd    | 46 00 00 1E 00 00 00 nn nn 00 | 00 00 00 20 00 00 00 08  00 1E 09 04 00 00 00 00  00 1F 04 04 00 00 00 00  01 00 03 00  01 05 03 04 00 00 00 00
        cd    | 46 00 00 20 00 00 00 nn nn 00 | 00 00 00 10 00 00 00 08  01 00 03 00  01 05 03 04 00 00 00 00
        cd    | 46 00 01 06 00 00 00 nn nn 00 | 00 00 00 04 00 00 00 08
        cd    | 46 01 00 1F 00 00 00 nn nn 00 | 00 00 00 10 00 00 00 08  01 00 03 00  01 05 03 04 00 00 00 00
        cd    | 46 02 00 1F 00 00 00 nn nn 00 | 00 00 00 0C 00 00 00 08  00 1F 04 04 00 00 00 00
        cd    | 46 02 00 00 00 00 00 nn nn 00 | 00 00 00 10 00 00 00 08  00 00 03 08 00 10 00 00 00 08 01 00
        cd    | 46 02 00 20 00 00 00 nn nn 00 | 00 00 00 04 00 00 00 08
        smallest-dvd | 46 02 00 1E 00 00 00 nn nn 00 | 00 00 00 0C 00 00 00 10  00 1E 08 04 00 00 00 00
        largest-cd   | 46 02 00 1E 00 00 00 nn nn 00 | 00 00 00 0C 00 00 00 08  00 1E 09 04 00 00 00 00
        """);
  }

  static List<Rows.Row> modePages() {
    return Rows.of(
        """
        # Each page in both forms; no block descriptor whether or not it is disabled.
        cd | 5A 00 01 00 00 00 00 nn nn 00 | 00 12 00 00 00 00 00 00  01 0A 00*10
        cd | 5A 00 41 00 00 00 00 nn nn 00 | 00 12 00 00 00 00 00 00  01 0A 37 FF 00*8
        cd | 5A 00 1A 00 00 00 00 nn nn 00 | 00 12 00 00 00 00 00 00  1A 0A 00*10
        cd | 5A 00 1D 00 00 00 00 nn nn 00 | 00 12 00 00 00 00 00 00  1D 0A 00*10
        cd | 5A 08 2A 00 00 00 00 nn nn 00 | 00 1C 00 00 00 00 00 00  2A 14 0B 00 00 00 29 00 21 13 00 00 02 00 21 13 00*6
        cd | 5A 18 6A 00 00 00 00 nn nn 00 | 00 1C 00 00 00 00 00 00  2A 14 00*20
        cd | 5A 00 AA 00 00 00 00 nn nn 00 | 00 1C 00 00 00 00 00 00  2A 14 0B 00 00 00 29 00 21 13 00 00 02 00 21 13 00*6
        cd | 1A 00 2A 00 nn 00             | 19 00 00 00  2A 14 0B 00 00 00 29 00 21 13 00 00 02 00 21 13 00*6
        cd | 1A 08 3F 00 nn 00             | 3D 00 00 00  01 0A 00*10  1A 0A 00*10  1D 0A 00*10  2A 14 0B 00 00 00 29 00 21 13 00 00 02 00 21 13 00*6
        empty  | 5A 00 3F FF 00 00 00 nn nn 00 | 00 40 00 00 00 00 00 00  01 0A 00*10  1A 0A 00*10  1D 0A 00*10  2A 14 0B 00 00 00 29 00 21 13 00 00 02 00 21 13 00*6
        # The bit that tells that the tray is locked, which it is not by default.
        locked | 5A 00 2A 00 00 00 00 nn nn 00 | 00 1C 00 00 00 00 00 00  2A 14 0B 00 00 00 2B 00 21 13 00 00 02 00 21 13 00*6
        locked | 5A 00 AA 00 00 00 00 nn nn 00 | 00 1C 00 00 00 00 00 00  2A 14 0B 00 00 00 29 00 21 13 00 00 02 00 21 13 00*6
        locked | 5A 00 6A 00 00 00 00 nn nn 00 | 00 1C 00 00 00 00 00 00  2A 14 00*20
        """);
  }

  @ParameterizedTest
  @MethodSource({"tables", "information", "features", "modePages"})
  void replyAtEveryAllocationLength(Rows.Row row) {
    try (var host = host(row.cell(0))) {
      Allocations.check(host, row.cell(1), row.cell(2));
    }
  }

  /** A host whose CD drive is in the state that a table names. */
  static TargetHost host(String state) {
    var slot =
        switch (state) {
          case "empty" -> MediumSlot.removable();
          case "largest-cd" -> MediumSlot.removable(TestMedium.disc(LARGEST_CD));
          case "smallest-dvd" -> MediumSlot.removable(TestMedium.disc(SMALLEST_DVD));
          case "dvd" -> MediumSlot.removable(TestMedium.disc(DVD));
          case "largest-image" -> MediumSlot.removable(TestMedium.disc(LARGEST_IMAGE));
          default -> MediumSlot.removable(TestMedium.disc(CD));
        };
    var host = TargetHost.of(TargetHost.cdRom(slot));
    switch (state) {
      case "ejected" -> host.runGood(List.of("1B 00 00 00 02 00"));
      case "locked" -> host.runGood(List.of("1E 00 00 00 01 00"));
      default -> {}
    }
    return host;
  }

  /** What four bytes do not hold saturates. */
  @Test
  void discOfAnySize() {
    try (var host = TargetHost.of(TargetHost.cdRom(TestMedium.disc(1L << 63)))) {
      assertThat(host.run("25 00 00 00 00 00 00 00 00 00").hex())
          .isEqualTo("FF FF FF FF 00 00 08 00");
      assertThat(host.run("43 00 00 00 00 00 AA 00 0C 00").hex())
          .isEqualTo("00 0A 01 01 00 14 AA 00 FF FF FF FF");
      assertThat(host.run("43 02 00 00 00 00 AA 00 0C 00").hex())
          .isEqualTo("00 0A 01 01 00 14 AA 00 00 FF 3B 4A");
      assertThat(host.run("AD 00 00 00 00 00 00 00 00 10 00 00").hex())
          .isEqualTo("08 02 00 00 01 0F 01 00 00 03 00 00 00 FF FF FF");
    }
  }
}
