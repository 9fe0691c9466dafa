package dev.umsim.core.rockbox;

import dev.umsim.core.usb.DeviceIdentity;
import dev.umsim.core.usb.Speed;
import java.util.Objects;

/**
 * What a build of Rockbox for one player fixes.
 *
 * @param revision of the source
 * @param buffers transfer memory
 * @param highSpeed whether the device does high speed beside full speed
 * @param fullSpeedPacketBytes wMaxPacketSize at full speed
 * @param highSpeedPacketBytes wMaxPacketSize at high speed
 * @param wideSectors whether sectors are counted in 64 bits (STORAGE_64BIT_SECTOR), not in 32
 * @param clock whether the player has a clock that can be set (CONFIG_RTC)
 * @param smart whether its disk is asked for SMART data (HAVE_ATA_SMART)
 * @param skipFirstDrive whether the first drive is kept from the host
 * @param identity device descriptor and strings
 */
public record RockboxSettings(
    RockboxRevision revision,
    Buffers buffers,
    boolean highSpeed,
    int fullSpeedPacketBytes,
    int highSpeedPacketBytes,
    boolean wideSectors,
    boolean clock,
    boolean smart,
    boolean skipFirstDrive,
    DeviceIdentity identity) {
  public RockboxSettings {
    Objects.requireNonNull(revision);
    Objects.requireNonNull(buffers);
    Objects.requireNonNull(identity);
    requirePacket(fullSpeedPacketBytes, Speed.FULL);
    requirePacket(highSpeedPacketBytes, Speed.HIGH);
  }

  private static void requirePacket(int bytes, Speed speed) {
    if (bytes < 8 || bytes > speed.bulkMaxPacketBytes() || Integer.bitCount(bytes) != 1) {
      throw new IllegalArgumentException(
          "a bulk packet has 8 to "
              + speed.bulkMaxPacketBytes()
              + " bytes at this speed, a power of two, not "
              + bytes);
    }
  }

  int packetBytes(Speed speed) {
    return switch (speed) {
      case FULL -> fullSpeedPacketBytes;
      case HIGH -> highSpeedPacketBytes;
    };
  }

  boolean has(Habit habit) {
    return revision.has(habit);
  }
}
