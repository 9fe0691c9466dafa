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
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The link to a device that a USB/IP server exports.
 *
 * <p>A port is reset by a {@link PortReset} request. Some servers restore the configuration then,
 * others leave the device without one; the SET_CONFIGURATION that follows every reset makes it
 * begin as new with either. Where the server refuses, or does not answer in time, the device is
 * given back and imported anew, which is a reset too. What is submitted in the meantime waits.
 *
 * <p>SET_ADDRESS is answered here, as the Linux driver does it; it must not reach the device.
 *
 * <p>A link has a loop of its own, which runs when {@link #runUntil} does and on the same thread,
 * or is one of many things on another's loop.
 */
public final class UsbIpLink implements UsbLink {
  /** For {@link ManualIoEventLoop#run}: do not wait at all. */
  private static final long NO_WAIT = -1;

  private static final long BUSY_PAUSE_NANOS = 20_000_000;

  private final @Nullable ManualIoEventLoop ownLoop;
  private final EventLoop loop;
  private final InetSocketAddress server;
  private final String busId;
  private final Patience patience;
  private final ReadyRing ready = new ReadyRing();
  private final List<Runnable> onDisconnect = new ArrayList<>();
  private final Runnable flush = this::flush;
  private final long startNanos = System.nanoTime();
  private UsbIpChannel channel;

  /** What was submitted while the device is being reset. */
  private final ArrayDeque<Transfer> postponed = new ArrayDeque<>();

  /** The request that resets the port, until the reset is over; null at other times. */
  private @Nullable ControlTransfer reset;

  /** Whether the device is being imported anew. */
  private boolean importing;

  private long importingSinceNanos;

  @SuppressWarnings("NullAway.Init")
  private Speed speedBefore;

  private boolean closed;

  private UsbIpLink(
      @Nullable ManualIoEventLoop ownLoop,
      EventLoop loop,
      InetSocketAddress server,
      String busId,
      Patience patience) {
    this.ownLoop = ownLoop;
    this.loop = loop;
    this.server = server;
    this.busId = busId;
    this.patience = patience;
    channel = newChannel();
  }

  private UsbIpChannel newChannel() {
    return new UsbIpChannel(loop, patience, PeerName.of(server), busId, ready, this::gone);
  }

  /**
   * Imports a device and waits for it. The link is used by the calling thread alone.
   *
   * @throws UnreachableDeviceException if there is no such server or it does not give the device
   */
  public static UsbIpLink connect(InetSocketAddress server, String busId)
      throws UnreachableDeviceException {
    return connect(server, busId, Patience.USUAL);
  }

  /** The same, with so long for a connection and as long for the device. */
  public static UsbIpLink connect(InetSocketAddress server, String busId, Duration patience)
      throws UnreachableDeviceException {
    return connect(server, busId, Patience.of(patience));
  }

  static UsbIpLink connect(InetSocketAddress server, String busId, Patience patience)
      throws UnreachableDeviceException {
    var loop = new ManualIoEventLoop(Thread.currentThread(), NioIoHandler.newFactory());
    var link = new UsbIpLink(loop, loop, server, busId, patience);
    link.open();
    long deadline = System.nanoTime() + patience.untilImportedNanos();
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
    var link = new UsbIpLink(null, loop, server, busId, Patience.USUAL);
    link.open();
    link.channel
        .imported()
        .awaitUninterruptibly(link.patience.untilImportedNanos(), TimeUnit.NANOSECONDS);
    return link.await();
  }

  private void open() {
    var opened = channel;
    new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, patience.connectMillis())
        .handler(opened.reader())
        .connect(server)
        .addListener(
            connected -> {
              if (!connected.isSuccess()) {
                opened.notConnected(connected.cause());
              }
            });
  }

  @Override
  public void submit(Transfer transfer) {
    transfer.begin();
    if (transfer instanceof ControlTransfer control
        && StandardRequest.SET_ADDRESS.is(control.setup())
        && (isResetting() || !channel.isGone())) {
      transfer.end(Transfer.Status.OK);
      ready.add(transfer.announcement());
    } else if (isResetting()) {
      postponed.add(transfer);
    } else {
      channel.submit(transfer);
      flushSoon();
    }
  }

  private boolean isResetting() {
    return reset != null || importing;
  }

  private void flush() {
    channel.flush();
  }

  /** On a loop of others this link is run only if something waits. */
  private void flushSoon() {
    if (ownLoop == null) {
      ready.add(flush);
    }
  }

  @Override
  public void cancel(Transfer transfer) {
    if (postponed.remove(transfer)) {
      transfer.end(Transfer.Status.CANCELLED);
      ready.add(transfer.announcement());
    } else {
      channel.cancel(transfer);
      flushSoon();
    }
  }

  @Override
  public void resetPort() {
    cancelAll();
    if (isResetting() || channel.isUntouched() || channel.isGone()) {
      return;
    }
    var asked = new ControlTransfer(this::resetEnded).of(PortReset.REQUEST);
    reset = asked;
    asked.begin();
    channel.submit(asked);
    flushSoon();
    loop.schedule(
        () -> {
          if (reset == asked) {
            importAnew();
          }
        },
        patience.portResetNanos(),
        TimeUnit.NANOSECONDS);
  }

  @Override
  public void reattach() {
    cancelAll();
    if (!importing && !channel.isUntouched() && !channel.isGone()) {
      importAnew();
    }
  }

  private void cancelAll() {
    while (!postponed.isEmpty()) {
      cancel(postponed.peek());
    }
    if (!importing) {
      channel.cancelAll();
      flushSoon();
    }
  }

  private void resetEnded(Transfer ended) {
    if (ended != reset) {
      return;
    }
    if (ended.status() == Transfer.Status.OK || channel.isGone()) {
      goOn();
    } else {
      importAnew();
    }
  }

  /** The device is as new, or gone. */
  private void goOn() {
    reset = null;
    importing = false;
    while (!postponed.isEmpty()) {
      channel.submit(postponed.poll());
    }
    flushSoon();
  }

  private void importAnew() {
    reset = null;
    importing = true;
    importingSinceNanos = System.nanoTime();
    speedBefore = channel.speed();
    channel.abandon();
    importOnce();
  }

  private void importOnce() {
    if (closed) {
      return;
    }
    channel = newChannel();
    var asked = channel;
    asked.imported().addListener(imported -> importedAnew(imported.cause()));
    loop.schedule(asked::notImported, patience.untilImportedNanos(), TimeUnit.NANOSECONDS);
    open();
  }

  private void importedAnew(Throwable failure) {
    boolean busy = failure instanceof UnreachableDeviceException known && known.isBusy();
    if (busy && System.nanoTime() - importingSinceNanos < patience.busyNanos()) {
      // The server has not noticed yet that this host gave the device back.
      loop.schedule(this::importOnce, BUSY_PAUSE_NANOS, TimeUnit.NANOSECONDS);
      return;
    }
    goOn();
    if (failure != null) {
      gone();
    }
  }

  @Override
  public Speed speed() {
    return importing ? speedBefore : channel.speed();
  }

  @Override
  public void onDisconnect(Runnable action) {
    if (isGone()) {
      ready.add(action);
    } else {
      onDisconnect.add(action);
    }
  }

  private boolean isGone() {
    return channel.isGone() && !importing;
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
      if (ready.isEmpty() && (left <= 0 || isGone())) {
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
    closed = true;
    channel.close();
    goOn();
    if (ownLoop != null) {
      ownLoop.shutdownGracefully(0, 0, TimeUnit.NANOSECONDS);
      while (!ownLoop.isTerminated()) {
        ownLoop.run(NO_WAIT);
      }
    }
  }
}
