package dev.umsim.bench.report;

import dev.umsim.bench.copy.Sample;
import java.util.List;
import java.util.Optional;

/**
 * What a run has measured, with what is needed to repeat it.
 *
 * @param version of this program, if it is known
 * @param command the words behind the program's name
 */
public record Report(Optional<String> version, long seed, List<String> command, List<Sample> rows) {
  public Report {
    command = List.copyOf(command);
    rows = List.copyOf(rows);
  }
}
