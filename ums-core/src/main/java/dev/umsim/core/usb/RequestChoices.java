package dev.umsim.core.usb;

/**
 * Where a device may differ from the correct one in its answers on endpoint 0.
 *
 * <p>A deviation implements this and changes one thing; several wrap each other.
 */
public interface RequestChoices {
  /** The correct device. */
  RequestChoices CORRECT = (setup, correct) -> correct;

  /** What the device answers to a request, given what the correct device does. */
  ControlAnswer answer(SetupPacket setup, ControlAnswer correct);
}
