package dev.umsim.bench.serve;

import java.io.IOException;

/** Nobody answers where a server was expected. */
public final class NoServerException extends IOException {
  private static final long serialVersionUID = 1;

  /** A line that names the place, and what could be wrong. */
  public NoServerException(String line, IOException cause) {
    super(line, cause);
  }
}
