package dev.umsim.sim.image;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ObjIntConsumer;

/**
 * A file, directory or volume label as its parent directory holds it (Microsoft FAT specification
 * 1.03, "FAT Directory Structure").
 *
 * @param name the name as it is shown, long where there is one
 * @param shortName the 8.3 name
 * @param attributes bits such as {@link #DIRECTORY}
 * @param created when it was made, to ten milliseconds; empty where the entry does not say
 * @param modified when it was last written, to two seconds
 * @param accessed the day of the last access
 * @param firstCluster where its content starts; 0 for no content and for the root directory
 * @param sizeBytes the length of a file, up to 2^32 - 1; 0 for a directory
 */
public record DirectoryEntry(
    String name,
    ShortName shortName,
    int attributes,
    Optional<FatTime> created,
    Optional<FatTime> modified,
    Optional<FatTime> accessed,
    int firstCluster,
    long sizeBytes) {
  /** Attribute: not to be written. */
  public static final int READ_ONLY = 0x01;

  /** Attribute: not to be shown. */
  public static final int HIDDEN = 0x02;

  /** Attribute: belongs to an operating system. */
  public static final int SYSTEM = 0x04;

  /** Attribute: not a file, but the volume's label. */
  public static final int VOLUME_LABEL = 0x08;

  /** Attribute: a directory. */
  public static final int DIRECTORY = 0x10;

  /** Attribute: changed since the last backup. */
  public static final int ARCHIVE = 0x20;

  /** The longest file: its length has 32 bits. */
  public static final long SIZE_BYTES_MAX = 0xffffffffL;

  private static final int ATTRIBUTES_OFFSET = 11;
  private static final int ATTRIBUTES_MASK = 0x3f;
  static final int END_MARK = 0x00;
  static final int FREE_MARK = 0xe5;
  // Windows NT and Linux hold names such as "readme.TXT" in two bits instead of a long name.
  private static final int LOWER_CASE_BASE = 0x08;
  private static final int LOWER_CASE_EXTENSION = 0x10;

  /** Checks the length. */
  public DirectoryEntry {
    Objects.requireNonNull(name);
    if (sizeBytes < 0 || sizeBytes > SIZE_BYTES_MAX) {
      throw new IllegalArgumentException("a file of " + sizeBytes + " bytes");
    }
  }

  /** A new entry, all of whose times are the same. */
  public static DirectoryEntry of(
      String name, ShortName shortName, int attributes, FatTime time, int firstCluster, long size) {
    Optional<FatTime> times = Optional.of(time);
    return new DirectoryEntry(name, shortName, attributes, times, times, times, firstCluster, size);
  }

  /** Whether this is a directory. */
  public boolean isDirectory() {
    return (attributes & (DIRECTORY | VOLUME_LABEL)) == DIRECTORY;
  }

  /** Whether this is the volume's label. */
  public boolean isLabel() {
    return (attributes & VOLUME_LABEL) != 0;
  }

  /** How many 32-byte slots an entry takes whose long and short names are these. */
  static int slotCount(String name, ShortName shortName) {
    return 1 + (name.equals(shortName.toString()) ? 0 : LongName.slotCount(name));
  }

  /** How many 32-byte slots this entry takes. */
  public int slotCount() {
    return isLabel() ? 1 : slotCount(name, shortName);
  }

  /** Appends the entry's slots to {@code out}, little-endian. */
  public void encode(ByteBuffer out) {
    if (slotCount() > 1) {
      LongName.encode(name, shortName.checksum(), out);
    }
    shortName.encode(out);
    out.put((byte) attributes);
    out.put((byte) 0);
    out.put((byte) created.map(FatTime::hundredthsField).orElse(0).intValue());
    out.putShort((short) created.map(FatTime::timeField).orElse(0).intValue());
    out.putShort((short) created.map(FatTime::dateField).orElse(0).intValue());
    out.putShort((short) accessed.map(FatTime::dateField).orElse(0).intValue());
    out.putShort((short) (firstCluster >> 16));
    out.putShort((short) modified.map(FatTime::timeField).orElse(0).intValue());
    out.putShort((short) modified.map(FatTime::dateField).orElse(0).intValue());
    out.putShort((short) firstCluster);
    out.putInt((int) sizeBytes);
  }

  /**
   * Reads the entries of a directory, or of a part that ends between two entries. Free slots and
   * long names that belong to nothing are passed over.
   *
   * @param slots the directory's bytes, little-endian
   * @param type on FAT12 and FAT16 the upper half of a cluster number means something else
   */
  public static List<DirectoryEntry> decodeAll(ByteBuffer slots, FatType type) {
    List<DirectoryEntry> entries = new ArrayList<>();
    forEach(slots, type, (entry, slot) -> entries.add(entry));
    return entries;
  }

  /** Does the same, and tells of each entry the number of its own slot, its last. */
  static void forEach(ByteBuffer slots, FatType type, ObjIntConsumer<DirectoryEntry> action) {
    LongName.Collector longName = new LongName.Collector();
    int count = slots.remaining() / FatGeometry.SLOT_BYTES;
    for (int i = 0; i < count; i++) {
      ByteBuffer slot =
          slots
              .slice(slots.position() + i * FatGeometry.SLOT_BYTES, FatGeometry.SLOT_BYTES)
              .order(slots.order());
      int mark = Byte.toUnsignedInt(slot.get(0));
      if (mark == END_MARK) {
        break;
      }
      if (mark == FREE_MARK) {
        longName.clear();
      } else if ((slot.get(ATTRIBUTES_OFFSET) & ATTRIBUTES_MASK) == LongName.ATTRIBUTES) {
        longName.take(slot);
      } else {
        action.accept(decode(slot, longName, type), i);
        longName.clear();
      }
    }
  }

  private static DirectoryEntry decode(ByteBuffer slot, LongName.Collector longName, FatType type) {
    ShortName shortName = ShortName.decode(slot);
    int attributes = Byte.toUnsignedInt(slot.get(ATTRIBUTES_OFFSET));
    int high = type == FatType.FAT32 ? u16(slot, 20) : 0;
    boolean label = (attributes & VOLUME_LABEL) != 0;
    String shown = label ? shortName.asLabel() : shown(shortName, slot.get(12));
    return new DirectoryEntry(
        longName.nameOf(shortName).orElse(shown),
        shortName,
        attributes,
        FatTime.decode(u16(slot, 16), u16(slot, 14), Byte.toUnsignedInt(slot.get(13))),
        FatTime.decode(u16(slot, 24), u16(slot, 22), 0),
        FatTime.decode(u16(slot, 18), 0, 0),
        high << 16 | u16(slot, 26),
        Integer.toUnsignedLong(slot.getInt(28)));
  }

  private static String shown(ShortName shortName, int caseBits) {
    String name = shortName.toString();
    int dot = name.lastIndexOf('.');
    String base = dot < 0 ? name : name.substring(0, dot);
    String extension = dot < 0 ? "" : name.substring(dot);
    return ((caseBits & LOWER_CASE_BASE) != 0 ? base.toLowerCase(Locale.ROOT) : base)
        + ((caseBits & LOWER_CASE_EXTENSION) != 0 ? extension.toLowerCase(Locale.ROOT) : extension);
  }

  private static int u16(ByteBuffer in, int at) {
    return Short.toUnsignedInt(in.getShort(at));
  }
}
