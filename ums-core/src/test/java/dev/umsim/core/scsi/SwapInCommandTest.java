package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A medium that goes in the middle of a command, between any two of its chunks, while the medium is
 * at work or not: the command ends, fails unless all was done, and touches no other medium.
 */
class SwapInCommandTest {
  /** CDB, and how many bytes the host sends. */
  static List<Rows.Row> commands() {
    return Rows.of(
        """
        28 00 00 00 00 05 00 00 28 00             | 0
        88 00 00*7 05 00 00 00 28 00 00           | 0
        2A 00 00 00 00 05 00 00 28 00             | 20480
        2A 08 00 00 00 05 00 00 28 00             | 20480
        2E 02 00 00 00 05 00 00 28 00             | 20480
        2F 00 00 00 00 05 00 00 28 00             | 0
        2F 02 00 00 00 05 00 00 28 00             | 20480
        2F 06 00 00 00 05 00 00 28 00             | 512
        35 00 00 00 00 00 00 00 00 00             | 0
        41 00 00 00 00 05 00 00 28 00             | 512
        93 09 00*7 05 00 00 00 28 00 00           | 0
        42 00 00 00 00 00 00 00 28 00             | 40
        1B 00 00 00 02 00                         | 0
        04 10 00 00 00 00                         | 4
        55 10 00 00 00 00 00 00 1C 00             | 28
        """);
  }

  /** What happens to the medium; whether another one is there afterwards. */
  private enum Change {
    REMOVE,
    SWAP,
    PUT_BACK,
    EJECT;

    Optional<TestMedium> apply(MediumSlot slot, TestMedium medium) {
      switch (this) {
        case REMOVE -> slot.remove();
        case PUT_BACK -> {
          slot.remove();
          slot.insert(medium);
        }
        case EJECT -> slot.eject();
        case SWAP -> {
          // Smaller, so that what was meant for the first one would lie behind its end.
          var other = TestMedium.disk(6).asThin();
          slot.insert(other);
          return Optional.of(other);
        }
      }
      return Optional.empty();
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void changeAfterAnyChunk(Rows.Row row) {
    for (var change : Change.values()) {
      for (int chunks = 0; chunks < 8; chunks++) {
        check(row, change, chunks, false);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void changeWhileTheMediumIsAtWork(Rows.Row row) {
    for (var change : Change.values()) {
      for (int accesses = 0; accesses < 12; accesses++) {
        check(row, change, accesses, true);
      }
    }
  }

  private static void check(Rows.Row row, Change change, int progress, boolean delayed) {
    var medium = TestMedium.disk(64).asThin();
    var slot = MediumSlot.removable(medium);
    if (delayed) {
      medium.delayed();
    }
    var what = row + ", " + change + " after " + progress;
    var host = TargetHost.of(TargetHost.disk(slot, 0));
    try {
      var run = host.begin(row.cell(0), dataOut(row));
      boolean ended = delayed ? serve(run, medium, progress) : chunks(run, progress);
      var other = change.apply(slot, medium);
      int atWork = medium.waiting();
      medium.takeLog();
      if (!ended) {
        finish(run, medium);
      }
      assertThat(run.done()).as(what).isTrue();
      other.ifPresent(each -> assertThat(each.takeLog()).as(what).isEmpty());
      assertThat(medium.takeLog()).as("%s: nothing new is begun", what).isEmpty();
      if (!ended && !run.reply().good() && !needsNoMedium(row)) {
        // What was compared before differed, or the medium is gone.
        assertThat(host.sense()).as(what).isIn("02/3A/00", "0E/1D/00", "06/28/00");
      }
      if (!ended && atWork == 0 && movesBlocks(row)) {
        assertThat(run.reply().good()).as(what).isFalse();
      }
      assertThat(medium.changedBlocks()).as(what).allMatch(block -> block >= 5 && block < 45);
    } finally {
      host.close();
    }
    assertThat(host.accessMemoryBytes()).as(what).isZero();
  }

  private static byte[] dataOut(Rows.Row row) {
    if (row.cell(0).startsWith("42")) {
      return Octets.of("00 26 00 20 00*4 00*7 05 00 00 00 0A 00*4 00*7 14 00 00 00 0A 00*4");
    }
    if (row.cell(0).startsWith("55")) {
      return Octets.of("00*8 08 12 00*18");
    }
    return new byte[Integer.parseInt(row.cell(1))];
  }

  private static boolean needsNoMedium(Rows.Row row) {
    return row.cell(0).startsWith("55") || row.cell(0).startsWith("1B");
  }

  /** Commands that cannot have done all that they should before their last access or chunk. */
  private static boolean movesBlocks(Rows.Row row) {
    return List.of("93", "41", "42").contains(row.cell(0).substring(0, 2));
  }

  private static boolean chunks(CommandRun run, int chunks) {
    for (int i = 0; i < chunks && !run.done(); i++) {
      run.runOneChunk();
    }
    return run.done();
  }

  private static boolean serve(CommandRun run, TestMedium medium, int accesses) {
    run.run();
    for (int i = 0; i < accesses && !run.done(); i++) {
      medium.finishOne();
    }
    return run.done();
  }

  private static void finish(CommandRun run, TestMedium medium) {
    if (medium.waiting() == 0) {
      run.run();
    }
    while (medium.waiting() > 0) {
      medium.finishOne();
    }
  }

  /** A reset gives a command up while the medium is at work; the late answer harms nobody. */
  @ParameterizedTest
  @MethodSource("commands")
  void resetWhileTheMediumIsAtWork(Rows.Row row) {
    for (int accesses = 0; accesses < 12; accesses++) {
      var medium = TestMedium.disk(64).asThin().delayed();
      var host = TargetHost.of(TargetHost.disk(MediumSlot.removable(medium), 0));
      try (host) {
        var run = host.begin(row.cell(0), dataOut(row));
        if (!serve(run, medium, accesses)) {
          run.abandon();
          host.target().resetTransport();
        }
        var next = host.begin("12 00 00 00 05 00", new byte[0]);
        next.run();
        while (medium.waiting() > 0) {
          medium.finishOne();
        }
        assertThat(next.reply().hex()).isEqualTo("00 80 06 02 5B");
      }
      assertThat(host.accessMemoryBytes()).isZero();
    }
  }
}
