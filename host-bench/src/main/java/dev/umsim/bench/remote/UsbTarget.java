package dev.umsim.bench.remote;

import dev.umsim.bench.device.Connection;
import dev.umsim.bench.device.ServedTarget;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.unit.ServedUnit;
import dev.umsim.bench.usb.ClaimedDevice;
import dev.umsim.bench.usb.DeviceChoice;
import dev.umsim.bench.usb.LibUsbLink;
import dev.umsim.bench.usb.MountedVolumes;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A device at a port of this machine. It is taken from the kernel's driver until this is closed.
 */
public final class UsbTarget implements Target {
  private final ClaimedDevice device;
  private final Connection connection;

  private UsbTarget(ClaimedDevice device, Connection connection) {
    this.device = device;
    this.connection = connection;
  }

  public static UsbTarget open(DeviceChoice choice, Connection connection) throws IOException {
    return new UsbTarget(
        ClaimedDevice.open(choice, connection.interfaceNumber(), MountedVolumes.ofThisMachine()),
        connection);
  }

  public static DeviceChoice choice(TargetNotation.UsbIdentity notation) {
    return new DeviceChoice.ByIdentity(
        notation.vendorId(), notation.productId(), notation.serialNumber());
  }

  public static DeviceChoice choice(TargetNotation.UsbPlace notation) {
    return new DeviceChoice.ByPlace(notation.bus(), notation.portPath());
  }

  @Override
  public Set<Speed> speeds() {
    return Set.of(device.speed());
  }

  @Override
  public OptionalInt interfaceNumber() {
    return OptionalInt.of(device.interfaceNumber());
  }

  @Override
  public long commandTimeoutNanos() {
    return connection.patience().toNanos();
  }

  @Override
  public UsbLink attach(Speed highestSpeed) {
    return LibUsbLink.attach(device);
  }

  @Override
  public ServedTarget serve(EventLoop loop) {
    return new ServedUsb(device, loop);
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
    return Optional.empty();
  }

  @Override
  public void close() {
    device.close();
  }

  /** The device in the hands of a server. */
  private record ServedUsb(ClaimedDevice device, EventLoop loop) implements ServedTarget {
    @Override
    public UsbLink plug() {
      return LibUsbLink.attachOn(loop, device);
    }

    @Override
    public List<ServedUnit> units() {
      return List.of();
    }

    @Override
    public void close() {
      device.close();
    }
  }
}
