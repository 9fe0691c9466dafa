package dev.umsim.sim.profile;

import dev.umsim.core.rockbox.RockboxRevision;
import java.util.Locale;
import java.util.Map;

/** What has to be in a profile, and how its values have to fit together. */
final class ProfileRules {
  private final String name;
  private final Map<ProfileKey, Setting> settings;

  ProfileRules(String name, Map<ProfileKey, Setting> settings) {
    this.name = name;
    this.settings = settings;
  }

  void check() {
    for (var key : ProfileKey.values()) {
      if (needed(key) && !settings.containsKey(key)) {
        throw new ProfileException(
            name + " has no " + key + ", which is " + key.range().wanted() + "; add it");
      }
    }
    checkBlocks();
    checkWithin("raw", ProfileKey.RAW_FIRST_BLOCK, ProfileKey.RAW_BLOCKS);
    checkWithin("FAT", ProfileKey.FAT_FIRST_BLOCK, ProfileKey.FAT_BLOCKS);
    checkSpeed();
  }

  private boolean needed(ProfileKey key) {
    return switch (key) {
      case COMMAND_LATENCY -> streamed();
      case TURNAROUND -> !streamed();
      case IDLE_AFTER -> settings.containsKey(ProfileKey.IDLE_PENALTY);
      case ROTATION, SEEK, NEAR, WRITE_SLOTS -> word(ProfileKey.MEDIUM_KIND).equals("disk");
      case SCATTERED_WRITE -> word(ProfileKey.MEDIUM_KIND).equals("flash");
      default -> !key.optional();
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
    long cluster = count(ProfileKey.CLUSTER_BYTES);
    if (Long.bitCount(block) != 1) {
      throw new ProfileException(
          name + ": " + ProfileKey.BLOCK_BYTES + " is 512, 1024, 2048 or 4096, not " + block);
    }
    if (Long.bitCount(cluster) != 1 || cluster < block) {
      throw new ProfileException(
          name + ": " + ProfileKey.CLUSTER_BYTES + " is a power of two and at least a block");
    }
  }

  private void checkWithin(String what, ProfileKey first, ProfileKey blocks) {
    long end = count(first) + count(blocks);
    long device = count(ProfileKey.DEVICE_BLOCKS);
    if (end > device) {
      throw new ProfileException(
          name
              + ": the "
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
    var pinned =
        RockboxRevision.named(word(ProfileKey.FIRMWARE))
            .pinnedSpeed()
            .map(speed -> speed.name().toLowerCase(Locale.ROOT))
            .orElse(word(ProfileKey.SPEED));
    if (!pinned.equals(word(ProfileKey.SPEED))) {
      throw new ProfileException(
          name
              + ": "
              + word(ProfileKey.FIRMWARE)
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
