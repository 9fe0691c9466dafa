package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Block numbers of 64 bits at their edges, on media of 2^63 blocks and of all but one of 2^64. */
class VastMediumTest {
  private static final long HALF = 1L << 63;
  private static final long ALL = -1;

  static List<Rows.Row> edges() {
    return Rows.of(
        """
        # The last block of 2^63, the one behind it, and counts that a sum would wrap around.
        half | 7F FF FF FF FF FF FF FF | 00 00 00 01 | good
        half | 7F FF FF FF FF FF FF FE | 00 00 00 02 | good
        half | 80 00 00 00 00 00 00 00 | 00 00 00 00 | good
        half | 7F FF FF FF FF FF FF FF | 00 00 00 02 | bad
        half | 7F FF FF FF FF FF FF FF | FF FF FF FF | bad
        half | 80 00 00 00 00 00 00 00 | 00 00 00 01 | bad
        half | 80 00 00 00 00 00 00 01 | 00 00 00 00 | bad
        half | FF FF FF FF FF FF FF FF | 00 00 00 01 | bad
        half | FF FF FF FF FF FF FF FF | 00 00 00 00 | bad
        half | 00 00 00 01 00 00 00 00 | 00 00 00 03 | good
        # Block numbers with the highest bit set are not negative.
        all  | 80 00 00 00 00 00 00 00 | 00 00 00 03 | good
        all  | 7F FF FF FF FF FF FF FF | 00 00 00 03 | good
        all  | FF FF FF FF FF FF FF FE | 00 00 00 01 | good
        all  | FF FF FF FF FF FF FF FF | 00 00 00 00 | good
        all  | FF FF FF FF FF FF FF FE | 00 00 00 02 | bad
        all  | FF FF FF FF FF FF FF FF | 00 00 00 01 | bad
        all  | FF FF FF FF FF FF FF FF | FF FF FF FF | bad
        """);
  }

  private static TestMedium medium(Rows.Row row) {
    return TestMedium.disk(row.cell(0).equals("half") ? HALF : ALL).asThin();
  }

  @ParameterizedTest
  @MethodSource("edges")
  void rangeOfEveryCommandOfSixteenBytes(Rows.Row row) {
    var medium = medium(row);
    long lba = Bytes.u64(Octets.of(row.cell(1)), 0);
    int count = (int) Bytes.u32(Octets.of(row.cell(2)), 0);
    try (var host = TargetHost.of(TargetHost.disk(medium))) {
      var commands = List.of("88 00", "8A 08", "8E 02", "8F 00", "8F 02", "93 00", "93 08");
      for (var command : commands) {
        boolean writeSame = command.startsWith("93");
        if (writeSame && (count == 0 || count == -1)) {
          continue;
        }
        boolean sends = !command.equals("88 00") && !command.equals("8F 00");
        int sentBlocks = !sends || count == -1 ? 0 : writeSame ? 1 : count;
        var cdb = command + " " + row.cell(1) + " " + row.cell(2) + " 00 00";
        var reply = host.run(cdb, new byte[sentBlocks * 512]);
        assertThat(reply.good()).as(cdb).isEqualTo(row.cell(3).equals("good"));
        if (reply.good()) {
          assertOnlyTouched(medium, lba, count);
        } else {
          assertThat(host.sense()).as(cdb).isEqualTo("05/21/00");
          assertThat(medium.takeLog()).isEmpty();
        }
      }
      assertThat(host.run("91 00 " + row.cell(1) + " " + row.cell(2) + " 00 00").good())
          .isEqualTo(row.cell(3).equals("good"));
      medium.takeLog();
      var unmap = "00 16 00 10 00*4 " + row.cell(1) + " " + row.cell(2) + " 00*4";
      boolean unmapped = host.run("42 00 00 00 00 00 00 00 18 00", unmap).good();
      assertThat(unmapped).isEqualTo(row.cell(3).equals("good"));
      if (unmapped) {
        assertOnlyTouched(medium, lba, count);
      }
    }
  }

  private static void assertOnlyTouched(TestMedium medium, long lba, int count) {
    for (var entry : medium.takeLog()) {
      var words = entry.substring(entry.lastIndexOf(' ') + 1).split("\\+");
      var first = Long.parseUnsignedLong(words[0], 16) - lba;
      assertThat(first).as(entry).isBetween(0L, count - 1L);
      assertThat(first + Integer.parseInt(words[1])).as(entry).isLessThanOrEqualTo(count);
    }
  }

  @ParameterizedTest
  @MethodSource("edges")
  void capacityAndProvisioning(Rows.Row row) {
    try (var host = TargetHost.of(TargetHost.disk(medium(row)))) {
      assertThat(host.run("25 00 00 00 00 00 00 00 00 00").hex())
          .isEqualTo("FF FF FF FF 00 00 02 00");
      assertThat(host.run("9E 10 00*8 00 00 00 0C 00 00").hex())
          .isEqualTo(
              row.cell(0).equals("half")
                  ? "7F FF FF FF FF FF FF FF 00 00 02 00"
                  : "FF FF FF FF FF FF FF FE 00 00 02 00");
      boolean exists =
          Long.compareUnsigned(
                  Bytes.u64(Octets.of(row.cell(1)), 0), row.cell(0).equals("half") ? HALF : ALL)
              < 0;
      var status = host.run("9E 12 " + row.cell(1) + " 00 00 00 10 00 00");
      assertThat(status.good()).isEqualTo(exists);
      if (exists) {
        assertThat(status.hex()).isEqualTo("00 00 00 14 00 00 00 00 " + row.cell(1));
      }
    }
  }

  /** A block number that the fixed format cannot hold is left out, and stands in the other. */
  @ParameterizedTest
  @MethodSource("badBlocks")
  void senseOfABadBlock(Rows.Row row) {
    long bad = Bytes.u64(Octets.of(row.cell(0)), 0);
    var medium = TestMedium.disk(ALL).withBadBlock(bad);
    try (var host = TargetHost.of(TargetHost.disk(medium))) {
      var cdb = "88 00 " + row.cell(0) + " 00 00 00 01 00 00";
      host.run(cdb);
      assertThat(host.sense()).isEqualTo(row.cell(1));
      host.run(cdb);
      assertThat(host.run("03 01 00 00 FF 00").hex())
          .isEqualTo("72 03 11 00 00 00 00 0C 00 0A 80 00 " + row.cell(0));
    }
  }

  static List<Rows.Row> badBlocks() {
    return Rows.of(
        """
        00 00 00 00 FF FF FF FF | 03/11/00 @FFFFFFFF
        00 00 00 01 00 00 00 00 | 03/11/00
        80 00 00 00 00 00 00 00 | 03/11/00
        FF FF FF FF FF FF FF FE | 03/11/00
        """);
  }
}
