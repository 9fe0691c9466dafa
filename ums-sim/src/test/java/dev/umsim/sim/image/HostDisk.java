package dev.umsim.sim.image;

import dev.umsim.core.testing.ExternalTool;
import java.nio.file.Path;

/** What the host's file system knows about a file and Java does not tell. */
final class HostDisk {
  private HostDisk() {}

  /** How many bytes of the disk a file takes, holes not counted. */
  static long allocatedBytes(Path file) {
    String output =
        ExternalTool.of("stat", "coreutils")
            .run("--format=%b %B", file)
            .expectSuccess()
            .output()
            .strip();
    String[] fields = output.split(" ");
    return Long.parseLong(fields[0]) * Long.parseLong(fields[1]);
  }
}
