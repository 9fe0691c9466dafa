package dev.umsim.sim.image;

import java.time.Instant;

/** Something to be put into an image: a file or a directory. */
public sealed interface SourceNode permits SourceFile, SourceDirectory {
  /** Its name in its directory. */
  String name();

  /** When it was last changed. */
  Instant modified();
}
