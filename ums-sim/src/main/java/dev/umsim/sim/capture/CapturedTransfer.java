package dev.umsim.sim.capture;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import java.util.Objects;
import java.util.Optional;

/**
 * A transfer as a capture shows it, from its submission to its end.
 *
 * @param device whom it went to
 * @param endpointAddress number in b3–0, b7 set for IN; 0 or 80 for control
 * @param kind what type of endpoint it is
 * @param setup the request of a control transfer; empty too where the capture begins after it
 * @param submittedNanos when the host asked for it, or the first packet of it was on the wire; as
 *     {@code endedNanos} where that is not in the capture
 * @param endedNanos when it ended
 * @param requestedBytes bytes asked for or offered; those that moved where that was not captured
 * @param movedBytes bytes that went over
 * @param data those of the bytes that were captured, from the first on
 * @param outcome how it ended
 */
public record CapturedTransfer(
    DevicePlace device,
    int endpointAddress,
    Kind kind,
    Optional<SetupPacket> setup,
    long submittedNanos,
    long endedNanos,
    long requestedBytes,
    long movedBytes,
    byte[] data,
    Outcome outcome) {
  /** The type of an endpoint (USB 2.0, section 4.7). */
  public enum Kind {
    ISOCHRONOUS,
    INTERRUPT,
    CONTROL,
    BULK
  }

  /** How a transfer ended. */
  public enum Outcome {
    /** All went over, or the device ended it with a short packet. */
    OK,
    /** The endpoint is halted, or the device declines the request. */
    STALL,
    /** The device sent more than was asked for. */
    BABBLE,
    /** The host gave it up. */
    CANCELLED,
    /** The device was gone. */
    DISCONNECTED,
    /** The host saw another error, such as no answer to three attempts. */
    ERROR,
    /** The capture ends before it does. */
    UNFINISHED
  }

  public CapturedTransfer {
    Objects.requireNonNull(device);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(setup);
    Objects.requireNonNull(outcome);
    if (requestedBytes < 0
        || movedBytes < 0
        || data.length > Math.max(requestedBytes, movedBytes)) {
      throw new IllegalArgumentException(
          data.length + " bytes were captured of " + movedBytes + " of " + requestedBytes);
    }
  }

  /** Which way its data goes. */
  public Direction direction() {
    return setup.map(SetupPacket::direction).orElse(Direction.of(endpointAddress));
  }

  /** Whether all bytes that went over are here. */
  public boolean isWhole() {
    return data.length >= movedBytes;
  }
}
