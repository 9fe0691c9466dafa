package dev.umsim.sim.bus;

import dev.umsim.core.usb.BulkPipe;
import dev.umsim.core.usb.BusPipe;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.Speed;
import java.util.OptionalInt;

/**
 * How fast the controller of a device takes packets.
 *
 * <p>An endpoint whose FIFO holds one packet is not ready when the next token comes. At high speed
 * an IN token then finds nothing and is answered NAK, which costs as much as a packet; an OUT costs
 * nothing, since the host asks by PING before it sends. At full speed there is no PING, and the
 * packet that is not taken has gone over the bus (USB 2.0, section 8.5.1).
 *
 * @param onBus whether there is a bus at all; without one nothing that moves takes time
 * @param fifoPackets how many packets an endpoint's FIFO holds, 1 or 2
 * @param packetsPerFrame how many packets it takes in a frame of a millisecond at most, if that is
 *     less than the host sends
 */
public record DeviceEndpoints(boolean onBus, int fifoPackets, OptionalInt packetsPerFrame) {
  /** Endpoints that are never the bottleneck. */
  public static final DeviceEndpoints FAST = new DeviceEndpoints(true, 2, OptionalInt.empty());

  /** A device that is not on a bus: what moves between it and the host takes no time. */
  public static final DeviceEndpoints NO_BUS = new DeviceEndpoints(false, 2, OptionalInt.empty());

  public DeviceEndpoints {
    if (fifoPackets < 1 || fifoPackets > 2 || packetsPerFrame.orElse(1) < 1) {
      throw new IllegalArgumentException("a FIFO holds 1 or 2 packets, and a frame at least 1");
    }
  }

  /** How many packets' time each packet of a pipe takes but the last of a transfer. */
  int slots(BusPipe pipe, Speed speed) {
    if (fifoPackets > 1 || !(pipe instanceof BulkPipe bulk)) {
      return 1;
    }
    var refused = speed == Speed.HIGH ? Direction.IN : Direction.OUT;
    return Direction.of(bulk.address()) == refused ? 2 : 1;
  }
}
