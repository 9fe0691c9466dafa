package dev.umsim.sim.check;

/**
 * A logical unit as it was found before the checks.
 *
 * @param inquiry what came of INQUIRY, cut at 36 bytes
 * @param passesReady whether TEST UNIT READY passes
 * @param ready whether it has a capacity as well that can be used
 * @param empty whether it said that there is no medium
 * @param blockCount 0 where it is not known
 * @param blockSize 0 where it is not known
 * @param protectedMedium whether MODE SENSE says that the medium is write-protected
 */
record UnitFacts(
    int lun,
    byte[] inquiry,
    boolean passesReady,
    boolean ready,
    boolean empty,
    long blockCount,
    int blockSize,
    boolean protectedMedium) {
  private static final int DISK = 0x00;
  private static final int SIMPLIFIED_DISK = 0x0e;
  private static final int OPTICAL_MEMORY = 0x07;
  private static final int CD_ROM = 0x05;

  /** Peripheral device type, 0 to 1F; a disk where INQUIRY did not tell. */
  int type() {
    return inquiry.length == 0 ? DISK : inquiry[0] & 0x1f;
  }

  boolean isDisk() {
    return type() == DISK || type() == SIMPLIFIED_DISK || type() == OPTICAL_MEMORY;
  }

  boolean isCd() {
    return type() == CD_ROM;
  }

  /** RMB. */
  boolean removable() {
    return inquiry.length > 1 && (inquiry[1] & 0x80) != 0;
  }

  /** The version of SPC that it claims: 4 is SPC-2, 5 SPC-3; 0 for none. */
  int version() {
    return inquiry.length > 2 ? inquiry[2] & 0xff : 0;
  }
}
