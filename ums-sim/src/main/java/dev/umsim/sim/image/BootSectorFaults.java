package dev.umsim.sim.image;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Why bytes that were meant to be the boot sector of a FAT volume are none: what {@link BootSector}
 * and the systems ask for, one after the other.
 */
final class BootSectorFaults {
  private static final int TEXT_OFFSET = 54;
  private static final int TEXT_OFFSET_FAT32 = 82;

  /** So many fields of a boot sector that are as they should be are no accident. */
  private static final int SOUND_FIELDS_MIN = 5;

  private final ByteBuffer in;
  private final List<String> faults = new ArrayList<>();
  private int soundFields;

  private BootSectorFaults(ByteBuffer in) {
    this.in = in;
  }

  /**
   * What is wrong, in one sentence; nothing if it is sound, or never was to be a boot sector.
   *
   * @param first little-endian, at least {@value BootSector#LENGTH} bytes from index 0
   */
  static Optional<String> of(ByteBuffer first) {
    return BootSector.decode(first).isPresent()
        ? Optional.empty()
        : new BootSectorFaults(first).find();
  }

  private Optional<String> find() {
    boolean named = isNamed(TEXT_OFFSET) || isNamed(TEXT_OFFSET_FAT32);
    field(
        u8(0) == 0xeb && u8(2) == 0x90 || u8(0) == 0xe9,
        "it begins with %02x %02x %02x and not with a jump, without which Windows does not mount it",
        u8(0),
        u8(1),
        u8(2));
    field(FatGeometry.isSectorSize(u16(11)), "its sectors have %d bytes", u16(11));
    field(Integer.bitCount(u8(13)) == 1, "its clusters have %d sectors", u8(13));
    field(u16(14) > 0, "it has no reserved sectors, not even itself");
    field(u8(16) == 1 || u8(16) == 2, "it has %d tables", u8(16));
    field(
        u8(21) == 0xf0 || u8(21) >= 0xf8, "its media byte is %02x and not f0 or f8 to ff", u8(21));
    boolean signature = u16(510) == 0xaa55;
    if (!named && !(signature && soundFields >= SOUND_FIELDS_MIN)) {
      return Optional.empty();
    }
    if (!signature) {
      faults.add("its signature 55 aa is missing, without which Windows does not mount it");
    }
    if (faults.isEmpty()) {
      checkSizes();
    }
    return Optional.of("nearly a boot sector of FAT: " + String.join("; ", faults));
  }

  private boolean isNamed(int at) {
    byte[] text = new byte[5];
    in.get(at, text);
    return new String(text, StandardCharsets.ISO_8859_1).matches("FAT[136 ].");
  }

  private void field(boolean sound, String fault, Object... values) {
    if (sound) {
      soundFields++;
    } else {
      faults.add(fault.formatted(values));
    }
  }

  private void checkSizes() {
    long sectorCount = u16(19) != 0 ? u16(19) : u32(32);
    long sectorsPerTable = u16(22) != 0 ? u16(22) : u32(36);
    long rootSectors = (u16(17) * 32L + u16(11) - 1) / u16(11);
    long before = u16(14) + u8(16) * sectorsPerTable + rootSectors;
    if (sectorCount == 0) {
      faults.add("it has no sectors");
    } else if (sectorsPerTable == 0) {
      faults.add("its tables have no sectors");
    } else if (before >= sectorCount) {
      faults.add(
          "%d sectors stand before its first cluster, of %d in all".formatted(before, sectorCount));
    } else {
      faults.add(
          "%d sectors behind its tables are less than a cluster".formatted(sectorCount - before));
    }
  }

  private int u8(int at) {
    return Byte.toUnsignedInt(in.get(at));
  }

  private int u16(int at) {
    return Short.toUnsignedInt(in.getShort(at));
  }

  private long u32(int at) {
    return Integer.toUnsignedLong(in.getInt(at));
  }
}
