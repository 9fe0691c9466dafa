package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a disk refuses, with which sense, and which byte that points at (SBC-3, SPC-4). */
class DiskChecksTest {
  static List<Rows.Row> transfers() {
    return Rows.of(
        """
        # READ (6), WRITE (6): range; a count of 0 is 256 blocks.
        full      | 08 00 00 40 01 00 | - | 05/21/00
        full      | 08 1F FF FF 01 00 | - | 05/21/00
        full      | 08 00 00 3F 02 00 | - | 05/21/00
        full      | 08 00 00 00 00 00 | - | 05/21/00
        full      | 08 00 00 00 01 04 | - | 05/24/00 CA 00 05
        empty     | 08 00 00 00 01 00 | - | 02/3A/00
        full      | 0A 00 00 40 01 00 | 55*512 | 05/21/00
        full      | 0A 00 00 00 00 00 | 55*512 | 05/21/00
        protected | 0A 00 00 00 01 00 | 55*512 | 07/27/00
        protected | 0A 00 00 40 01 00 | 55*512 | 07/27/00
        empty     | 0A 00 00 00 01 00 | 55*512 | 02/3A/00
        # SEEK
        full      | 2B 00 00 00 00 40 00 00 00 00 | - | 05/21/00
        full      | 2B 00 FF FF FF FF 00 00 00 00 | - | 05/21/00
        empty     | 2B 00 00 00 00 00 00 00 00 00 | - | 02/3A/00
        # WRITE AND VERIFY: BYTCHK 2 and 3, WRPROTECT, range, protection before range.
        full      | 2E 04 00 00 00 00 00 00 01 00 | 55*512 | 05/24/00 CA 00 01
        full      | 2E 06 00 00 00 00 00 00 01 00 | 55*512 | 05/24/00 CA 00 01
        full      | 2E 20 00 00 00 00 00 00 01 00 | 55*512 | 05/24/00 CF 00 01
        full      | 2E 00 00 00 00 40 00 00 01 00 | 55*512 | 05/21/00
        full      | 2E 00 00 00 00 41 00 00 00 00 | -      | 05/21/00
        protected | 2E 00 00 00 00 40 00 00 01 00 | 55*512 | 07/27/00
        empty     | 2E 00 00 00 00 00 00 00 01 00 | 55*512 | 02/3A/00
        empty     | 2E 04 00 00 00 00 00 00 01 00 | 55*512 | 05/24/00 CA 00 01
        full      | AE 04 00 00 00 00 00 00 00 01 00 00 | 55*512 | 05/24/00 CA 00 01
        full      | AE E0 00 00 00 00 00 00 00 01 00 00 | 55*512 | 05/24/00 CF 00 01
        full      | AE 00 00 00 00 3F 00 00 00 02 00 00 | 55*1024 | 05/21/00
        full      | AE 00 00 00 00 00 FF FF FF FF 00 00 | 55*512 | 05/21/00
        protected | AE 00 00 00 00 00 00 00 00 01 00 00 | 55*512 | 07/27/00
        empty     | AE 00 00 00 00 00 00 00 00 01 00 00 | 55*512 | 02/3A/00
        full      | 8E 06 00*8 00 00 00 01 00 00 | 55*512 | 05/24/00 CA 00 01
        full      | 8E 80 00*8 00 00 00 01 00 00 | 55*512 | 05/24/00 CF 00 01
        full      | 8E 00 00*8 00 00 00 01 01 00 | 55*512 | 05/24/00 CC 00 0E
        full      | 8E 00 FF*8 00 00 00 01 00 00 | 55*512 | 05/21/00
        full      | 8E 00 00*7 40 00 00 00 01 00 00 | 55*512 | 05/21/00
        protected | 8E 00 FF*8 00 00 00 01 00 00 | 55*512 | 07/27/00
        empty     | 8E 00 00*8 00 00 00 01 00 00 | 55*512 | 02/3A/00
        # VERIFY (12) and (16): BYTCHK 2, VRPROTECT, FUA that VERIFY has not, range.
        full  | AF 04 00 00 00 00 00 00 00 01 00 00 | - | 05/24/00 CA 00 01
        full  | AF 40 00 00 00 00 00 00 00 01 00 00 | - | 05/24/00 CF 00 01
        full  | AF 08 00 00 00 00 00 00 00 01 00 00 | - | 05/24/00 CB 00 01
        full  | AF 00 00 00 00 00 00 00 00 41 00 00 | - | 05/21/00
        full  | AF 02 00 00 00 00 00 00 00 41 00 00 | - | 05/21/00
        empty | AF 00 00 00 00 00 00 00 00 01 00 00 | - | 02/3A/00
        full  | 8F 04 00*8 00 00 00 01 00 00 | - | 05/24/00 CA 00 01
        full  | 8F 20 00*8 00 00 00 01 00 00 | - | 05/24/00 CF 00 01
        full  | 8F 00 00*7 41 00 00 00 00 00 00 | - | 05/21/00
        full  | 8F 06 FF*8 00 00 00 01 00 00 | - | 05/21/00
        empty | 8F 00 00*8 00 00 00 01 00 00 | - | 02/3A/00
        # SYNCHRONIZE CACHE (16): range, whether or not a count is given.
        full  | 91 00 00*7 41 00 00 00 00 00 00 | - | 05/21/00
        full  | 91 00 00*7 3F 00 00 00 02 00 00 | - | 05/21/00
        full  | 91 00 FF*8 00 00 00 00 00 00 | - | 05/21/00
        full  | 91 04 00*8 00 00 00 00 00 00 | - | 05/24/00 CA 00 01
        empty | 91 00 00*8 00 00 00 00 00 00 | - | 02/3A/00
        """);
  }

