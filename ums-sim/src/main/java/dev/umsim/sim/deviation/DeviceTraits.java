package dev.umsim.sim.deviation;

import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * What some deviations have to know of the device that they are given to.
 *
 * @param removable whether the unit of this LUN has media that come and go
 * @param identifyData the 512 bytes that ATA's IDENTIFY DEVICE gives
 * @param events is told what the device reports beside the bus, as {@code NAME TEXT}
 */
public record DeviceTraits(IntPredicate removable, byte[] identifyData, Consumer<String> events) {
  /** A sector of ATA. */
  public static final int IDENTIFY_BYTES = 512;

  public DeviceTraits {
    if (identifyData.length != IDENTIFY_BYTES) {
      throw new IllegalArgumentException("IDENTIFY data has 512 bytes, not " + identifyData.length);
    }
  }
}
