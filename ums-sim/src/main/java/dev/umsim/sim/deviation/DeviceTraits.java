package dev.umsim.sim.deviation;

import dev.umsim.core.medium.Medium;
import dev.umsim.sim.time.Delay;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * What some deviations have to know of the device that they are given to.
 *
 * @param removable whether the unit of this LUN has media that come and go
 * @param media what is in the unit of this LUN at first, if there is such a unit
 * @param identifyData the 512 bytes that ATA's IDENTIFY DEVICE gives
 * @param events is told what the device reports beside the bus, as {@code NAME TEXT}
 * @param delay the clock of the device
 */
public record DeviceTraits(
    IntPredicate removable,
    IntFunction<Optional<Medium>> media,
    byte[] identifyData,
    Consumer<String> events,
    Delay delay) {
  /** A sector of ATA. */
  public static final int IDENTIFY_BYTES = 512;

  public DeviceTraits {
    if (identifyData.length != IDENTIFY_BYTES) {
      throw new IllegalArgumentException("IDENTIFY data has 512 bytes, not " + identifyData.length);
    }
  }
}
