package dev.umsim.sim.check;

import java.util.Locale;

/** What a check is about. */
public enum Group {
  /** Device, configuration, interface and endpoint descriptors. */
  DESCRIPTORS,
  /** String descriptors, the serial number among them. */
  STRINGS,
  /** Standard requests of USB 2.0, chapter 9. */
  REQUESTS,
  /** Bulk-Only Mass Storage Reset and Get Max LUN. */
  CLASS_REQUESTS,
  /** Which command wrappers are taken, and what follows those that are not. */
  WRAPPERS,
  /** The thirteen cases of host and device agreeing about data, or not. */
  CASES,
  /** The status wrapper. */
  STATUS,
  /** How data is cut into packets and transfers. */
  PACKETS,
  /** Halts and data toggles. */
  HALTS,
  /** Reset Recovery. */
  RECOVERY,
  /** Resets of the port and configuration. */
  RESETS,
  /** Several logical units, and those that are not there. */
  UNITS,
  /** INQUIRY and vital product data. */
  INQUIRY,
  /** How large the medium is. */
  CAPACITY,
  /** MODE SENSE and MODE SELECT. */
  MODE,
  /** Sense data. */
  SENSE,
  /** Reads. */
  READS,
  /** Writes. */
  WRITES,
  /** The other commands of a disk. */
  COMMANDS,
  /** Media that are removable, and those that are not. */
  MEDIA,
  /** Errors of the medium. */
  MEDIUM_ERRORS,
  /** CD-ROM drives. */
  CD,
  /** What is written is what is read. */
  DATA,
  /** What real hosts send, in their order. */
  HOSTS,
  /** The test descriptions of the USB-IF, by their numbers. */
  USB_IF;

  /** As it is written: {@code class-requests}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
