package dev.umsim.sim.bus;

import dev.umsim.core.usb.BusPipe;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Speed;

/**
 * How many bytes of time a transaction takes, and how many there are in a frame (USB 2.0, section
 * 5.8.4 with tables 5-9 and 5-10, and section 5.5.4 with tables 5-2 and 5-3).
 *
 * @param frameNanos length of a frame or microframe
 * @param frameBytes byte times in it
 * @param overheadBytes byte times of a bulk transaction beside its data: synchronisation, packet
 *     identifiers, address, checks, and the gaps between its three packets
 * @param statusBytes byte times of a status stage. At full speed the table allows a control
 *     transfer of three transactions 45 bytes beside its data, two less than three times 13 and the
 *     setup packet; they are taken off here.
 * @param leastBytes byte times that a transaction takes at least, whatever is in it
 */
public record BusTiming(
    long frameNanos, int frameBytes, int overheadBytes, int statusBytes, int leastBytes) {
  private static final BusTiming FULL_SPEED = new BusTiming(1_000_000, 1500, 13, 11, 0);
  private static final BusTiming HIGH_SPEED = new BusTiming(125_000, 7500, 55, 55, 0);

  /** No bus: a gigabyte in a millisecond. */
  static final BusTiming NO_TIME = new BusTiming(1_000_000, 1 << 30, 0, 1, 1);

  /** Milliseconds in a row that are not divided where no frame counts. */
  private static final int UNDIVIDED_MILLISECONDS = 1000;

  /** The bus of the specification at a speed. */
  public static BusTiming of(Speed speed) {
    return switch (speed) {
      case FULL -> FULL_SPEED;
      case HIGH -> HIGH_SPEED;
    };
  }

  /**
   * A bus on which a host controller reaches so many full packets in a millisecond, and which is
   * idle between them for the rest.
   */
  static BusTiming reaching(Speed speed, int packetsPerMillisecond) {
    var limit = of(speed);
    int packetBytes = speed.bulkMaxPacketBytes() + limit.overheadBytes;
    return new BusTiming(
        1_000_000, packetsPerMillisecond * packetBytes, limit.overheadBytes, limit.statusBytes, 0);
  }

  /** The same bus where it does not matter when frames begin, since something else is slower. */
  BusTiming undivided() {
    int frames = (int) (UNDIVIDED_MILLISECONDS * 1_000_000L / frameNanos);
    return new BusTiming(
        frameNanos * frames,
        Math.multiplyExact(frameBytes, frames),
        overheadBytes,
        statusBytes,
        leastBytes);
  }

  /** Byte times of so long. */
  int bytesIn(long nanos) {
    return Math.toIntExact(nanos * frameBytes / frameNanos);
  }

  /** The same bus in frames of double length, in which even a slow one has room for two packets. */
  BusTiming inPairs() {
    return new BusTiming(2 * frameNanos, 2 * frameBytes, overheadBytes, statusBytes, leastBytes);
  }

  /** Byte times of the next transaction of a pipe, if it moves so many bytes. */
  int transactionBytes(BusPipe.Next next, int dataBytes) {
    int bytes =
        switch (next) {
          case NOTHING -> 0;
          case SETUP -> overheadBytes + SetupPacket.LENGTH;
          case DATA, REFUSAL -> overheadBytes + dataBytes;
          case STATUS -> statusBytes;
        };
    return Math.max(bytes, leastBytes);
  }

  /** How many bulk transactions with so many bytes of data go into a frame. */
  public int transactionsPerFrame(int dataBytes) {
    return frameBytes / (overheadBytes + dataBytes);
  }

  /** Bytes of data in a second, if nothing but such bulk transactions is on the bus. */
  public long bytesPerSecond(int dataBytes) {
    return transactionsPerFrame(dataBytes) * (long) dataBytes * (1_000_000_000 / frameNanos);
  }
}
