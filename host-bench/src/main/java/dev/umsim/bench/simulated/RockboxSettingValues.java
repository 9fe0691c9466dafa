package dev.umsim.bench.simulated;

import dev.umsim.bench.notation.ImageSetting;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.SimulatedKey;
import dev.umsim.bench.notation.SimulatedKind;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.bench.unit.TargetUnit;
import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.device.RockboxDevice;
import dev.umsim.sim.device.RockboxDrive;
import dev.umsim.sim.medium.Fill;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the settings of a target say about a player with the Rockbox firmware.
 *
 * @param highestSpeed of the player
 */
record RockboxSettingValues(
    RockboxRevision revision,
    List<ImageSetting> images,
    int blockSize,
    Speed highestSpeed,
    SettingValues values) {
  /** Reads the settings; throws {@link NotationException} at one that cannot be used. */
  static RockboxSettingValues of(Simulated notation, SimulatedExtras extras) {
    var values = new SettingValues(notation.settings());
    for (var key : SimulatedKey.values()) {
      if (values.has(key) && !SimulatedKind.ROCKBOX.takes(key)) {
        throw new NotationException(
            "'" + key + "' is a setting of sim:reference; what it is about is given by the stack");
      }
    }
    var revision = RockboxRevision.named(notation.name());
    return new RockboxSettingValues(
        revision,
        ReferenceSettings.images(values),
        values.value(SimulatedKey.BLOCK_SIZE, ReferenceSettings::blockSize, 512),
        highestSpeed(values, revision, extras),
        values);
  }

  private static Speed highestSpeed(
      SettingValues values, RockboxRevision revision, SimulatedExtras extras) {
    var usual = revision.pinnedSpeed().orElse(extras.speed().orElse(Speed.HIGH));
    var speed = values.value(SimulatedKey.SPEED, ReferenceSettings::speed, usual);
    var pinned = revision.pinnedSpeed();
    if (pinned.filter(only -> only != speed).isPresent()) {
      throw new NotationException(
          "sim:"
              + revision.name()
              + " does not do this speed; leave it out or use another revision");
    }
    return speed;
  }

  Set<Speed> speeds() {
    return revision
        .pinnedSpeed()
        .map(Set::of)
        .orElseGet(() -> EnumSet.range(Speed.FULL, highestSpeed));
  }

  void describe(RockboxDevice.Builder player) {
    player.speed(highestSpeed);
    var drive = player.everyDrive();
    values.text(SimulatedKey.VENDOR).ifPresent(drive::vendor);
    values.text(SimulatedKey.PRODUCT).ifPresent(drive::product);
    values.text(SimulatedKey.REVISION).ifPresent(drive::revision);
    values.text(SimulatedKey.FILL).map(Fill::parse).ifPresent(drive::fill);
    if (values.has(SimulatedKey.BLOCK_SIZE)) {
      drive.blockSize(blockSize);
    }
    blockCount().ifPresent(drive::blocks);
  }

  /** The drive of a player without an image. */
  TargetUnit driveInMemory() {
    return TargetUnit.inMemory(
        values.value(SimulatedKey.FILL, Fill::parse, Fill.ZERO),
        blockSize,
        blockCount().orElse(RockboxDrive.USUAL_SECTORS));
  }

  private Optional<Long> blockCount() {
    return values.has(SimulatedKey.BLOCKS) || values.has(SimulatedKey.SIZE)
        ? Optional.of(ReferenceSettings.blockCount(values, blockSize))
        : Optional.empty();
  }
}
