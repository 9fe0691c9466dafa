package dev.umsim.sim.medium;

/** A file that somebody else has open and locked, in this program or in another. */
public final class FileInUseException extends ImageException {
  private static final long serialVersionUID = 1;

  FileInUseException(String line) {
    super(line);
  }
}
