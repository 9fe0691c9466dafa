package dev.umsim.bench.attack;

import dev.umsim.bench.cli.Ums;
import java.util.List;

/** What the program may say of anything that it is given. */
final class Said {
  private Said() {}

  /** Runs a command: any end will do that is an end, in one line where it is none of a good run. */
  static void run(Tally tally, String what, String... arguments) {
    tally.tried(1);
    try {
      var run = Ums.run(arguments);
      tally.expect(
          run.status() >= 0 && run.status() <= 3,
          "status " + run.status() + " of " + what + ": " + String.join(" ", arguments));
      boolean fault =
          run.err().contains("fault of the program")
              || run.err().contains("\tat ") && !List.of(arguments).contains("-v");
      tally.expect(
          !fault, what + ": " + String.join(" ", arguments) + ": " + run.err().lines().findFirst());
    } catch (RuntimeException | StackOverflowError e) {
      tally.failed(what + ": " + String.join(" ", arguments) + ": " + e);
    }
  }
}
