package dev.umsim.sim.image;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The first sector of a FAT volume (Microsoft FAT specification 1.03, "Boot Sector and BPB").
 *
 * @param mediaDescriptor F0h or F8h to FFh; F8h is usual for all that has partitions
 * @param hiddenSectorCount sectors of the medium before the volume
 * @param volumeSerial the volume's serial number
 * @param volumeLabel up to 11 characters; empty where the volume has none
 * @param infoSector where {@link FatInfoSector} lies; FAT32 only, else 0
 * @param backupSector where the copy of the boot sector lies; FAT32 only, 0 for none
 * @param dirty the flag by which Windows and Linux mark a volume that was not unmounted
 */
public record BootSector(
    FatGeometry geometry,
    int mediaDescriptor,
    long hiddenSectorCount,
    int volumeSerial,
    String volumeLabel,
    int infoSector,
    int backupSector,
    boolean dirty) {
  /** The bytes that matter, whatever the size of a sector. */
  public static final int LENGTH = 512;

  static final int MEDIA_FIXED = 0xf8;
  private static final int SIGNATURE_OFFSET = 510;
  private static final int SIGNATURE = 0xaa55;

  // The geometry that every BIOS assumes for large disks; nothing else uses it.
  static final int SECTORS_PER_TRACK = 63;
  static final int HEAD_COUNT = 255;

  private static final int DRIVE_NUMBER = 0x80;
  private static final int EXTENDED_SIGNATURE = 0x29;
  // The name that the specification recommends, because some drivers look for it.
  private static final String OEM_NAME = "MSWIN4.1";
  private static final String NO_LABEL = "NO NAME";

  /** Writes the sector into {@code out}, little-endian and zero, from index 0. */
  public void encode(ByteBuffer out) {
    boolean fat32 = geometry.type() == FatType.FAT32;
    int tail = fat32 ? 64 : 36;
    int code = tail + 26;
    out.put(0, (byte) 0xeb).put(1, (byte) (code - 2)).put(2, (byte) 0x90);
    put(out, 3, OEM_NAME, 8);
    out.putShort(11, (short) geometry.sectorBytes());
    out.put(13, (byte) geometry.sectorsPerCluster());
    out.putShort(14, (short) geometry.reservedSectorCount());
    out.put(16, (byte) geometry.fatCount());
    out.putShort(17, (short) geometry.rootEntryCount());
    boolean small = !fat32 && geometry.sectorCount() < 0x10000;
    out.putShort(19, (short) (small ? geometry.sectorCount() : 0));
    out.put(21, (byte) mediaDescriptor);
    out.putShort(22, (short) (fat32 ? 0 : geometry.sectorsPerFat()));
    out.putShort(24, (short) SECTORS_PER_TRACK);
    out.putShort(26, (short) HEAD_COUNT);
    out.putInt(28, (int) hiddenSectorCount);
    out.putInt(32, (int) (small ? 0 : geometry.sectorCount()));
    if (fat32) {
      out.putInt(36, (int) geometry.sectorsPerFat());
      out.putInt(44, geometry.rootCluster());
      out.putShort(48, (short) infoSector);
      out.putShort(50, (short) backupSector);
    }
    out.put(tail, (byte) DRIVE_NUMBER);
    out.put(tail + 1, (byte) (dirty ? 1 : 0));
    out.put(tail + 2, (byte) EXTENDED_SIGNATURE);
    out.putInt(tail + 3, volumeSerial);
    put(out, tail + 7, volumeLabel.isEmpty() ? NO_LABEL : volumeLabel, 11);
    put(out, tail + 18, geometry.type().name(), 8);
    BootCode.put(out, code);
    out.putShort(SIGNATURE_OFFSET, (short) SIGNATURE);
  }

  private static void put(ByteBuffer out, int at, String text, int width) {
    out.put(at, (text + " ".repeat(width - text.length())).getBytes(StandardCharsets.ISO_8859_1));
  }

  /**
   * Reads a boot sector, or nothing if these bytes describe no FAT volume.
   *
   * @param in little-endian, at least {@value #LENGTH} bytes from index 0
   */
  public static Optional<BootSector> decode(ByteBuffer in) {
    int media = u8(in, 21);
    boolean jump = u8(in, 0) == 0xeb && u8(in, 2) == 0x90 || u8(in, 0) == 0xe9;
    if (!jump || u16(in, SIGNATURE_OFFSET) != SIGNATURE || media != 0xf0 && media < 0xf8) {
      return Optional.empty();
    }
    // Where the 16-bit size is zero the layout is that of FAT32, whatever the count of clusters.
    boolean fat32 = u16(in, 22) == 0;
    try {
      return Optional.of(decode(in, fat32, media));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static BootSector decode(ByteBuffer in, boolean fat32, int media) {
    int tail = fat32 ? 64 : 36;
    long sectorCount = u16(in, 19) != 0 ? u16(in, 19) : u32(in, 32);
    FatGeometry geometry =
        new FatGeometry(
            fat32 ? FatType.FAT32 : FatType.FAT16,
            u16(in, 11),
            sectorCount,
            u8(in, 13),
            u16(in, 14),
            u8(in, 16),
            fat32 ? u32(in, 36) : u16(in, 22),
            u16(in, 17),
            fat32 ? in.getInt(44) : 0);
    if (!fat32 && geometry.dataClusterCount() <= FatType.FAT12.clusterCountMax()) {
      geometry = geometry.withType(FatType.FAT12);
    }
    boolean extended = u8(in, tail + 2) == EXTENDED_SIGNATURE;
    return new BootSector(
        geometry,
        media,
        u32(in, 28),
        extended ? in.getInt(tail + 3) : 0,
        extended ? label(in, tail + 7) : "",
        fat32 ? u16(in, 48) : 0,
        fat32 ? u16(in, 50) : 0,
        (u8(in, tail + 1) & 1) != 0);
  }

  private static String label(ByteBuffer in, int at) {
    byte[] bytes = new byte[11];
    in.get(at, bytes);
    String text = new String(bytes, StandardCharsets.ISO_8859_1).stripTrailing();
    return text.equals(NO_LABEL) ? "" : text;
  }

  private static int u8(ByteBuffer in, int at) {
    return Byte.toUnsignedInt(in.get(at));
  }

  private static int u16(ByteBuffer in, int at) {
    return Short.toUnsignedInt(in.getShort(at));
  }

  private static long u32(ByteBuffer in, int at) {
    return Integer.toUnsignedLong(in.getInt(at));
  }
}
