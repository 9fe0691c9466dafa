package dev.umsim.sim.image;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A file's name of up to 255 UTF-16 units, and the slots that hold it in front of the entry with
 * the short name (Microsoft FAT specification 1.03, "FAT Long Directory Entries").
 */
final class LongName {
  static final int LENGTH_MAX = 255;
  static final int CHARACTERS_PER_SLOT = 13;

  /** The attribute byte of such a slot: a combination that no file has. */
  static final int ATTRIBUTES = 0x0f;

  private static final int LAST_SLOT = 0x40;
  private static final int SEQUENCE_MASK = 0x3f;
  private static final String ILLEGAL_CHARACTERS = "\"*/:<>?\\|";
  private static final int[] CHARACTER_OFFSETS = {1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30};

  private LongName() {}

  /** Says why FAT cannot hold a name, or nothing if it can. */
  static Optional<String> fault(String name) {
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      return Optional.of("is no name");
    }
    if (name.length() > LENGTH_MAX) {
      return Optional.of("has %d characters, FAT holds %d".formatted(name.length(), LENGTH_MAX));
    }
    if (name.endsWith(".") || name.endsWith(" ")) {
      return Optional.of("ends in a dot or a blank, which FAT drops");
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c < ' ' || c == '\uffff' || ILLEGAL_CHARACTERS.indexOf(c) >= 0) {
        return Optional.of("has the character U+%04X, which FAT forbids".formatted((int) c));
      }
      // The JDK puts U+FFFD where a name on the host is not text in the encoding of its locale.
      if (c == '\ufffd') {
        return Optional.of("is not text in this locale's encoding");
      }
    }
    return hasLoneSurrogate(name)
        ? Optional.of("has half of a character beyond U+FFFF")
        : Optional.empty();
  }

  private static boolean hasLoneSurrogate(String name) {
    return name.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  /** Names with the same key are the same name to FAT, which does not tell capitals from others. */
  static String key(String name) {
    StringBuilder key = new StringBuilder(name.length());
    // Unit by unit, as Windows does it: String.toUpperCase would make "SS" of one sharp s.
    name.chars().forEach(c -> key.append((char) Character.toUpperCase(c)));
    return key.toString();
  }

  /** How many slots hold a name. */
  static int slotCount(String name) {
    return (name.length() + CHARACTERS_PER_SLOT - 1) / CHARACTERS_PER_SLOT;
  }

  /** Appends the slots of {@code name}, last part first; {@code out} is little-endian. */
  static void encode(String name, int checksum, ByteBuffer out) {
    int count = slotCount(name);
    for (int number = count; number >= 1; number--) {
      ByteBuffer slot = ByteBuffer.allocate(FatGeometry.SLOT_BYTES).order(out.order());
      slot.put(0, (byte) (number == count ? number | LAST_SLOT : number));
      slot.put(11, (byte) ATTRIBUTES);
      slot.put(13, (byte) checksum);
      for (int i = 0; i < CHARACTERS_PER_SLOT; i++) {
        int at = (number - 1) * CHARACTERS_PER_SLOT + i;
        // A name that does not fill its last slot ends in 0000h, and FFFFh fills the rest.
        int c = at < name.length() ? name.charAt(at) : at == name.length() ? 0 : 0xffff;
        slot.putShort(CHARACTER_OFFSETS[i], (short) c);
      }
      out.put(slot);
    }
  }

  /** Puts the slots in front of an entry together again. */
  static final class Collector {
    private final StringBuilder name = new StringBuilder();
    private int next;
    private int checksum;

    /** Takes a slot with {@link #ATTRIBUTES}, as it comes: the last part of the name first. */
    void take(ByteBuffer slot) {
      int sequence = Byte.toUnsignedInt(slot.get(0));
      int number = sequence & SEQUENCE_MASK;
      int sum = Byte.toUnsignedInt(slot.get(13));
      if ((sequence & LAST_SLOT) != 0) {
        name.setLength(0);
        next = number;
        checksum = sum;
      }
      if (number == 0 || number != next || sum != checksum) {
        clear();
        return;
      }
      StringBuilder part = new StringBuilder(CHARACTERS_PER_SLOT);
      for (int offset : CHARACTER_OFFSETS) {
        char c = slot.getChar(offset);
        if (c == 0) {
          break;
        }
        part.append(c);
      }
      name.insert(0, part);
      next--;
    }

    /** Forgets what was taken. */
    void clear() {
      name.setLength(0);
      next = 0;
      checksum = -1;
    }

    /** The name that belongs to {@code shortName}, if whole and not left over from another. */
    Optional<String> nameOf(ShortName shortName) {
      boolean whole = name.length() > 0 && next == 0 && checksum == shortName.checksum();
      return whole ? Optional.of(name.toString()) : Optional.empty();
    }
  }
}
