package dev.umsim.bench.usb;

import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.usb4java.LibUsb;

/**
 * Requests that are asked of the kernel instead of the device, since they change what the kernel
 * knows of it: its configuration, its alternate settings, its data toggles (USB 2.0, sections
 * 9.4.1, 9.4.7, 9.4.10).
 */
final class KernelRequest {
  private static final int ENDPOINT_NUMBER = 0x0f;

  private KernelRequest() {}

  /**
   * The call that makes a request, which gives a code of libusb and may wait; nothing if it is the
   * device's affair.
   *
   * @param asAfterReset whether the kernel has just configured the device itself
   */
  static Optional<IntSupplier> of(
      ControlTransfer control, ClaimedDevice device, boolean asAfterReset) {
    var setup = control.setup();
    if (StandardRequest.SET_CONFIGURATION.is(setup)) {
      int value = setup.value() & 0xff;
      boolean done = asAfterReset && value == device.configurationValue();
      return Optional.of(done ? () -> LibUsb.SUCCESS : () -> device.configure(value));
    }
    if (StandardRequest.SET_INTERFACE.is(setup)
        && setup.recipient() == SetupPacket.Recipient.INTERFACE) {
      int number = setup.index() & 0xff;
      return Optional.of(
          () -> LibUsb.setInterfaceAltSetting(device.handle(), number, setup.value()));
    }
    if ((setup.index() & ENDPOINT_NUMBER) != 0
        && setup.equals(StandardRequest.clearHalt(setup.index()))) {
      return Optional.of(() -> LibUsb.clearHalt(device.handle(), (byte) setup.index()));
    }
    return Optional.empty();
  }
}
