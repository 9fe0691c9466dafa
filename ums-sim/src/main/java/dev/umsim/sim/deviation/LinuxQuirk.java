package dev.umsim.sim.deviation;

import java.util.Optional;

/**
 * A flag by which Linux's usb-storage lives with a device (usb_usual.h of Linux 6.1).
 *
 * <p>Some have a letter for {@code usb-storage.quirks=}; the others a device has only by its vendor
 * and product, as an entry of the driver's table names them. Of these, one is named whose range of
 * bcdDevice has the 01.00 of the reference device.
 */
public enum LinuxQuirk {
  SINGLE_LUN("s", 0x0409, 0x0040),
  NEED_OVERRIDE("", 0x0451, 0x5416),
  SCM_MULT_TARG("", 0x04e6, 0x0002),
  FIX_INQUIRY("", 0x054c, 0x0058),
  FIX_CAPACITY("c", 0x05ac, 0x1202),
  IGNORE_RESIDUE("r", 0x03eb, 0x2002),
  BULK32("", 0x04fc, 0x80c2),
  NOT_LOCKABLE("l", 0x04b0, 0x0301),
  GO_SLOW("", 0x05e3, 0x0701),
  NO_WP_DETECT("w", 0x046b, 0xff40),
  MAX_SECTORS_64("m", 0x0421, 0x0019),
  IGNORE_DEVICE("i", 0x0bda, 0x1a2b),
  CAPACITY_HEURISTICS("h", 0xed06, 0x4500),
  /** Its one entry is of a device that is not bulk-only, and treated accordingly. */
  MAX_SECTORS_MIN("", 0, 0),
  BULK_IGNORE_TAG("", 0x13fe, 0x3600),
  SANE_SENSE("a", 0x03f0, 0x070c),
  BAD_SENSE("b", 0x067b, 0x1063),
  NO_READ_DISC_INFO("d", 0x1908, 0x3335),
  NO_READ_CAPACITY_16("e", 0x054c, 0x02a5),
  INITIAL_READ10("n", 0x090c, 0x6000),
  WRITE_CACHE("p", 0x0bc2, 0x2300),
  NEEDS_CAP16("", 0x174c, 0x55aa),
  BROKEN_FUA("", 0x152d, 0x0567),
  NO_ATA_1X("t", 0x04b4, 0xb708),
  NO_REPORT_OPCODES("f", 0x054c, 0x087d),
  MAX_SECTORS_240("g", 0, 0),
  NO_REPORT_LUNS("j", 0x0bc2, 0x331a),
  ALWAYS_SYNC("y", 0x0480, 0xd010),
  NO_SAME("k", 0x059f, 0x105f),
  SENSE_AFTER_SYNC("", 0x1949, 0x0004),
  /** Proposed, and not in Linux 6.1. */
  IGNORE_OPAL("z", 0, 0);

  private final String letter;
  private final int vendorId;
  private final int productId;

  LinuxQuirk(String letter, int vendorId, int productId) {
    this.letter = letter;
    this.vendorId = vendorId;
    this.productId = productId;
  }

  /** The letter of {@code usb-storage.quirks=}, if it has one. */
  public Optional<String> letter() {
    return Optional.of(letter).filter(each -> !each.isEmpty());
  }

  /** idVendor of an entry that has the flag; 0 if there is none. */
  public int vendorId() {
    return vendorId;
  }

  /** idProduct of the same entry. */
  public int productId() {
    return productId;
  }
}