  static List<Rows.Row> provisioning() {
    return Rows.of(
        """
        # WRITE SAME: WRPROTECT, ANCHOR, PBDATA, LBDATA, NDOB in (10); UNMAP where it cannot be.
        thin      | 41 20 00 00 00 00 00 00 01 00 | 55*512 | 05/24/00 CF 00 01
        thin      | 41 10 00 00 00 00 00 00 01 00 | 55*512 | 05/24/00 CC 00 01
        thin      | 41 04 00 00 00 00 00 00 01 00 | 55*512 | 05/24/00 CA 00 01
        thin      | 41 02 00 00 00 00 00 00 01 00 | 55*512 | 05/24/00 C9 00 01
        thin      | 41 01 00 00 00 00 00 00 01 00 | 55*512 | 05/24/00 C8 00 01
        full      | 41 08 00 00 00 00 00 00 01 00 | 55*512 | 05/24/00 CB 00 01
        thin      | 93 E0 00*8 00 00 00 01 00 00 | 55*512 | 05/24/00 CF 00 01
        thin      | 93 10 00*8 00 00 00 01 00 00 | 55*512 | 05/24/00 CC 00 01
        thin      | 93 18 00*8 00 00 00 01 00 00 | 55*512 | 05/24/00 CC 00 01
        thin      | 93 04 00*8 00 00 00 01 00 00 | 55*512 | 05/24/00 CA 00 01
        thin      | 93 02 00*8 00 00 00 01 00 00 | 55*512 | 05/24/00 C9 00 01
        thin      | 93 00 00*8 00 00 00 01 20 00 | 55*512 | 05/24/00 CD 00 0E
        full      | 93 08 00*8 00 00 00 01 00 00 | 55*512 | 05/24/00 CB 00 01
        full      | 93 09 00*8 00 00 00 01 00 00 | -      | 05/24/00 CB 00 01
        # The count: at least 1 (WSNZ), at most FFFF.
        thin      | 41 00 00 00 00 00 00 00 00 00 | 55*512 | 05/24/00 C0 00 07
        thin      | 93 00 00*8 00 00 00 00 00 00 | 55*512 | 05/24/00 C0 00 0A
        vast      | 93 00 00*8 00 01 00 00 00 00 | 55*512 | 05/24/00 C0 00 0A
        vast      | 93 00 00*8 FF FF FF FF 00 00 | 55*512 | 05/24/00 C0 00 0A
        # Protection, range, medium.
        protected | 41 00 00 00 00 40 00 00 01 00 | 55*512 | 07/27/00
        thin      | 41 00 00 00 00 40 00 00 01 00 | 55*512 | 05/21/00
        thin      | 41 00 00 00 00 3F 00 00 02 00 | 55*512 | 05/21/00
        empty     | 41 00 00 00 00 00 00 00 01 00 | 55*512 | 02/3A/00
        empty     | 41 08 00 00 00 00 00 00 01 00 | 55*512 | 02/3A/00
        protected | 93 01 00*8 00 00 00 01 00 00 | -      | 07/27/00
        thin      | 93 01 FF*8 00 00 00 01 00 00 | -      | 05/21/00
        empty     | 93 01 00*8 00 00 00 01 00 00 | -      | 02/3A/00
        # UNMAP: ANCHOR, GROUP NUMBER; not on a medium that gives nothing back, whatever the rest.
        thin      | 42 01 00 00 00 00 00 00 08 00 | 00*8   | 05/24/00 C8 00 01
        thin      | 42 00 00 00 00 00 1F 00 08 00 | 00*8   | 05/24/00 CC 00 06
        full      | 42 00 00 00 00 00 00 00 08 00 | 00*8   | 05/20/00
        full      | 42 01 00 00 00 00 00 00 00 00 | -      | 05/20/00
        protected | 42 00 00 00 00 00 00 00 00 00 | -      | 07/27/00
        empty     | 42 00 00 00 00 00 00 00 08 00 | 00*8   | 02/3A/00
        # Its list: too short, lengths that point behind it, range.
        thin      | 42 00 00 00 00 00 00 00 01 00 | 00     | 05/1A/00
        thin      | 42 00 00 00 00 00 00 00 07 00 | 00*7   | 05/1A/00
        thin      | 42 00 00 00 00 00 00 00 08 00 | 00 07 00 00 00*4 | 05/1A/00
        thin      | 42 00 00 00 00 00 00 00 08 00 | 00 06 00 10 00*4 | 05/1A/00
        thin      | 42 00 00 00 00 00 00 00 17 00 | 00 15 00 10 00*4 00*8 00 00 00 01 00*3 | 05/1A/00
        thin      | 42 00 00 00 00 00 00 00 18 00 | 00 16 00 10 00*4 00*7 40 00 00 00 01 00*4 | 05/21/00
        thin      | 42 00 00 00 00 00 00 00 18 00 | 00 16 00 10 00*4 FF*8 00 00 00 01 00*4 | 05/21/00
        thin      | 42 00 00 00 00 00 00 00 18 00 | 00 16 00 10 00*4 00*7 41 00 00 00 00 00*4 | 05/21/00
        # More descriptors than the limit, even if they name no block; one more is 101h.
        thin      | 42 00 00 00 00 00 00 10 18 00 | 10 16 10 10 00*4 00*4112 | 05/26/00 80 00 02
        # GET LBA STATUS
        thin      | 9E 12 00*7 40 00 00 00 18 00 00 | - | 05/21/00
        thin      | 9E 12 FF*8 00 00 00 18 00 00 | - | 05/21/00
        thin      | 9E 12 00*8 00 00 00 18 01 00 | - | 05/24/00 C8 00 0E
        empty     | 9E 12 00*8 00 00 00 18 00 00 | - | 02/3A/00
        thin      | 9E 11 00*8 00 00 00 18 00 00 | - | 05/24/00 CC 00 01
        thin      | 9E 00 00*8 00 00 00 18 00 00 | - | 05/24/00 CC 00 01
        """);
  }

