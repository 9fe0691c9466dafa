package dev.umsim.bench.file;

import java.io.IOException;

/** A command would write a file that it uses otherwise; nothing has been written. */
public final class ClaimedFileException extends IOException {
  private static final long serialVersionUID = 1;

  ClaimedFileException(String line) {
    super(line);
  }
}
