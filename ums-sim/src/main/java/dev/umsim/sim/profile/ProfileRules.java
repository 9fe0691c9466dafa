package dev.umsim.sim.profile;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.rockbox.RockboxRevision;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What has to be in a profile, and how its values have to fit together. */
final class ProfileRules {
  /** What a medium in memory can have at most. */
  private static final long DEVICE_BYTES_MAX = 1L << 40;

  private static final int ROCKBOX_BUFFER_BYTES_MIN = 4096;

  private final Map<ProfileKey, Setting> settings;

  ProfileRules(Map<ProfileKey, Setting> settings) {
    this.settings = settings;
  }

  void check() {
    for (var key : ProfileKey.values()) {
      if (needed(key) && !settings.containsKey(key)) {
        throw new ProfileException(
            key, "there is no " + key + ", which is " + key.wanted() + "; add it");
      }
    }
    settings.keySet().forEach(this::requireApplies);
    checkBlocks();
    checkBuffer(ProfileKey.READ_BUFFER);
    checkBuffer(ProfileKey.WRITE_BUFFER);
    checkWithin("raw", ProfileKey.RAW_FIRST_BLOCK, ProfileKey.RAW_BLOCKS);
    checkWithin("FAT", ProfileKey.FAT_FIRST_BLOCK, ProfileKey.FAT_BLOCKS);
    checkSpeed();
  }

  private boolean needed(ProfileKey key) {
    return switch (key) {
      case SCATTERED_WRITE -> word(ProfileKey.MEDIUM_KIND).equals("flash");
      case IDLE_AFTER -> settings.containsKey(ProfileKey.IDLE_PENALTY);
      case IDLE_PENALTY -> settings.containsKey(ProfileKey.IDLE_AFTER);
      case SLEEP_AFTER -> settings.containsKey(ProfileKey.WAKE);
      case WAKE -> settings.containsKey(ProfileKey.SLEEP_AFTER);
      case READ_LATENCY -> settings.containsKey(ProfileKey.WRITE_LATENCY);
      case WRITE_LATENCY -> settings.containsKey(ProfileKey.READ_LATENCY);
      case READ_BUFFER, WRITE_BUFFER -> buffered();
      default -> !key.optional() && applies(key);
    };
  }

  /** Refuses a key that says nothing beside the others. */
  private void requireApplies(ProfileKey key) {
    if (!applies(key)) {
      throw new ProfileException(key, key + " says nothing " + where(key) + "; leave it out");
    }
  }

  private String where(ProfileKey key) {
    var decides =
        switch (key) {
          case PORT_LATENCY -> ProfileKey.READ_LATENCY;
          case ROTATION, SEEK, NEAR, WRITE_SLOTS, READ_AHEAD_KEPT -> ProfileKey.MEDIUM_KIND;
          default -> ProfileKey.FIRMWARE;
        };
    return decides == ProfileKey.READ_LATENCY
        ? "beside " + ProfileKey.READ_LATENCY + " and " + ProfileKey.WRITE_LATENCY
        : "where " + decides + " is \"" + word(decides) + "\"";
  }

  /** Whether a key says something beside the others. */
  boolean applies(ProfileKey key) {
    return switch (key) {
      case COMMAND_LATENCY -> streamed();
      case TURNAROUND, READ_BUFFER, WRITE_BUFFER, NEXT_COMMAND -> !streamed();
      case BUFFERS, OVERLAP, PREFETCH -> buffered();
      case PORT_LATENCY ->
          !settings.containsKey(ProfileKey.READ_LATENCY)
              && !settings.containsKey(ProfileKey.WRITE_LATENCY);
      case ROTATION, SEEK, NEAR, WRITE_SLOTS, READ_AHEAD_KEPT ->
          word(ProfileKey.MEDIUM_KIND).equals("disk");
      default -> true;
    };
  }

  /**
   * Drops what was inherited and says nothing any more beside what stands here.
   *
   * @param own the keys that stand here
   */
  static void dropDisplaced(Map<ProfileKey, Setting> settings, Set<ProfileKey> own) {
    // Each way to say the latency takes the place of the other.
    if (own.contains(ProfileKey.PORT_LATENCY)) {
      settings
          .keySet()
          .removeIf(
              key ->
                  !own.contains(key)
                      && (key == ProfileKey.READ_LATENCY || key == ProfileKey.WRITE_LATENCY));
    }
    var rules = new ProfileRules(settings);
    settings.keySet().removeIf(key -> !own.contains(key) && !rules.applies(key));
  }

  private boolean buffered() {
    return word(ProfileKey.FIRMWARE).equals(ProfileKey.BUFFERED);
  }

  private boolean streamed() {
    return word(ProfileKey.FIRMWARE).equals(ProfileKey.STREAMED);
  }

  private String word(ProfileKey key) {
    return settings.containsKey(key) ? requireNonNull(settings.get(key)).text() : "";
  }

  private long count(ProfileKey key) {
    return Long.parseLong(requireNonNull(settings.get(key)).text());
  }

  private void checkBlocks() {
    long block = count(ProfileKey.BLOCK_BYTES);
    if (count(ProfileKey.CLUSTER_BYTES) < block) {
      throw new ProfileException(
          ProfileKey.CLUSTER_BYTES,
          ProfileKey.CLUSTER_BYTES + " is at least a block, which has " + block + " bytes");
    }
    long most = DEVICE_BYTES_MAX / block;
    if (count(ProfileKey.DEVICE_BLOCKS) > most) {
      throw new ProfileException(
          ProfileKey.DEVICE_BLOCKS,
          ProfileKey.DEVICE_BLOCKS
              + " is at most "
              + most
              + " with blocks of "
              + block
              + " bytes, which is 1 TiB; make it smaller");
    }
  }

  /** A buffer with a part of a block makes firmware send more or less than its host wants. */
  private void checkBuffer(ProfileKey key) {
    long block = count(ProfileKey.BLOCK_BYTES);
    if (settings.containsKey(key) && !buffered() && count(key) < ROCKBOX_BUFFER_BYTES_MIN) {
      throw new ProfileException(
          key, key + " of Rockbox is at least 4096 bytes, not " + count(key) + " bytes");
    }
    if (settings.containsKey(key) && count(key) % block != 0) {
      throw new ProfileException(
          key, key + " is whole blocks of " + block + " bytes, not " + count(key) + " bytes");
    }
  }

  private void checkWithin(String what, ProfileKey first, ProfileKey blocks) {
    long end = count(first) + count(blocks);
    long device = count(ProfileKey.DEVICE_BLOCKS);
    if (end > device) {
      throw new ProfileException(
          blocks,
          "the "
              + what
              + " partition ends at block "
              + end
              + ", and the device has "
              + device
              + "; make "
              + blocks
              + " smaller");
    }
  }

  /** Revisions that do one speed only. */
  private void checkSpeed() {
    if (streamed() || buffered()) {
      return;
    }
    var speed = word(ProfileKey.SPEED);
    var pinned =
        RockboxRevision.named(word(ProfileKey.FIRMWARE))
            .pinnedSpeed()
            .map(each -> each.name().toLowerCase(Locale.ROOT))
            .orElse(speed);
    if (!pinned.equals(speed)) {
      throw new ProfileException(
          ProfileKey.SPEED,
          word(ProfileKey.FIRMWARE)
              + " does "
              + pinned
              + " speed only; set "
              + ProfileKey.SPEED
              + " to \""
              + pinned
              + "\"");
    }
  }
}
