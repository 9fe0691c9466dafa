package dev.umsim.sim.usbredir;

import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.serve.ExportedDevice;
import dev.umsim.sim.serve.PeerName;
import dev.umsim.sim.serve.ServiceEvent;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Brings a device of a service to a usb-guest that listens, and comes again whenever the connection
 * was lost.
 */
public final class UsbRedirCaller implements AutoCloseable {
  private static final long PAUSE_SECONDS = 1;

  private final DeviceService service;
  private final ExportedDevice device;
  private final InetSocketAddress guest;
  private @Nullable Channel channel;
  private boolean absenceTold;
  private boolean closed;

  private UsbRedirCaller(DeviceService service, ExportedDevice device, InetSocketAddress guest) {
    this.service = service;
    this.device = device;
    this.guest = guest;
  }

  /** Begins to call. */
  public static UsbRedirCaller call(
      DeviceService service, ExportedDevice device, InetSocketAddress guest) {
    var caller = new UsbRedirCaller(service, device, guest);
    service.loop().execute(caller::connect);
    return caller;
  }

  private void connect() {
    if (closed) {
      return;
    }
    var connection = new UsbRedirConnection(service, device, UsbRedirServer.VERSION);
    new Bootstrap()
        .group(service.loop())
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .handler(connection.reader())
        .connect(guest)
        .addListener((ChannelFuture future) -> connected(future));
  }

  private void connected(ChannelFuture future) {
    if (future.isSuccess()) {
      absenceTold = false;
      channel = future.channel();
      channel.closeFuture().addListener(over -> later());
      if (closed) {
        channel.close();
      }
    } else {
      if (!absenceTold) {
        absenceTold = true;
        service.tell(
            new ServiceEvent.Problem(
                PeerName.of(guest),
                "cannot be reached, is tried again: " + PeerName.reason(future.cause())));
      }
      later();
    }
  }

  private void later() {
    if (!closed && !service.loop().isShuttingDown()) {
      service.loop().schedule(this::connect, PAUSE_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Calls no longer, and hangs up. */
  @Override
  public void close() {
    service
        .loop()
        .execute(
            () -> {
              closed = true;
              if (channel != null) {
                channel.close();
              }
            });
  }
}
