package dev.umsim.bench.target;

import dev.umsim.sim.deviation.DeviceTraits;
import dev.umsim.sim.medium.Fill;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a simulated device is to be beyond the settings of its target.
 *
 * @param controlled whether {@link Target#controls} is wanted
 * @param drives one for each unit; where images are named they are the units, in the same order
 * @param identifyData what ATA's IDENTIFY DEVICE gives, 512 bytes
 */
public record SimulatedExtras(boolean controlled, List<Drive> drives, byte[] identifyData) {
  /** Nothing special: one fixed drive. */
  public static final SimulatedExtras NONE =
      new SimulatedExtras(false, List.of(Drive.USUAL), new byte[DeviceTraits.IDENTIFY_BYTES]);

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
