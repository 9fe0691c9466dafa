package dev.umsim.core.scsi;

/** Peripheral device types (SPC-4, table 138). */
public enum DeviceType {
  /** Direct access block device. */
  DISK(0x00),
  /** CD or DVD device. */
  CD_ROM(0x05);

  private final int code;

  DeviceType(int code) {
    this.code = code;
  }

  /** PERIPHERAL DEVICE TYPE. */
  public int code() {
    return code;
  }
}
