package dev.umsim.sim.exchange;

import java.util.zip.CRC32;

/** What bytes a device sent: themselves, their checksum, or nothing said about them. */
public sealed interface Content {
  /** Up to so many bytes stand as themselves. */
  int LONGEST_HEX = 64;

  /** Nothing is said. */
  Content NOT_GIVEN = new NotGiven();

  /** It is said that they may be any. */
  Content UNSPECIFIED = new Unspecified();

  /** As it stands in an answer behind the number of bytes, with a space before it. */
  String suffix();

  /** Whether these are the bytes. */
  boolean matches(HexBytes bytes);

  /** How these bytes are written. */
  static Content of(HexBytes bytes) {
    if (bytes.length() == 0) {
      return NOT_GIVEN;
    }
    return bytes.length() <= LONGEST_HEX ? new Hex(bytes) : new Checksum(checksum(bytes));
  }

  private static int checksum(HexBytes bytes) {
    var checksum = new CRC32();
    checksum.update(bytes.bytes());
    return (int) checksum.getValue();
  }

  /** See {@link #NOT_GIVEN}. */
  record NotGiven() implements Content {
    @Override
    public String suffix() {
      return "";
    }

    @Override
    public boolean matches(HexBytes bytes) {
      return true;
    }
  }

  /** The bytes. */
  record Hex(HexBytes bytes) implements Content {
    @Override
    public String suffix() {
      return " " + bytes;
    }

    @Override
    public boolean matches(HexBytes other) {
      return bytes.equals(other);
    }
  }

  /**
   * The bytes, some of which may be any.
   *
   * @param digits two for each byte, each hexadecimal or {@code ?}
   */
  record Masked(String digits) implements Content {
    @Override
    public String suffix() {
      return " " + digits;
    }

    @Override
    public boolean matches(HexBytes bytes) {
      var came = bytes.toString();
      if (came.length() != digits.length()) {
        return false;
      }
      for (int i = 0; i < came.length(); i++) {
        if (digits.charAt(i) != '?' && digits.charAt(i) != came.charAt(i)) {
          return false;
        }
      }
      return true;
    }
  }

  /** Their CRC-32, as in ISO 3309 and zip files. */
  record Checksum(int value) implements Content {
    @Override
    public String suffix() {
      return String.format(" crc32:%08x", value);
    }

    @Override
    public boolean matches(HexBytes bytes) {
      return checksum(bytes) == value;
    }
  }

  /** See {@link #UNSPECIFIED}. */
  record Unspecified() implements Content {
    @Override
    public String suffix() {
      return " *";
    }

    @Override
    public boolean matches(HexBytes bytes) {
      return true;
    }
  }
}