  static List<Rows.Row> formatting() {
    return Rows.of(
        """
        # FORMAT UNIT: FMTPINFO, list format, interleave; protection and medium.
        full      | 04 40 00 00 00 00 | - | 05/24/00 CF 00 01
        full      | 04 80 00 00 00 00 | - | 05/24/00 CF 00 01
        full      | 04 11 00 00 00 00 | 00*4 | 05/24/00 CA 00 01
        full      | 04 17 00 00 00 00 | 00*4 | 05/24/00 CA 00 01
        full      | 04 10 00 00 01 00 | 00*4 | 05/24/00 C8 00 04
        protected | 04 00 00 00 00 00 | - | 07/27/00
        empty     | 04 00 00 00 00 00 | - | 02/3A/00
        # Its list: cut off; protection information; options without FOV; defects; a capacity.
        full      | 04 10 00 00 00 00 | 00*3 | 05/1A/00
        full      | 04 30 00 00 00 00 | 00*7 | 05/1A/00
        full      | 04 10 00 00 00 00 | 00 00 00 08 00 00 00 40 00 00 02 | 05/1A/00
        full      | 04 10 00 00 00 00 | 01 00 00 00 | 05/26/00 80 00 00
        full      | 04 10 00 00 00 00 | 00 40 00 00 | 05/26/00 80 00 01
        full      | 04 10 00 00 00 00 | 00 08 00 00 | 05/26/00 80 00 01
        full      | 04 10 00 00 00 00 | 00 00 00 04 00 00 00 01 | 05/26/00 80 00 02
        full      | 04 30 00 00 00 00 | 00 00 00 00 00 00 00 08 | 05/26/00 80 00 04
        full      | 04 10 00 00 00 00 | 00 00 00 08 00 00 00 3F 00 00 02 00 | 05/26/00 80 00 04
        full      | 04 10 00 00 00 00 | 00 00 00 08 00 00 00 40 04 00 02 00 | 05/26/00 80 00 08
        full      | 04 10 00 00 00 00 | 00 00 00 08 00 00 00 40 00 00 08 00 | 05/26/00 80 00 09
        # SEND DIAGNOSTIC: other self tests; a list.
        full      | 1D 20 00 00 00 00 | - | 05/24/00 CF 00 01
        full      | 1D 44 00 00 00 00 | - | 05/24/00 CF 00 01
        full      | 1D 08 00 00 00 00 | - | 05/24/00 CB 00 01
        full      | 1D 10 00 00 04 00 | 00*4 | 05/24/00 C0 00 03
        full      | 1D 04 00 01 00 00 | 00*256 | 05/24/00 C0 00 03
        # REPORT SUPPORTED OPERATION CODES: options; service actions.
        full      | A3 0C 04 00 00 00 00 00 00 FF 00 00 | - | 05/24/00 CA 00 02
        full      | A3 0C 07 00 00 00 00 00 00 FF 00 00 | - | 05/24/00 CA 00 02
        full      | A3 0C 01 9E 00 10 00 00 00 FF 00 00 | - | 05/24/00 CA 00 02
        full      | A3 0C 02 28 00 00 00 00 00 FF 00 00 | - | 05/24/00 CA 00 02
        full      | A3 0C 08 28 00 00 00 00 00 FF 00 00 | - | 05/24/00 CB 00 02
        full      | A3 0D 00 00 00 00 00 00 00 FF 00 00 | - | 05/24/00 CC 00 01
        full      | A3 00 00 00 00 00 00 00 00 FF 00 00 | - | 05/24/00 CC 00 01
        """);
  }

