package dev.umsim.core;

/**
 * What a device does that no host sees on the wire, told to whoever listens. A device tells it and
 * goes on; a listener that cares for some of it overrides those methods.
 */
public interface DeviceEvents {
  /** Nobody listens. */
  DeviceEvents NONE = new DeviceEvents() {};

  /**
   * The host has set the device's clock. Nothing says that there is such a date or such an hour.
   *
   * @param month 1 for January
   */
  default void clockSet(int year, int month, int day, int hour, int minute, int second) {}

  /** The host has ejected the medium of a unit. */
  default void ejected(int unit) {}

  /** The host has locked the medium of a unit, or unlocked it. */
  default void locked(int unit, boolean locked) {}

  /**
   * The device's software has come to where nothing says what it does. What this does to the device
   * is told by the device; one that is modelled on real software answers nothing any more.
   */
  default void undefinedBehaviour(String what) {}
}
