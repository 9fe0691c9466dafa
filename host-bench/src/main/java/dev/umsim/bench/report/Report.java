package dev.umsim.bench.report;

import dev.umsim.bench.copy.Sample;
import java.util.List;
import java.util.Optional;

/**
 * What a run has measured, with what is needed to repeat it.
 *
 * @param version of this program, if it is known
 * @param command the words behind the program's name
 * @param outcome how it went beside that
 */
public record Report(
    Optional<String> version, long seed, List<String> command, List<Sample> rows, Outcome outcome) {
  /** A report of a device about which there is nothing to say. */
  public Report(Optional<String> version, long seed, List<String> command, List<Sample> rows) {
    this(version, seed, command, rows, Outcome.GOOD);
  }

  public Report {
    command = List.copyOf(command);
    rows = List.copyOf(rows);
  }
}
