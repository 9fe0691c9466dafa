package dev.umsim.core.usb;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The link to a device that runs in this process, over a bus with or without time.
 *
 * <p>A new link is attached, debounced and has been reset once, so that its speed is known.
 */
public final class SimulatedLink implements UsbLink {
  /**
   * Reset signalling of a hub's port (TDRST) and the recovery after it (TRSTRCY), section 7.1.7.
   */
  private static final long RESET_NANOS = 10_000_000 + 10_000_000;

  /** TATTDB, section 7.1.7.3. */
  private static final long DEBOUNCE_NANOS = 100_000_000;

  private final PortDevice device;
  private final Bus bus;
  private final Speed highestSpeed;
  private final UsbPort port;

  @SuppressWarnings("NullAway.Init")
  private Speed speed;

  private boolean connected = true;
  private final List<Runnable> onDisconnect = new ArrayList<>();

  /**
   * Attaches a device.
   *
   * @param highestSpeed the highest speed of the port
   */
  public SimulatedLink(PortDevice device, Bus bus, Speed highestSpeed) {
    this.device = device;
    this.bus = bus;
    this.highestSpeed = highestSpeed;
    port = new UsbPort(bus, device::setup, device::endpointsOf);
    device.attach(port);
    bus.holdFor(DEBOUNCE_NANOS);
    resetPort();
  }

  @Override
  public void submit(Transfer transfer) {
    if (!connected) {
      transfer.begin();
      transfer.end(Transfer.Status.DISCONNECTED);
      bus.announceToHost(transfer.announcement());
    } else if (transfer instanceof BulkTransfer bulk) {
      port.bulkPipe(bulk.endpointAddress()).post(bulk);
    } else if (transfer instanceof ControlTransfer control) {
      port.controlPipe().post(control);
    }
  }

  @Override
  public void cancel(Transfer transfer) {
    if (transfer instanceof BulkTransfer bulk) {
      port.bulkPipe(bulk.endpointAddress()).cancel(bulk);
    } else if (transfer instanceof ControlTransfer control) {
      port.controlPipe().cancel(control);
    }
  }

  @Override
  public void resetPort() {
    if (!connected) {
      return;
    }
    port.endAll(Transfer.Status.CANCELLED);
    port.resetHostToggles();
    bus.holdFor(RESET_NANOS);
    speed = device.reset(highestSpeed);
    bus.setSpeed(speed);
  }

  @Override
  public Speed speed() {
    return speed;
  }

  @Override
  public void onDisconnect(Runnable action) {
    if (connected) {
      onDisconnect.add(action);
    } else {
      bus.announce(action);
    }
  }

  /** Pulls the plug: transfers end as disconnected, and the device loses its power. */
  public void unplug() {
    if (connected) {
      connected = false;
      port.endAll(Transfer.Status.DISCONNECTED);
      device.detach();
      onDisconnect.forEach(bus::announce);
    }
  }

  @Override
  public boolean runUntil(BooleanSupplier done, long timeoutNanos) {
    return bus.runUntil(done, timeoutNanos);
  }

  @Override
  public void onReady(Runnable note) {
    bus.onReady(note);
  }

  @Override
  public long nanos() {
    return bus.nanos();
  }

  @Override
  public TimeBase timeBase() {
    return TimeBase.SIMULATED;
  }

  /** Pulls the plug for good: the device gives its memory back and cannot be plugged in again. */
  @Override
  public void close() {
    unplug();
    if (!device.attached()) {
      device.close();
    }
  }
}
