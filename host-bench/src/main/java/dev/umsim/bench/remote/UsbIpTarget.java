package dev.umsim.bench.remote;

import dev.umsim.bench.device.Connection;
import dev.umsim.bench.device.ServedTarget;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.usbip.UnreachableDeviceException;
import dev.umsim.sim.usbip.UsbIpLink;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A device that a USB/IP server exports. */
public final class UsbIpTarget implements Target {
  /** A server may need so long to notice that the last host of a device has gone. */
  private static final long BUSY_PATIENCE_NANOS = 2_000_000_000L;

  private static final long BUSY_PAUSE_MILLIS = 20;

  private final TargetNotation.UsbIp notation;
  private final Connection connection;
  private final Speed speed;

  /** The link by which the target was looked at, until it is used. */
  private UsbIpLink first;

  /** The link that was attached last. */
  private UsbIpLink last;

  private UsbIpTarget(TargetNotation.UsbIp notation, Connection connection, UsbIpLink first) {
    this.notation = notation;
    this.connection = connection;
    this.first = first;
    last = first;
    speed = first.speed();
  }

  public static UsbIpTarget open(TargetNotation.UsbIp notation, Connection connection)
      throws IOException {
    return new UsbIpTarget(notation, connection, connect(notation, connection));
  }

  private static UsbIpLink connect(TargetNotation.UsbIp notation, Connection connection)
      throws IOException {
    var server = address(notation);
    return retrying(
        () ->
            connection.timeout().isPresent()
                ? UsbIpLink.connect(server, notation.busId(), connection.timeout().get())
                : UsbIpLink.connect(server, notation.busId()));
  }

  /** Makes a connection. */
  private interface Connecting {
    UsbIpLink connect() throws UnreachableDeviceException;
  }

  private static UsbIpLink retrying(Connecting connecting) throws IOException {
    long start = System.nanoTime();
    while (true) {
      try {
        return connecting.connect();
      } catch (UnreachableDeviceException e) {
        if (!e.isBusy() || System.nanoTime() - start > BUSY_PATIENCE_NANOS) {
          throw e;
        }
        pause(e);
      }
    }
  }

  private static void pause(UnreachableDeviceException why) throws UnreachableDeviceException {
    try {
      Thread.sleep(BUSY_PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw why;
    }
  }

  private static InetSocketAddress address(TargetNotation.UsbIp notation) {
    return new InetSocketAddress(notation.host(), notation.port());
  }

  @Override
  public Set<Speed> speeds() {
    return Set.of(speed);
  }

  @Override
  public OptionalInt interfaceNumber() {
    return connection.interfaceNumber();
  }

  @Override
  public long commandTimeoutNanos() {
    return connection.patience().toNanos();
  }

  @Override
  public UsbLink attach(Speed highestSpeed) {
    try {
      last = first == null ? connect(notation, connection) : first;
      first = null;
      return last;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public ServedTarget serve(EventLoop loop) throws IOException {
    close();
    return new ServedRemote(
        retrying(() -> UsbIpLink.connectOn(loop, address(notation), notation.busId())));
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
    return last.lost().map(why -> why);
  }

  @Override
  public void close() {
    if (first != null) {
      first.close();
      first = null;
    }
  }
}
