package dev.umsim.bench.check;

import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.simulated.SimulatedExtras;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.sim.check.CheckResult;
import dev.umsim.sim.check.Outcome;
import dev.umsim.sim.check.Suite;
import dev.umsim.sim.check.SuiteOptions;
import java.util.Optional;

/** One mutant under the suite, in the process that has it on its class path. */
final class MutantVerdict {
  /** Opens the line of the check that fails first. */
  private static final String KILLED = "killed ";

  /** The line of a mutant that no check has told from the conformant device. */
  private static final String SURVIVED = "survived";

  /** Opens the line of one that none has failed and a check has warned of. */
  private static final String WARNED = "warned of by ";

  private static Optional<String> warned = Optional.empty();

  private MutantVerdict() {}

  /** Runs the suite on each target until a check fails. */
  public static void main(String[] targets) throws Exception {
    for (var target : targets) {
      var notation = TargetNotation.parse(target);
      var extras = target.contains("image=") ? SimulatedExtras.CONTROLLED : CheckedTarget.TWO_DISKS;
      try (var device =
          new TargetDevice(
              () -> Targets.open(notation, Writes.TO_OVERLAY, extras), false, true, true)) {
        Suite.run(device, SuiteOptions.USUAL.withStrict(true), MutantVerdict::judge);
      }
    }
    end(warned.map(id -> WARNED + id).orElse(SURVIVED));
  }

  /** Whether this line of its output is the verdict. */
  static boolean isOne(String line) {
    return line.startsWith(KILLED) || line.startsWith(WARNED) || line.equals(SURVIVED);
  }

  private static void judge(CheckResult result) {
    if (result.outcome() == Outcome.FAIL) {
      end(KILLED + result.check().id());
    } else if (result.outcome() == Outcome.WARN) {
      warned = Optional.of(result.check().id());
    }
  }

  private static void end(String verdict) {
    System.out.println(verdict);
    System.out.flush();
    // Nothing that the mutant keeps alive is waited for.
    Runtime.getRuntime().halt(0);
  }
}
