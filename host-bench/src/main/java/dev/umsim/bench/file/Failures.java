package dev.umsim.bench.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What went wrong in several steps of which each is done whatever became of those before. */
public final class Failures {
  private final List<IOException> failures = new ArrayList<>();

  /** One step. */
  public interface Step {
    /** Does it. */
    void run() throws IOException;
  }

  /** Does a step, and remembers if it fails. */
  public void keep(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      failures.add(e);
    }
  }

  /** Fails if a step did, and tells of all that did; what one has told is not told again. */
  public void throwAny() throws IOException {
    if (failures.size() == 1) {
      throw failures.get(0);
    }
    if (!failures.isEmpty()) {
      var all =
          new IOException(
              failures.stream()
                  .map(IOException::getMessage)
                  .distinct()
                  .collect(Collectors.joining("; ")),
              failures.get(0));
      failures.stream().skip(1).forEach(all::addSuppressed);
      throw all;
    }
  }
}