  static List<Rows.Row> modeLists() {
    return Rows.of(
        """
        # MODE SELECT: SP; PF missing where pages come.
        full | 15 11 00 00 04 00 | 00*4 | 05/24/00 C8 00 01
        full | 55 11 00 00 00 00 00 00 08 00 | 00*8 | 05/24/00 C8 00 01
        full | 15 01 00 00 00 00 | - | 05/24/00 C8 00 01
        full | 15 00 00 00 18 00 | 00*4 08 12 04 00*17 | 05/24/00 CC 00 01
        full | 15 12 00 00 04 00 | 00*4 | 05/24/00 C9 00 01
        # Cut off in header, block descriptor, and page.
        full | 15 10 00 00 03 00 | 00*3 | 05/1A/00
        full | 55 10 00 00 00 00 00 00 07 00 | 00*7 | 05/1A/00
        full | 15 10 00 00 0B 00 | 00 00 00 08 00*7 | 05/1A/00
        full | 55 10 00 00 00 00 00 00 17 00 | 00 00 00 00 01 00 00 10 00*15 | 05/1A/00
        full | 15 10 00 00 05 00 | 00*4 08 | 05/1A/00
        full | 15 10 00 00 17 00 | 00*4 08 12 04 00*16 | 05/1A/00
        # Length of the block descriptor, and other blocks than there are.
        full | 15 10 00 00 08 00 | 00 00 00 04 00*4 | 05/26/00 80 00 03
        full | 55 10 00 00 00 00 00 00 10 00 | 00 00 00 00 01 00 00 08 00*8 | 05/26/00 80 00 06
        full | 15 10 00 00 0C 00 | 00 00 00 08 00 00 00 3F 00 00 02 00 | 05/26/00 80 00 04
        full | 15 10 00 00 0C 00 | 00 00 00 08 00 00 00 40 00 00 04 00 | 05/26/00 80 00 09
        full | 55 10 00 00 00 00 00 00 18 00 | 00 00 00 00 01 00 00 10 00*7 3F 00*4 00 00 02 00 | 05/26/00 80 00 08
        full | 55 10 00 00 00 00 00 00 18 00 | 00 00 00 00 01 00 00 10 00*7 40 00*4 00 00 10 00 | 05/26/00 80 00 14
        # Pages: unknown; saved; with subpages; of another length; that cannot be changed so.
        full | 15 10 00 00 06 00 | 00*4 02 00 | 05/26/00 80 00 04
        full | 15 10 00 00 18 00 | 00*4 88 12 04 00*17 | 05/26/00 80 00 04
        full | 15 10 00 00 18 00 | 00*4 48 12 04 00*17 | 05/26/00 80 00 04
        full | 15 10 00 00 18 00 | 00*4 08 0A 04 00*17 | 05/26/00 80 00 05
        full | 15 10 00 00 18 00 | 00*4 08 12 05 00*17 | 05/26/00 80 00 06
        full | 15 10 00 00 18 00 | 00*4 08 12 04 00*16 01 | 05/26/00 80 00 17
        full | 15 10 00 00 10 00 | 00*4 0A 0A 06 00 00 00 00 00 FF FF 00 00 | 05/26/00 80 00 06
        full | 15 10 00 00 10 00 | 00*4 1A 0A 00 02 00*8 | 05/26/00 80 00 07
        full | 15 10 00 00 24 00 | 00*4 05 1E FF FF 20 3F 02 00 00 01 00*22 | 05/26/00 80 00 08
        # The first page is good, the second is not.
        full | 15 10 00 00 2C 00 | 00*4 08 12 00*18 08 12 01 00*17 | 05/26/00 80 00 1A
        # MODE SENSE: saved values; pages and subpages that are not there.
        full | 1A 00 C8 00 FF 00 | - | 05/39/00
        full | 5A 00 FF 00 00 00 00 00 FF 00 | - | 05/39/00
        full | 1A 00 00 00 FF 00 | - | 05/24/00 CD 00 02
        full | 1A 00 2A 00 FF 00 | - | 05/24/00 CD 00 02
        full | 5A 00 0B 00 00 00 00 00 FF 00 | - | 05/24/00 CD 00 02
        full | 5A 00 08 01 00 00 00 00 FF 00 | - | 05/24/00 C0 00 03
        full | 5A 00 3F 01 00 00 00 00 FF 00 | - | 05/24/00 C0 00 03
        """);
  }

