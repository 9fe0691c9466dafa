package dev.umsim.sim.usbip;

import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.ReadyRing;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.serve.PeerName;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The link to a device that a USB/IP server exports.
 *
 * <p>There is no port to be reset at this distance: {@link #resetPort} gives up what is under way,
 * and the SET_CONFIGURATION that follows every reset makes the device begin as new. SET_ADDRESS is
 * answered here, as the Linux driver does it; it must not reach the device.
 *
 * <p>A link has a loop of its own, which runs when {@link #runUntil} does and on the same thread,
 * or is one of many things on another's loop.
 */
public final class UsbIpLink implements UsbLink {
  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
  private static final long IMPORT_TIMEOUT_NANOS = 5_000_000_000L;

  /** For {@link ManualIoEventLoop#run}: do not wait at all. */
  private static final long NO_WAIT = -1;

  private final ManualIoEventLoop ownLoop;
  private final ReadyRing ready = new ReadyRing();
  private final List<Runnable> onDisconnect = new ArrayList<>();
  private final UsbIpChannel channel;
  private final Runnable flush;
  private final long startNanos = System.nanoTime();

  private UsbIpLink(ManualIoEventLoop ownLoop, EventLoop loop, InetSocketAddress at, String busId) {
    this.ownLoop = ownLoop;
    channel = new UsbIpChannel(loop, PeerName.of(at), busId, ready, this::gone);
    flush = channel::flush;
  }

  /**
   * Imports a device and waits for it. The link is used by the calling thread alone.
   *
   * @throws UnreachableDeviceException if there is no such server or it does not give the device
   */
  public static UsbIpLink connect(InetSocketAddress server, String busId)
      throws UnreachableDeviceException {
    var loop = new ManualIoEventLoop(Thread.currentThread(), NioIoHandler.newFactory());
    var link = new UsbIpLink(loop, loop, server, busId);
    link.open(server);
    long deadline = System.nanoTime() + IMPORT_TIMEOUT_NANOS + CONNECT_TIMEOUT_MILLIS * 1_000_000L;
    while (!link.channel.imported().isDone() && System.nanoTime() < deadline) {
      loop.run(deadline - System.nanoTime());
    }
    return link.await();
  }

  private UsbIpLink await() throws UnreachableDeviceException {
    var imported = channel.imported();
    if (!imported.isSuccess()) {
      // Before it is closed, which is a reason too.
      var why =
          imported.isDone() && imported.cause() instanceof UnreachableDeviceException known
              ? known
              : new UnreachableDeviceException(
                  channel.server() + " does not answer; is it a USB/IP server?");
      close();
      throw why;
    }
    return this;
  }

  /** Imports a device on a loop that others run; not to be called on that loop. */
  public static UsbIpLink connectOn(EventLoop loop, InetSocketAddress server, String busId)
      throws UnreachableDeviceException {
    var link = new UsbIpLink(null, loop, server, busId);
    link.open(server);
    link.channel
        .imported()
        .awaitUninterruptibly(
            IMPORT_TIMEOUT_NANOS + CONNECT_TIMEOUT_MILLIS * 1_000_000L, TimeUnit.NANOSECONDS);
    return link.await();
  }

  private void open(InetSocketAddress server) {
    new Bootstrap()
        .group(channel.loop())
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
        .handler(channel.reader())
        .connect(server)
        .addListener(
            connected -> {
              if (!connected.isSuccess()) {
                channel.notConnected(connected.cause());
              }
            });
  }

  @Override
  public void submit(Transfer transfer) {
    transfer.begin();
    if (transfer instanceof ControlTransfer control
        && StandardRequest.SET_ADDRESS.is(control.setup())
        && !channel.isGone()) {
      transfer.end(Transfer.Status.OK);
      ready.add(transfer.announcement());
    } else {
      channel.submit(transfer);
      flushSoon();
    }
  }

  /** On a loop of others this link is run only if something waits. */
  private void flushSoon() {
    if (ownLoop == null) {
      ready.add(flush);
    }
  }

  @Override
  public void cancel(Transfer transfer) {
    channel.cancel(transfer);
    flushSoon();
  }

  @Override
  public void resetPort() {
    channel.cancelAll();
    flushSoon();
  }

  @Override
  public Speed speed() {
    return channel.speed();
  }

  @Override
  public void onDisconnect(Runnable action) {
    if (channel.isGone()) {
      ready.add(action);
    } else {
      onDisconnect.add(action);
    }
  }

  private void gone() {
    onDisconnect.forEach(ready::add);
    onDisconnect.clear();
  }

  /** Why the device is gone, if it is and the link was not closed. */
  public Optional<UnreachableDeviceException> lost() {
    return channel.lost();
  }

  @Override
  public boolean runUntil(BooleanSupplier done, long timeoutNanos) {
    long start = System.nanoTime();
    ready.setRunning(true);
    try {
      while (!done.getAsBoolean()) {
        if (!ready.runOne() && !waitForMore(start, timeoutNanos)) {
          return false;
        }
      }
      return true;
    } finally {
      channel.flush();
      ready.setRunning(false);
    }
  }

  /** Lets the network bring something; false if it does not or there is no time left. */
  private boolean waitForMore(long start, long timeoutNanos) {
    channel.flush();
    if (ownLoop == null || ownLoop.isShuttingDown()) {
      return false;
    }
    do {
      long left = timeoutNanos - (System.nanoTime() - start);
      // Looks at the network and waits for it in one call of the system.
      ownLoop.run(left > 0 ? left : NO_WAIT);
      if (ready.isEmpty() && (left <= 0 || channel.isGone())) {
        return false;
      }
    } while (ready.isEmpty());
    return true;
  }

  @Override
  public void onReady(Runnable note) {
    if (ownLoop != null) {
      UsbLink.super.onReady(note);
    }
    ready.onReady(note);
  }

  @Override
  public long nanos() {
    return System.nanoTime() - startNanos;
  }

  @Override
  public TimeBase timeBase() {
    return TimeBase.WALL;
  }

  @Override
  public void close() {
    channel.close();
    if (ownLoop != null) {
      ownLoop.shutdownGracefully(0, 0, TimeUnit.NANOSECONDS);
      while (!ownLoop.isTerminated()) {
        ownLoop.run(NO_WAIT);
      }
    }
  }
}
