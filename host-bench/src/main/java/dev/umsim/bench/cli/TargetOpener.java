package dev.umsim.bench.cli;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.unit.Writes;
import java.io.IOException;

/** Opens the targets that commands name. */
@FunctionalInterface
interface TargetOpener {
  /**
   * {@link TargetOptions#open}.
   *
   * @param options those of the command
   */
  Target open(TargetNotation notation, Writes writes, TargetOptions options) throws IOException;
}
