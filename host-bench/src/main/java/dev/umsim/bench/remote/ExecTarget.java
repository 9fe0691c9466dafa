package dev.umsim.bench.remote;

import dev.umsim.bench.device.Connection;
import dev.umsim.bench.device.ServedTarget;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.unit.ServedUnit;
import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A device that a program serves by USB/IP, which is started for it and ended with it. */
public final class ExecTarget implements Target {
  private final ServingProgram program;
  private final Target served;

  /** The link that was attached last. */
  private UsbLink link;

  private ExecTarget(ServingProgram program, Target served) {
    this.program = program;
    this.served = served;
  }

  public static ExecTarget open(TargetNotation.Program notation, Connection connection)
      throws IOException {
    var program = ServingProgram.start(notation.path(), connection);
    try {
      return new ExecTarget(program, UsbIpTarget.open(program.device(), connection));
    } catch (IOException | RuntimeException e) {
      program.close();
      throw e;
    }
  }

  @Override
  public Set<Speed> speeds() {
    return served.speeds();
  }

  @Override
  public OptionalInt interfaceNumber() {
    return served.interfaceNumber();
  }

  @Override
  public long commandTimeoutNanos() {
    return served.commandTimeoutNanos();
  }

  @Override
  public UsbLink attach(Speed highestSpeed) {
    link = served.attach(highestSpeed);
    return link;
  }

  @Override
  public Optional<DeviceControls> controls() {
    return ProgramControls.answers(program)
        ? Optional.of(new ProgramControls(program, this::attachAgain))
        : Optional.empty();
  }

  private UsbLink attachAgain() {
    if (link != null) {
      link.close();
    }
    return attach(Collections.max(speeds()));
  }

  @Override
  public ServedTarget serve(EventLoop loop) throws IOException {
    var remote = served.serve(loop);
    return new ServedTarget() {
      @Override
      public UsbLink plug() {
        return remote.plug();
      }

      @Override
      public List<ServedUnit> units() {
        return remote.units();
      }

      @Override
      public void close() throws IOException {
        remote.close();
        program.close();
      }
    };
  }

  @Override
  public Optional<Medium> medium(int lun) {
    return Optional.empty();
  }

  @Override
  public List<Path> images() {
    return List.of();
  }

  @Override
  public Optional<IOException> lastFailure() {
    var lost = served.lastFailure();
    return lost.isPresent() ? program.death().or(() -> lost) : lost;
  }

  @Override
  public void close() throws IOException {
    try {
      served.close();
    } finally {
      program.close();
    }
  }
}
