package dev.umsim.core.usb;

import java.util.List;
import java.util.function.IntFunction;

/**
 * The port to which one device is attached: the pipes in which host and device meet.
 *
 * <p>The host's side is {@link SimulatedLink}, the device's side a {@link PortDevice}.
 */
public final class UsbPort {
  /** A device may need so long after SET_ADDRESS to answer at its new address (section 9.2.6.3). */
  private static final long ADDRESS_RECOVERY_NANOS = 2_000_000;

  private final Bus bus;
  private final ControlPipe controlPipe;
  private final IntFunction<List<Integer>> endpointsOfInterface;
  private final BulkPipe[] bulkPipes = new BulkPipe[32];

  /**
   * @param endpointsOfInterface what the host's driver knows from the configuration descriptor
   */
  UsbPort(Bus bus, ControlPipe.Handler handler, IntFunction<List<Integer>> endpointsOfInterface) {
    this.bus = bus;
    this.endpointsOfInterface = endpointsOfInterface;
    controlPipe = new ControlPipe(bus, handler, this::succeeded);
  }

  ControlPipe controlPipe() {
    return controlPipe;
  }

  /**
   * The device answers a setup packet. An answer to one that is no longer waited for is dropped.
   *
   * @param setup the very object that was handed over
   */
  public void answer(SetupPacket setup, ControlAnswer answer) {
    controlPipe.answer(setup, answer);
  }

  /** The pipe of an endpoint address; closed until the device opens it. */
  public BulkPipe bulkPipe(int address) {
    int index = (address & 0x0f) | (address & 0x80) >> 3;
    if (bulkPipes[index] == null) {
      bulkPipes[index] = new BulkPipe(address, bus);
    }
    return bulkPipes[index];
  }

  /** All transfers end like this. */
  void endAll(Transfer.Status how) {
    controlPipe.endAll(how);
    for (var pipe : bulkPipes) {
      if (pipe != null) {
        pipe.endAll(how);
      }
    }
  }

  /** The device answers nothing any more, at no endpoint. */
  public void silence() {
    controlPipe.setSilent(true);
    for (var pipe : bulkPipes) {
      if (pipe != null) {
        pipe.close();
      }
    }
  }

  void resetHostToggles() {
    for (var pipe : bulkPipes) {
      if (pipe != null) {
        pipe.resetHostToggle();
      }
    }
  }

  /** What a host controller's driver does on its own after some requests. */
  private void succeeded(SetupPacket setup) {
    if (StandardRequest.SET_ADDRESS.is(setup)) {
      bus.holdFor(ADDRESS_RECOVERY_NANOS);
    } else if (StandardRequest.SET_CONFIGURATION.is(setup)) {
      resetHostToggles();
    } else if (StandardRequest.SET_INTERFACE.is(setup)) {
      endpointsOfInterface
          .apply(setup.index())
          .forEach(endpoint -> bulkPipe(endpoint).resetHostToggle());
    } else if (StandardRequest.CLEAR_FEATURE.is(setup)
        && setup.recipient() == SetupPacket.Recipient.ENDPOINT
        && (setup.index() & 0x0f) != 0) {
      bulkPipe(setup.index() & 0x8f).resetHostToggle();
    }
  }
}
