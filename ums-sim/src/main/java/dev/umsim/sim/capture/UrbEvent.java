package dev.umsim.sim.capture;

import dev.umsim.core.usb.SetupPacket;
import java.util.Objects;
import java.util.Optional;

/**
 * What a host's driver saw of a transfer: that it was submitted, or how it ended.
 *
 * @param submission whether it is the submission, and not the end
 * @param id what both have in common, with bus and endpoint number
 * @param setup of the submission of a control transfer
 * @param outcome of the end
 * @param length bytes asked for or offered; at the end, bytes that went over
 * @param data those of them that were captured
 */
record UrbEvent(
    boolean submission,
    long id,
    DevicePlace device,
    int endpointAddress,
    CapturedTransfer.Kind kind,
    long timeNanos,
    Optional<SetupPacket> setup,
    CapturedTransfer.Outcome outcome,
    long length,
    byte[] data) {
  UrbEvent {
    Objects.requireNonNull(device);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(setup);
    Objects.requireNonNull(outcome);
  }
}
