package dev.umsim.bench.targets;

import dev.umsim.bench.device.Connection;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.SimulatedKind;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.bench.remote.ExecTarget;
import dev.umsim.bench.remote.UsbIpTarget;
import dev.umsim.bench.remote.UsbTarget;
import dev.umsim.bench.simulated.ProfileTarget;
import dev.umsim.bench.simulated.ReferenceTarget;
import dev.umsim.bench.simulated.RockboxTarget;
import dev.umsim.bench.simulated.SimulatedExtras;
import dev.umsim.bench.unit.Writes;
import java.io.IOException;

/** Opens what a {@link TargetNotation} names: the one place that knows every kind of target. */
public final class Targets {
  private Targets() {}

  /**
   * Opens what a target names.
   *
   * @throws NotationException if this version has no such target, or not with these settings
   * @throws IOException if a file behind it cannot be used
   */
  public static Target open(TargetNotation notation, Writes writes) throws IOException {
    return open(notation, writes, SimulatedExtras.NONE);
  }

  /** The same; a simulated device is then such as the extras say, and can be controlled. */
  public static Target open(TargetNotation notation, Writes writes, SimulatedExtras extras)
      throws IOException {
    return notation instanceof Simulated simulated
        ? open(simulated, writes, extras)
        : open(notation, Connection.USUAL);
  }

  private static Target open(Simulated simulated, Writes writes, SimulatedExtras extras)
      throws IOException {
    return switch (SimulatedKind.of(simulated.name())) {
      case REFERENCE -> ReferenceTarget.open(simulated, writes, extras);
      case ROCKBOX -> RockboxTarget.open(simulated, writes, extras);
      case PROFILE -> ProfileTarget.open(simulated, writes);
      case UNKNOWN -> throw SimulatedKind.noDevice(simulated.name());
    };
  }

  /**
   * Opens a device that is not simulated in this process.
   *
   * @throws IOException if it cannot be reached
   */
  public static Target open(TargetNotation notation, Connection connection) throws IOException {
    if (notation instanceof TargetNotation.UsbIp usbIp) {
      return UsbIpTarget.open(usbIp, connection);
    }
    if (notation instanceof TargetNotation.UsbIdentity identity) {
      return UsbTarget.open(UsbTarget.choice(identity), connection);
    }
    if (notation instanceof TargetNotation.UsbPlace place) {
      return UsbTarget.open(UsbTarget.choice(place), connection);
    }
    if (notation instanceof TargetNotation.Program program) {
      return ExecTarget.open(program, connection);
    }
    throw new IllegalArgumentException(notation.text() + " is simulated");
  }
}
