package dev.umsim.core.host;

/**
 * The device reported a phase error: host and device disagreed about the data (BOT 1.0, section
 * 6.7).
 */
public final class PhaseErrorException extends HostException {
  private static final long serialVersionUID = 1;

  PhaseErrorException(String message) {
    super(message);
  }
}
