package dev.umsim.sim.check;

import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.usb.UsbLink;
import java.util.Optional;
import java.util.OptionalInt;

/** A device that is to be checked, and what can be done about it beside the bus. */
public interface CheckedDevice {
  /**
   * Plugs the device in, or imports it from its server. The link before has been closed.
   *
   * @throws DeviceGoneException if it cannot be reached
   */
  UsbLink attach() throws DeviceGoneException;

  /** What else can be done to it, where it is simulated or has a side channel. */
  default Optional<DeviceControls> controls() {
    return Optional.empty();
  }

  /** The mass storage interface to check, of a device that has several. */
  default OptionalInt interfaceNumber() {
    return OptionalInt.empty();
  }

  /** Whether the medium may be written, and the state of the device changed. */
  default boolean changesAllowed() {
    return true;
  }

  /** Whether the Default and Address states can be reached: nothing between addresses it itself. */
  default boolean canBeUnconfigured() {
    return true;
  }

  /** How the program died that the device is, if it did, with its last words. */
  default Optional<String> death() {
    return Optional.empty();
  }

  /** Starts the program anew that the device is; false where it is none. */
  default boolean restart() throws DeviceGoneException {
    return false;
  }
}
