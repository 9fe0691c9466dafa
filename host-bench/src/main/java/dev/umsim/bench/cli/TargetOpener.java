package dev.umsim.bench.cli;

import dev.umsim.bench.target.Target;
import dev.umsim.bench.target.TargetNotation;
import java.io.IOException;

/** Opens the targets that commands name. */
@FunctionalInterface
interface TargetOpener {
  /**
   * {@link TargetOptions#open}.
   *
   * @param options those of the command
   */
  Target open(TargetNotation notation, Target.Writes writes, TargetOptions options)
      throws IOException;
}
