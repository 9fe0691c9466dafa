package dev.umsim.sim.profile;

import dev.umsim.core.rockbox.RockboxRevision;
import java.util.Locale;
import java.util.Map;

/** What has to be in a profile, and how its values have to fit together. */
final class ProfileRules {
  /** What a medium in memory can have at most. */
  private static final long DEVICE_BYTES_MAX = 1L << 40;

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
      default -> !key.optional() && applies(key);
    };
  }

  /** Refuses a key that says nothing about this kind of firmware or medium. */
  private void requireApplies(ProfileKey key) {
    if (!applies(key)) {
      var decides = key.layer() == Layer.STACK ? ProfileKey.FIRMWARE : ProfileKey.MEDIUM_KIND;
      throw new ProfileException(
          key,
          key + " says nothing where " + decides + " is \"" + word(decides) + "\"; leave it out");
    }
  }

  /** Whether a key says something about this kind of firmware and medium. */
  boolean applies(ProfileKey key) {
    return switch (key) {
      case COMMAND_LATENCY -> streamed();
      case TURNAROUND, READ_BUFFER, WRITE_BUFFER, NEXT_COMMAND -> !streamed();
      case ROTATION, SEEK, NEAR, WRITE_SLOTS -> word(ProfileKey.MEDIUM_KIND).equals("disk");
      default -> true;
    };
  }

  private boolean streamed() {
    return word(ProfileKey.FIRMWARE).equals(ProfileKey.STREAMED);
  }

  private String word(ProfileKey key) {
    return settings.containsKey(key) ? settings.get(key).text() : "";
  }

  private long count(ProfileKey key) {
    return Long.parseLong(settings.get(key).text());
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
    if (streamed()) {
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
