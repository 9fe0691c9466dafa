package dev.umsim.core.host;

/**
 * What came instead of a Command Status Wrapper is not one, or makes no sense (BOT 1.0, section
 * 6.3).
 */
public final class InvalidStatusException extends HostException {
  private static final long serialVersionUID = 1;

  InvalidStatusException(String message) {
    super(message);
  }
}
