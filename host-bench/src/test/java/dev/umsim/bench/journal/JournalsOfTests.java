package dev.umsim.bench.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Journals for tests of commands. */
public final class JournalsOfTests {
  private JournalsOfTests() {}

  /** A journal of a target in which no blocks are. */
  public static Path of(Path path, String target) throws IOException {
    Files.deleteIfExists(path);
    try (var writer = JournalWriter.create(path)) {
      var name = new DeviceName(0x46f4, 1, "Maker", "Stick", "1");
      writer.add(new JournalRecord.OfDevice(target, name));
    }
    return path;
  }
}
