package dev.umsim.bench.cli;

import dev.umsim.bench.target.Target;
import dev.umsim.bench.target.TargetNotation;
import java.io.IOException;

/** Opens the targets that commands name. */
@FunctionalInterface
interface TargetOpener {
  /** {@link Target#open(TargetNotation, Target.Writes)}. */
  Target open(TargetNotation notation, Target.Writes writes) throws IOException;
}