  @ParameterizedTest
  @MethodSource({"transfers", "provisioning", "formatting", "modeLists"})
  void refusal(Rows.Row row) {
    try (var host = DiskRepliesTest.host(row.cell(0))) {
      var pages = host.run("1A 08 3F 00 FF 00").hex();
      var reply = host.run(row.cell(1), row.cell(2));
      assertThat(reply.good()).as(row.toString()).isFalse();
      assertThat(reply.data()).isEmpty();
      assertThat(host.sense()).as(row.toString()).isEqualTo(row.cell(3));
      assertThat(host.sense()).as("told once").isEqualTo("00/00/00");
      assertThat(host.run("1A 08 3F 00 FF 00").hex()).as("nothing is changed").isEqualTo(pages);
    }
  }

  static List<Rows.Row> acceptances() {
    return Rows.of(
        """
        # Ranges of no blocks reach to the end; the old LUN field and most of CONTROL say nothing.
        full | 2E 00 00 00 00 40 00 00 00 00 | -
        full | AE 10 00 00 00 40 00 00 00 00 00 00 | -
        full | 8E 00 00*7 40 00 00 00 00 00 00 | -
        full | AF 00 00 00 00 40 00 00 00 00 00 00 | -
        full | 8F 16 00*7 40 00 00 00 00 00 00 | -
        full | 91 00 00*7 40 00 00 00 00 00 00 | -
        full | 91 E2 00*7 40 00 00 00 00 00 FB | -
        full | 2B E0 00 00 00 3F 00 00 00 00 | -
        protected | 91 00 00*8 00 00 00 00 00 00 | -
        # FORMAT UNIT with all that may be said.
        full | 04 00 00 00 00 00 | -
        full | 04 10 00 00 00 00 | 00*4
        full | 04 18 00 00 00 00 | 00 FA 00 00
        full | 04 10 00 00 00 00 | 00 02 00 08 00 00 00 40 00 00 02 00
        full | 04 10 00 00 00 00 | 00 00 00 08 00 00 00 40 02 00 02 00
        full | 04 30 00 00 00 00 | 00*8
        vast | 04 10 00 00 00 00 | 00 00 00 08 FF FF FF FF 00 00 02 00
        # UNMAP of nothing: no list, no descriptor, no blocks, at the end; a tail is not looked at.
        thin | 42 00 00 00 00 00 00 00 00 00 | -
        thin | 42 00 00 00 00 00 00 00 08 00 | 00 06 00 00 00*4
        thin | 42 00 00 00 00 00 00 00 18 00 | 00 16 00 10 00*4 00*7 40 00 00 00 00 00*4
        thin | 42 00 00 00 00 00 00 00 17 00 | 00 15 00 0F 00*4 FF*15
        thin | 42 00 00 00 00 00 00 10 08 00 | 10 06 10 00 00*4 00*4096
        # Self tests.
        full | 1D 04 00 00 00 00 | -
        full | 1D 00 00 00 00 00 | -
        full | 1D 17 00 00 00 00 | -
        # MODE SELECT of nothing, of what is so, and of what may be changed.
        full | 15 10 00 00 00 00 | -
        full | 15 00 00 00 04 00 | 00*4
        full | 15 10 00 00 04 00 | 55 00 90 00
        full | 15 10 00 00 0C 00 | 00 00 00 08 00*8
        full | 15 10 00 00 0C 00 | 00 00 00 08 00 00 00 40 00 00 02 00
        vast | 15 10 00 00 0C 00 | 00 00 00 08 FF FF FF FF 00 00 02 00
        vast | 55 10 00 00 00 00 00 00 18 00 | 00 00 00 00 01 00 00 10 80 00*7 00*4 00 00 02 00
        full | 15 10 00 00 24 00 | 00*4 05 1E FF FF 10 3F 02 00 00 01 00*22
        full | 55 10 00 00 00 00 00 00 28 00 | 00*8 01 0A 00 FF 00 00 00 00 FF 00 FF FF 08 12 00*18
        """);
  }

  @ParameterizedTest
  @MethodSource("acceptances")
  void acceptance(Rows.Row row) {
    try (var host = DiskRepliesTest.host(row.cell(0))) {
      var reply = host.run(row.cell(1), row.cell(2));
      assertThat(reply.good()).as("%s: %s", row, host.sense()).isTrue();
      assertThat(reply.processedBytes()).isEqualTo(Octets.of(row.cell(2)).length);
    }
  }
}
