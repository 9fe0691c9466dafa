package dev.umsim.bench.report;

import dev.umsim.bench.copy.Progress;
import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.host.CommandListener;
import dev.umsim.core.usb.Direction;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes one line for every command: its time in seconds, the LUN, the command, its data and its
 * status, in columns of which the last is as wide as it has to be.
 */
public final class Trace implements CommandListener, Progress {
  private final Appendable lines;

  /** A trace that goes there. */
  public Trace(Appendable lines) {
    this.lines = lines;
  }

  @Override
  public void begin(String copy) {
    write("# " + copy + "\n");
  }

  @Override
  public void completed(CompletedCommand command) {
    write(
        String.format(
            "%5d.%09d  lun %-2d  %-38s  %-24s  %s\n",
            command.startNanos() / 1_000_000_000,
            command.startNanos() % 1_000_000_000,
            command.lun(),
            CommandWords.of(command.cdb(), command.direction() == Direction.IN),
            data(command),
            outcome(command)));
  }

  private void write(String line) {
    try {
      lines.append(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String data(CompletedCommand command) {
    if (command.dataLength() == 0) {
      return "no data";
    }
    var moved =
        command.movedBytes() == command.dataLength()
            ? command.movedBytes() + " bytes"
            : command.movedBytes() + " of " + command.dataLength() + " bytes";
    return (command.direction() == Direction.IN ? "in " : "out ") + moved;
  }

  private static String outcome(CompletedCommand command) {
    var words = new StringBuilder();
    words.append(command.problem().orElseGet(() -> status(command.status().orElseThrow())));
    if (command.residue() != 0) {
      words.append(", residue ").append(command.residue());
    }
    command.senseData().ifPresent(sense -> words.append(", sense ").append(sense.words()));
    return words.toString();
  }

  private static String status(int status) {
    return switch (status) {
      case CommandStatusWrapper.PASSED -> "passed";
      case CommandStatusWrapper.FAILED -> "failed";
      case CommandStatusWrapper.PHASE_ERROR -> "phase error";
      default -> String.format("status %02x", status);
    };
  }
}
