package dev.umsim.sim.profile;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A profile cannot be used; the message says what would be right, and where in a file. */
public final class ProfileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final @Nullable ProfileKey key;

  ProfileException(Place place, String message) {
    super(place + ": " + message);
    key = null;
  }

  /** A value that is missing, not possible, or does not fit the others. */
  ProfileException(ProfileKey key, String message) {
    super(message);
    this.key = key;
  }

  ProfileException(String message) {
    super(message);
    key = null;
  }

  /** What it is about, where nobody has looked up its place yet. */
  Optional<ProfileKey> key() {
    return Optional.ofNullable(key);
  }

  /** What is wrong, in one line. */
  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
