package dev.umsim.bench.device;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.Parameter;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.bus.HostController;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A device that can be attached, held with the files behind it until it is closed. */
public interface Target extends AutoCloseable {
  /** The speeds at which it works, by the speed of its port. */
  Set<Speed> speeds();

  /** Whether its device is never written. */
  default boolean onlyRead() {
    return false;
  }

  /**
   * Blocks are about to be written, in a time that is measured: what can be done before is done
   * now.
   *
   * @param disk on a link of this target
   */
  default void beforeWriting(Disk disk, long firstBlock, long blockCount) throws HostException {}

  /** How long a command may take until the device counts as gone. */
  default long commandTimeoutNanos() {
    return BulkOnlyHost.COMMAND_TIMEOUT_NANOS;
  }

  /** The mass storage interface to use, where one was named or the device has several. */
  default OptionalInt interfaceNumber() {
    return OptionalInt.empty();
  }

  /** The refusal of a speed that is not among them. */
  default NotationException speedRefusal() {
    var speeds = speeds().stream().map(each -> each == Speed.FULL ? "full" : "high").toList();
    return NotationException.about(
        "this device is at %s speed and cannot be told otherwise; leave %s out",
        String.join(" and ", speeds), Parameter.SPEED);
  }

  /**
   * Plugs the device in. A simulated one begins anew at time 0 each time, with its media as they
   * are by now.
   *
   * @param highestSpeed of the port
   */
  UsbLink attach(Speed highestSpeed);

  /**
   * Plugs the device into a port of a modelled host, where its time is simulated; elsewhere the
   * controller is the machine's own.
   */
  default UsbLink attach(Speed highestSpeed, HostController controller) {
    return attach(highestSpeed);
  }

  /**
   * Hands the device to a server, which plugs it in on its loop, and closes what this returns in
   * place of the target. Not called on the loop.
   */
  default ServedTarget serve(EventLoop loop) throws IOException {
    throw new NotationException("this target cannot be served");
  }

  /**
   * Does the same with a device that takes its own time: wire, firmware and medium are modelled,
   * and the host is the real one.
   */
  default ServedTarget servePaced(EventLoop loop) throws IOException {
    throw NotationException.about(
        "%s model is for simulated devices, whose time is modelled; leave it out", Parameter.PACE);
  }

  /** The medium of a unit, where it can be looked at past the device. */
  Optional<Medium> medium(int lun);

  /** What can be done to the device beside the bus, if it was opened for that. */
  default Optional<DeviceControls> controls() {
    return Optional.empty();
  }

  /** The image files that are in use. */
  List<Path> images();

  /** Why a file behind the device failed last, if one did. */
  Optional<IOException> lastFailure();

  /** Gives everything up, and what was written to overlays. */
  @Override
  void close() throws IOException;
}
