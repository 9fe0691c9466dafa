package dev.umsim.core.host;

/** The device has no interface that this host can use, or its descriptors are malformed. */
public final class NotMassStorageException extends HostException {
  private static final long serialVersionUID = 1;

  NotMassStorageException(String message) {
    super(message);
  }
}
