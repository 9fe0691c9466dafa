package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a CD drive refuses, with which sense, and which byte that points at. */
class CdChecksTest {
  static List<Rows.Row> refusals() {
    return Rows.of(
        """
        # READ TOC: format, in either place, also without a medium; track; session.
        cd    | 43 00 03 00 00 00 00 00 FF 00 | 05/24/00 CB 00 02
        cd    | 43 00 04 00 00 00 00 00 FF 00 | 05/24/00 CB 00 02
        cd    | 43 00 0F 00 00 00 00 00 FF 40 | 05/24/00 CB 00 02
        cd    | 43 00 00 00 00 00 00 00 FF C0 | 05/24/00 CF 00 09
        empty | 43 00 03 00 00 00 00 00 FF 00 | 05/24/00 CB 00 02
        cd    | 43 00 00 00 00 00 02 00 FF 00 | 05/24/00 C0 00 06
        cd    | 43 00 00 00 00 00 A9 00 FF 00 | 05/24/00 C0 00 06
        cd    | 43 00 00 00 00 00 AB 00 FF 00 | 05/24/00 C0 00 06
        cd    | 43 00 00 00 00 00 FF 00 FF 00 | 05/24/00 C0 00 06
        cd    | 43 00 02 00 00 00 02 00 FF 00 | 05/24/00 C0 00 06
        # READ HEADER
        cd    | 44 00 00 00 40 00 00 00 08 00 | 05/21/00
        cd    | 44 00 FF FF FF FF 00 00 08 00 | 05/21/00
        # READ SUB-CHANNEL: format; track of a recording code.
        cd    | 42 00 40 00 00 00 00 00 FF 00 | 05/24/00 C0 00 03
        cd    | 42 00 40 04 00 00 00 00 FF 00 | 05/24/00 C0 00 03
        empty | 42 00 40 FF 00 00 00 00 FF 00 | 05/24/00 C0 00 03
        cd    | 42 00 40 03 00 00 00 00 FF 00 | 05/24/00 C0 00 06
        cd    | 42 00 40 03 00 00 02 00 FF 00 | 05/24/00 C0 00 06
        # GET CONFIGURATION: RT. GET EVENT STATUS NOTIFICATION: not polled.
        cd    | 46 03 00 00 00 00 00 00 FF 00 | 05/24/00 C9 00 01
        cd    | 4A 00 00 00 10 00 00 00 08 00 | 05/24/00 C8 00 01
        # READ DISC INFORMATION: what it is about.
        cd    | 51 01 00 00 00 00 00 00 22 00 | 05/24/00 CA 00 01
        cd    | 51 04 00 00 00 00 00 00 22 00 | 05/24/00 CA 00 01
        empty | 51 07 00 00 00 00 00 00 22 00 | 05/24/00 CA 00 01
        # READ TRACK INFORMATION: type of address; address.
        cd    | 52 03 00 00 00 01 00 00 24 00 | 05/24/00 C9 00 01
        empty | 52 03 00 00 00 01 00 00 24 00 | 05/24/00 C9 00 01
        cd    | 52 01 00 00 00 00 00 00 24 00 | 05/24/00 C0 00 02
        cd    | 52 01 00 00 00 02 00 00 24 00 | 05/24/00 C0 00 02
        cd    | 52 01 01 00 00 01 00 00 24 00 | 05/24/00 C0 00 02
        cd    | 52 02 00 00 00 02 00 00 24 00 | 05/24/00 C0 00 02
        cd    | 52 00 00 00 40 00 00 00 24 00 | 05/21/00
        cd    | 52 00 FF FF FF FF 00 00 24 00 | 05/21/00
        # READ DVD STRUCTURE: of a CD; another type of medium; layer; format.
        cd         | AD 00 00 00 00 00 00 00 08 04 00 00 | 05/30/02
        largest-cd | AD 00 00 00 00 00 00 FF 08 04 00 00 | 05/30/02
        cd         | AD 01 00 00 00 00 00 00 08 04 00 00 | 05/24/00 CB 00 01
        dvd        | AD 0F 00 00 00 00 00 00 08 04 00 00 | 05/24/00 CB 00 01
        dvd        | AD 00 00 00 00 00 01 00 08 04 00 00 | 05/24/00 C0 00 06
        dvd        | AD 00 00 00 00 00 00 02 08 04 00 00 | 05/24/00 C0 00 07
        dvd        | AD 00 00 00 00 00 00 C0 08 04 00 00 | 05/24/00 C0 00 07
        # MODE SENSE: pages that a CD drive has not; saved values.
        cd    | 5A 00 05 00 00 00 00 00 FF 00 | 05/24/00 CD 00 02
        cd    | 5A 00 08 00 00 00 00 00 FF 00 | 05/24/00 CD 00 02
        cd    | 5A 00 0E 00 00 00 00 00 FF 00 | 05/24/00 CD 00 02
        cd    | 5A 00 2A 01 00 00 00 00 FF 00 | 05/24/00 C0 00 03
        cd    | 5A 00 EA 00 00 00 00 00 FF 00 | 05/39/00
        # Reading: range, and what a CD drive has not got.
        cd    | 28 00 00 00 40 01 00 00 00 00 | 05/21/00
        cd    | 28 00 00 00 3F FF 00 00 02 00 | 05/21/00
        cd    | A8 00 00 00 3F FF 00 00 00 02 00 00 | 05/21/00
        cd    | 2B 00 00 00 40 00 00 00 00 00 | 05/21/00
        cd    | 2F 04 00 00 00 00 00 00 01 00 | 05/24/00 CA 00 01
        cd    | 2A 00 00 00 00 00 00 00 01 00 | 05/20/00
        cd    | AA 00 00 00 00 00 00 00 00 01 00 00 | 05/20/00
        cd    | 9E 10 00 00 00 00 00 00 00 00 00 00 00 20 00 00 | 05/20/00
        cd    | BE 10 00 00 00 00 00 00 01 10 00 00 | 05/20/00
        cd    | 12 01 B0 00 FF 00 | 05/24/00 C0 00 02
        cd    | 12 01 B1 00 FF 00 | 05/24/00 C0 00 02
        cd    | 12 01 B2 00 FF 00 | 05/24/00 C0 00 02
        """);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void refusal(Rows.Row row) {
    try (var host = CdRepliesTest.host(row.cell(0))) {
      var reply = host.run(row.cell(1));
      assertThat(reply.good()).isFalse();
      assertThat(reply.data()).isEmpty();
      assertThat(host.sense()).isEqualTo(row.cell(2));
      assertThat(host.sense()).as("told once").isEqualTo("00/00/00");
    }
  }

  static List<Rows.Row> withoutMedium() {
    return Rows.of(
        """
        00 00 00 00 00 00                   | 02/3A/00
        25 00 00 00 00 00 00 00 00 00       | 02/3A/00
        28 00 00 00 00 00 00 00 01 00       | 02/3A/00
        28 00 00 00 00 00 00 00 00 00       | 02/3A/00
        2B 00 00 00 00 00 00 00 00 00       | 02/3A/00
        2F 00 00 00 00 00 00 00 01 00       | 02/3A/00
        35 00 00 00 00 00 00 00 00 00       | 02/3A/00
        42 00 40 01 00 00 00 00 10 00       | 02/3A/00
        42 00 00 00 00 00 00 00 04 00       | 02/3A/00
        43 00 00 00 00 00 00 00 FF 00       | 02/3A/00
        43 00 00 00 00 00 02 00 FF 00       | 02/3A/00
        44 00 00 00 00 00 00 00 08 00       | 02/3A/00
        51 00 00 00 00 00 00 00 22 00       | 02/3A/00
        52 01 00 00 00 01 00 00 24 00       | 02/3A/00
        A8 00 00 00 00 00 00 00 00 01 00 00 | 02/3A/00
        AD 00 00 00 00 00 00 00 08 04 00 00 | 02/3A/00
        1B 00 00 00 03 00                   | 02/3A/00
        03 00 00 00 12 00                   | 00/00/00
        12 00 00 00 60 00                   | 00/00/00
        15 10 00 00 00 00                   | 00/00/00
        1A 00 3F 00 FF 00                   | 00/00/00
        1B 00 00 00 00 00                   | 00/00/00
        1B 00 00 00 01 00                   | 00/00/00
        1B 00 00 00 02 00                   | 00/00/00
        1D 04 00 00 00 00                   | 00/00/00
        1E 00 00 00 01 00                   | 00/00/00
        23 00 00 00 00 00 00 00 FC 00       | 00/00/00
        46 00 00 00 00 00 00 00 FF 00       | 00/00/00
        4A 01 00 00 10 00 00 00 08 00       | 00/00/00
        55 10 00 00 00 00 00 00 00 00       | 00/00/00
        5A 00 3F 00 00 00 00 00 FF 00       | 00/00/00
        A0 00 00 00 00 00 00 00 00 10 00 00 | 00/00/00
        A3 0C 00 00 00 00 00 00 00 FF 00 00 | 00/00/00
        BD 00 00 00 00 00 00 00 00 08 00 00 | 00/00/00
        """);
  }

  /** With an empty tray, and with one that the host has ejected. */
  @ParameterizedTest
  @MethodSource("withoutMedium")
  void commandWithoutMedium(Rows.Row row) {
    for (var state : List.of("empty", "ejected")) {
      if (state.equals("ejected") && row.cell(0).startsWith("1B 00 00 00 03")) {
        continue;
      }
      try (var host = CdRepliesTest.host(state)) {
        assertThat(host.run(row.cell(0)).good()).isEqualTo(row.cell(1).equals("00/00/00"));
        assertThat(host.sense()).isEqualTo(row.cell(1));
      }
    }
  }

  /** A list of pages that changes what can be changed, and lists that would change more. */
  @Test
  void modeSelect() {
    try (var host = CdRepliesTest.host("cd")) {
      var good = "00*8 01 0A 25 08 00*8";
      assertThat(host.run("55 10 00 00 00 00 00 00 14 00", good).good()).isTrue();
      assertThat(host.run("1A 00 01 00 10 00").hex())
          .isEqualTo("0F 00 00 00 01 0A 25 08 00 00 00 00 00 00 00 00");
      // A block descriptor that says what is so is welcome.
      assertThat(host.run("15 10 00 00 0C 00", "00 00 00 08 00 00 00 00 00 00 08 00").good())
          .isTrue();
      host.run("15 10 00 00 0C 00", "00 00 00 08 00 00 00 00 00 00 02 00");
      assertThat(host.sense()).isEqualTo("05/26/00 80 00 09");
      host.run("15 10 00 00 1A 00", "00*4 2A 14 0B 00 00 00 2B 00 21 13 00 00 02 00 21 13 00*6");
      assertThat(host.sense()).as("locking by a page").isEqualTo("05/26/00 80 00 0A");
    }
  }

  @Test
  void mediaWithOtherBlocksAreRefusedAtInsertion() {
    var slot = MediumSlot.removable();
    try (var host = TargetHost.of(TargetHost.cdRom(slot))) {
      assertThatThrownBy(() -> slot.insert(TestMedium.disk(64)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("this drive reads media with blocks of 2048 bytes, not of 512");
      assertThat(slot.medium()).isEmpty();
      assertThat(host.run("00 00 00 00 00 00").good()).isFalse();
      assertThat(host.sense()).as("nothing has happened").isEqualTo("02/3A/00");
    }
    assertThatThrownBy(() -> TargetHost.cdRom(TestMedium.disk(64)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
