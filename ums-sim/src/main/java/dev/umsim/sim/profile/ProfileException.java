package dev.umsim.sim.profile;

/** A profile cannot be used; the message names the file and the line, and what would be right. */
public final class ProfileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ProfileException(Place place, String message) {
    super(place + ": " + message);
  }

  ProfileException(String message) {
    super(message);
  }
}
