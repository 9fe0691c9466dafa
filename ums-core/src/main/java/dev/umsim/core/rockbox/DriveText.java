package dev.umsim.core.rockbox;

import java.util.Optional;

/**
 * How a drive names itself in INQUIRY; what is shorter than its field is padded with spaces.
 *
 * @param vendor at most 8 characters
 * @param product at most 16 characters
 * @param revision at most 4 characters
 */
public record DriveText(String vendor, String product, String revision) {
  public DriveText {
    require(vendor, 8, "vendor");
    require(product, 16, "product");
    require(revision, 4, "revision");
  }

  private static void require(String text, int most, String what) {
    if (text.length() > most) {
      throw new IllegalArgumentException(
          "a " + what + " has at most " + most + " characters; this is '" + text + "'");
    }
  }

  /**
   * The name that a drive has by itself.
   *
   * @param identify of a disk, which names itself
   * @param early whether the firmware cuts the disk's model as that of 11 February 2008 did
   */
  public static DriveText of(
      StorageKind kind, int index, Optional<AtaIdentify> identify, boolean early) {
    return switch (kind) {
      case ATA_FIXED, ATA_REMOVABLE ->
          identify
              .map(each -> early ? each.earlyDriveText() : each.driveText())
              .orElseThrow(() -> new IllegalArgumentException("a disk names itself"));
      case SD -> new DriveText("Rockbox", index == 0 ? "Internal Storage" : "SD Card Slot", "0.00");
      case RAM_DISK -> new DriveText("Rockbox", "Ramdisk", "0.00");
    };
  }
}
