package dev.umsim.bench.workload;

import dev.umsim.sim.profile.ProfileKey;
import dev.umsim.sim.profile.Unit;
import java.util.Optional;

/**
 * What takes several values one after the other: a key of the profile, the block size of the
 * workload, or the host.
 *
 * @param name as a command has it
 * @param word whether its values are words and not numbers
 * @param whole whether its numbers are whole
 * @param unit of its numbers, if they have one
 * @param wanted what is possible, as a phrase
 * @param profileKey the key, if it is one of the profile
 */
public record Swept(
    String name,
    boolean word,
    boolean whole,
    Optional<Unit> unit,
    String wanted,
    Optional<ProfileKey> profileKey) {
  /** Bytes of each read() and write(). */
  public static final Swept BLOCK_SIZE =
      new Swept("bs", false, true, Optional.of(Unit.BYTES), "1 byte to 64M", Optional.empty());

  /** Operating system and controller. */
  public static final Swept HOST =
      new Swept(
          "host",
          true,
          false,
          Optional.empty(),
          "SYSTEM or SYSTEM/CONTROLLER, such as linux-6.1/xhci",
          Optional.empty());

  private static Swept of(ProfileKey key) {
    return new Swept(
        key.toString(), key.isWord(), key.isWhole(), key.unit(), key.wanted(), Optional.of(key));
  }

  /** What has this name. */
  static Optional<Swept> find(String name) {
    if (name.equals(BLOCK_SIZE.name)) {
      return Optional.of(BLOCK_SIZE);
    }
    return name.equals(HOST.name) ? Optional.of(HOST) : ProfileKey.find(name).map(Swept::of);
  }

  @Override
  public String toString() {
    return name;
  }
}
