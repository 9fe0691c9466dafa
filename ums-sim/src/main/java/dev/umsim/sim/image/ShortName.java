package dev.umsim.sim.image;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The 11 bytes of a directory entry's own name: 8 for the base and 3 for the extension, padded with
 * blanks (Microsoft FAT specification 1.03, "FAT Directory Structure").
 *
 * @param padded exactly 11 characters, each standing for one byte
 */
public record ShortName(String padded) {
  static final int LENGTH = 11;
  static final int BASE_LENGTH = 8;
  static final int EXTENSION_LENGTH = 3;
  static final ShortName DOT = new ShortName(".          ");
  static final ShortName DOT_DOT = new ShortName("..         ");
  private static final String SPECIAL_CHARACTERS = "$%'-_@~`!(){}^#&";

  // A first byte of E5h marks a free slot; a name that starts so is stored with 05h instead.
  private static final char FREE_MARK = 0xe5;
  private static final char FREE_MARK_STAND_IN = 0x05;

  /** Checks that there are 11 characters of one byte each. */
  public ShortName {
    if (padded.length() != LENGTH || padded.chars().anyMatch(c -> c > 0xff)) {
      throw new IllegalArgumentException("short name \"" + padded + "\"");
    }
  }

  /** Joins a base of up to 8 and an extension of up to 3 characters. */
  static ShortName of(String base, String extension) {
    return new ShortName(
        base
            + " ".repeat(BASE_LENGTH - base.length())
            + extension
            + " ".repeat(EXTENSION_LENGTH - extension.length()));
  }

  /** The name that stands for {@code name} without any loss: it is one already, in capitals. */
  static Optional<ShortName> exactly(String name) {
    int dot = name.lastIndexOf('.');
    String base = dot < 0 ? name : name.substring(0, dot);
    String extension = dot < 0 ? "" : name.substring(dot + 1);
    boolean fits =
        !base.isEmpty()
            && base.length() <= BASE_LENGTH
            && extension.length() <= EXTENSION_LENGTH
            && (dot < 0 || !extension.isEmpty());
    boolean legal = fits && (base + extension).chars().allMatch(ShortName::isLegal);
    return legal ? Optional.of(of(base, extension)) : Optional.empty();
  }

  /** Whether a short name that this program makes may have this character. */
  static boolean isLegal(int c) {
    return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || SPECIAL_CHARACTERS.indexOf(c) >= 0;
  }

  /** The volume label as the 11 bytes of its entry in the root directory. */
  static ShortName ofLabel(String label) {
    return new ShortName(label + " ".repeat(LENGTH - label.length()));
  }

  /** The 11 characters as a volume label: blanks inside count, those behind do not. */
  String asLabel() {
    return padded.stripTrailing();
  }

  /** The sum that ties long name slots to this name ("FAT Long Directory Entries"). */
  int checksum() {
    int sum = 0;
    for (int i = 0; i < LENGTH; i++) {
      sum = ((sum & 1) << 7 | sum >> 1) + padded.charAt(i) & 0xff;
    }
    return sum;
  }

  void encode(ByteBuffer out) {
    String stored =
        padded.charAt(0) == FREE_MARK ? FREE_MARK_STAND_IN + padded.substring(1) : padded;
    out.put(stored.getBytes(StandardCharsets.ISO_8859_1));
  }

  static ShortName decode(ByteBuffer in) {
    byte[] bytes = new byte[LENGTH];
    in.get(bytes);
    if (bytes[0] == FREE_MARK_STAND_IN) {
      bytes[0] = (byte) FREE_MARK;
    }
    return new ShortName(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /** The name as it is written: base, dot, extension. */
  @Override
  public String toString() {
    String base = padded.substring(0, BASE_LENGTH).stripTrailing();
    String extension = padded.substring(BASE_LENGTH).stripTrailing();
    return extension.isEmpty() ? base : base + "." + extension;
  }
}
