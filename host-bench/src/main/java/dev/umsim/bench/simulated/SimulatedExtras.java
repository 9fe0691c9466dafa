package dev.umsim.bench.simulated;

import dev.umsim.bench.device.Target;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.deviation.DeviceTraits;
import dev.umsim.sim.device.RockboxDevice;
import dev.umsim.sim.medium.Fill;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * What a simulated device is to be beyond the settings of its target.
 *
 * @param controlled whether {@link Target#controls} is wanted
 * @param drives one for each unit; where images are named they are the units, in the same order
 * @param identifyData what ATA's IDENTIFY DEVICE gives, 512 bytes
 * @param speed the highest of a player, where its target does not say
 * @param player says what a player with the Rockbox firmware is to be
 */
public record SimulatedExtras(
    boolean controlled,
    List<Drive> drives,
    byte[] identifyData,
    Optional<Speed> speed,
    Consumer<RockboxDevice.Builder> player) {
  /** Nothing special: one fixed drive. */
  public static final SimulatedExtras NONE =
      new SimulatedExtras(
          false,
          List.of(Drive.USUAL),
          new byte[DeviceTraits.IDENTIFY_BYTES],
          Optional.empty(),
          player -> {});

  /** The same, and it can be controlled. */
  public static final SimulatedExtras CONTROLLED =
      new SimulatedExtras(true, NONE.drives, NONE.identifyData, NONE.speed, NONE.player);

  public SimulatedExtras {
    drives = List.copyOf(drives);
  }

  /**
   * One drive; what is not given is as the settings of the target say.
   *
   * @param removable whether its medium comes and goes
   */
  public record Drive(
      boolean removable, OptionalInt blockSize, OptionalLong blockCount, Optional<Fill> fill) {
    static final Drive USUAL =
        new Drive(false, OptionalInt.empty(), OptionalLong.empty(), Optional.empty());
  }

  Drive drive(int number) {
    return number < drives.size() ? drives.get(number) : Drive.USUAL;
  }
}
