package dev.umsim.sim.bus;

import dev.umsim.core.usb.BulkPipe;
import dev.umsim.core.usb.BusPipe;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.Speed;
import java.util.Optional;

/**
 * The host's USB controller with its driver: how densely it fills the bus, and when the host's
 * software learns that a transfer has ended.
 *
 * <p>UHCI, OHCI and EHCI raise an interrupt for a finished transfer at the next boundary of a frame
 * or microframe (EHCI 1.0, section 4.15; OHCI 1.0a, section 4.4.1); the driver needs its latency
 * from there on.
 *
 * @param fullSpeedPackets bulk packets of 64 bytes in a millisecond, at most 19
 * @param highSpeedPackets bulk packets of 512 bytes in a millisecond, at most 104
 * @param atBoundary whether the end of a transfer shows at the next boundary only, or at once
 * @param latencyNanos from there to the driver of the device, at least 0
 * @param jitter how far the latency may lie from its mean, 0 to 1
 * @param inPacketNanos what a packet to the host takes at least, where the host's processor carries
 *     each; 0 where the controller does, up to a millisecond
 * @param outPacketNanos the same of a packet to the device
 */
public record HostController(
    int fullSpeedPackets,
    int highSpeedPackets,
    boolean atBoundary,
    long latencyNanos,
    double jitter,
    long inPacketNanos,
    long outPacketNanos) {
  private static final long PACKET_NANOS_MAX = 1_000_000;

  public HostController {
    requirePackets(fullSpeedPackets, Speed.FULL);
    requirePackets(highSpeedPackets, Speed.HIGH);
    if (latencyNanos < 0 || !(jitter >= 0 && jitter <= 1)) {
      throw new IllegalArgumentException("a latency is not negative, and its jitter is 0 to 1");
    }
    if (Math.min(inPacketNanos, outPacketNanos) < 0
        || Math.max(inPacketNanos, outPacketNanos) > PACKET_NANOS_MAX) {
      throw new IllegalArgumentException("a packet takes the host's processor 0 to 1 ms");
    }
  }

  /** A controller that carries the packets itself. */
  public HostController(
      int fullSpeedPackets,
      int highSpeedPackets,
      boolean atBoundary,
      long latencyNanos,
      double jitter) {
    this(fullSpeedPackets, highSpeedPackets, atBoundary, latencyNanos, jitter, 0, 0);
  }

  private static void requirePackets(int packets, Speed speed) {
    int most = mostPackets(speed);
    if (packets < 1 || packets > most) {
      throw new IllegalArgumentException(
          "at " + speed + " speed 1 to " + most + " packets go into a millisecond, not " + packets);
    }
  }

  /** What the specification lets into a millisecond (USB 2.0, tables 5-9 and 5-10). */
  public static int mostPackets(Speed speed) {
    var timing = BusTiming.of(speed);
    return timing.transactionsPerFrame(speed.bulkMaxPacketBytes())
        * (int) (1_000_000 / timing.frameNanos());
  }

  /** How it fills the bus with a device that takes no more than this. */
  static BusTiming timing(
      Optional<HostController> controller, DeviceEndpoints endpoints, Speed speed) {
    if (!endpoints.onBus()) {
      return BusTiming.NO_TIME;
    }
    var timing = BusTiming.of(speed);
    if (controller.isPresent() || endpoints.packetsPerFrame().isPresent()) {
      int host = controller.map(each -> each.packets(speed)).orElse(mostPackets(speed));
      int device = endpoints.packetsPerFrame().orElse(host);
      timing = BusTiming.reaching(speed, Math.min(host, device));
    }
    if (controller.map(HostController::carriesPackets).orElse(false)) {
      timing = timing.undivided();
    }
    return endpoints.fifoPackets() == 1 ? timing.inPairs() : timing;
  }

  private boolean carriesPackets() {
    return inPacketNanos > 0 || outPacketNanos > 0;
  }

  /** What a packet of a pipe takes the host's processor. */
  long packetNanos(BusPipe pipe) {
    boolean in = pipe instanceof BulkPipe bulk && Direction.of(bulk.address()) == Direction.IN;
    return in ? inPacketNanos : outPacketNanos;
  }

  private int packets(Speed speed) {
    return switch (speed) {
      case FULL -> fullSpeedPackets;
      case HIGH -> highSpeedPackets;
    };
  }

  /** The moment from which the latency counts, for a transfer that has ended at {@code nanos}. */
  long noticedNanos(long nanos, Speed speed) {
    if (!atBoundary) {
      return nanos;
    }
    long frame = BusTiming.of(speed).frameNanos();
    return (nanos / frame + 1) * frame;
  }
}
