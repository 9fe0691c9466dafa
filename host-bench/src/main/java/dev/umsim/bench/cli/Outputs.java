package dev.umsim.bench.cli;

import dev.umsim.bench.file.FileClaims;
import dev.umsim.bench.file.Leftovers;
import dev.umsim.bench.file.OutputFile;
import dev.umsim.bench.notation.NotationException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the results of a command go: to files, one of them perhaps to standard output, where it
 * then stands alone.
 */
final class Outputs implements AutoCloseable {
  private static final String STANDARD_OUTPUT = "-";

  private final PrintWriter standardOutput;
  private final Leftovers leftovers;
  private final FileClaims claims;
  private final Map<String, String> taken = new LinkedHashMap<>();
  private final List<OutputFile> files = new ArrayList<>();

  Outputs(PrintWriter standardOutput, Leftovers leftovers, FileClaims claims) {
    this.standardOutput = standardOutput;
    this.leftovers = leftovers;
    this.claims = claims;
  }

  /** A result, begun. */
  interface Output {
    Appendable text();

    /** It is complete. */
    void finish() throws IOException;
  }

  /**
   * Refuses a place that is taken already, or must not be written.
   *
   * @param option that names it, for messages
   * @param place a path or {@code -}; null if there is none
   */
  void reserve(String option, String place) throws IOException {
    if (place == null) {
      return;
    }
    if (!place.equals(STANDARD_OUTPUT)) {
      claims.write(option, Path.of(place));
    }
    for (var other : taken.entrySet()) {
      if (place.equals(STANDARD_OUTPUT) && place.equals(other.getValue())) {
        throw new NotationException(
            option + " and " + other.getKey() + " would both go to " + place + "; choose two");
      }
    }
    taken.put(option, place);
  }

  /** Whether standard output is left for the table. */
  boolean tableWanted() {
    return !taken.containsValue(STANDARD_OUTPUT);
  }

  /** Begins what an option asks for; null if it does not. */
  Output open(String option) throws IOException {
    var place = taken.get(option);
    if (place == null) {
      return null;
    }
    if (place.equals(STANDARD_OUTPUT)) {
      return new StandardOutput(standardOutput);
    }
    var file = OutputFile.create(Path.of(place), leftovers);
    files.add(file);
    return new ToFile(file);
  }

  private record StandardOutput(PrintWriter text) implements Output {
    @Override
    public void finish() {
      text.flush();
    }
  }

  private record ToFile(OutputFile file) implements Output {
    @Override
    public Appendable text() {
      return file;
    }

    @Override
    public void finish() throws IOException {
      file.finish();
    }
  }

  /** Gives up what is not finished. */
  @Override
  public void close() throws IOException {
    for (var file : files) {
      file.close();
    }
  }
}
