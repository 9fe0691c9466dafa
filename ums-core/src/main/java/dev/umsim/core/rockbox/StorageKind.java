package dev.umsim.core.rockbox;

/** What a drive is to Rockbox, whose storage drivers name their drives themselves. */
public enum StorageKind {
  /** A disk that stays. It names itself in IDENTIFY DEVICE, and ATA commands reach it. */
  ATA_FIXED("ata-fixed"),
  /** A disk that comes and goes. */
  ATA_REMOVABLE("ata-removable"),
  /** Flash memory: what is built in as the first drive, a card in a slot as any other. */
  SD("sd"),
  /** Memory that the firmware itself sets aside. */
  RAM_DISK("ramdisk");

  private final String key;

  StorageKind(String key) {
    this.key = key;
  }

  /** Its name in files. */
  public String key() {
    return key;
  }

  /** The kind of this name. */
  public static StorageKind of(String key) {
    for (var each : values()) {
      if (each.key.equals(key)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "a storage is ata-fixed, ata-removable, sd or ramdisk, not '" + key + "'");
  }

  /** Whether ATA commands reach it. */
  public boolean isAta() {
    return this == ATA_FIXED || this == ATA_REMOVABLE;
  }

  /** Whether media of the drive with this index come and go. */
  public boolean removable(int index) {
    return switch (this) {
      case ATA_FIXED, RAM_DISK -> false;
      case ATA_REMOVABLE -> true;
      case SD -> index > 0;
    };
  }
}
