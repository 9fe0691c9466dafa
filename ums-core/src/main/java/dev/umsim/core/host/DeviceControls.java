package dev.umsim.core.host;

import dev.umsim.core.usb.UsbLink;
import java.util.List;
import java.util.OptionalInt;

/** What can be done to a device beside the bus: to one that is simulated, or obeys its program. */
public interface DeviceControls {
  /** Unplugs the device and plugs it in again; the link before is closed. */
  UsbLink reconnect();

  /**
   * Lets accesses to one block of every medium fail, and to no other block.
   *
   * @param reads whether this is about reads
   * @param writes whether this is about writes
   * @param block -1 for none
   * @return whether the device can do that
   */
  boolean failBlock(boolean reads, boolean writes, long block);

  /**
   * Takes the medium out of a drive.
   *
   * @param drive if none is named, the first whose media come and go
   * @return false if the medium is fixed, or there is no such drive
   */
  boolean eject(OptionalInt drive);

  /** Puts the medium back that was in a drive; the same drives. */
  boolean insert(OptionalInt drive);

  /**
   * Takes the power away and gives it back; the device has to be reconnected then.
   *
   * @return whether the device can do that
   */
  default boolean powerCycle() {
    return false;
  }

  /** What the device has reported since this was asked last, as {@code NAME TEXT}. */
  List<String> takeEvents();
}
