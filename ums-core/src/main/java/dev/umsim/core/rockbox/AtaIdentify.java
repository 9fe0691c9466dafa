package dev.umsim.core.rockbox;

/** What a disk answers to IDENTIFY DEVICE: 256 words (ATA-6, section 8.15). */
public final class AtaIdentify {
  /** Bytes of the answer. */
  public static final int LENGTH = 512;

  private static final int WORDS = LENGTH / 2;
  private static final int SERIAL_NUMBER = 10;
  private static final int FIRMWARE = 23;
  private static final int MODEL = 27;
  private static final int SECTORS_28 = 60;
  private static final int COMMAND_SETS = 82;
  private static final int REMOVABLE_MEDIA = 1 << 2;

  private final short[] words;

  private AtaIdentify(short[] words) {
    this.words = words;
  }

  /** Word i is {@code first + i}. */
  public static AtaIdentify linear(int first) {
    var words = new short[WORDS];
    for (int i = 0; i < WORDS; i++) {
      words[i] = (short) (first + i);
    }
    return new AtaIdentify(words);
  }

  /** 512 bytes as a disk sends them, each word with its low byte first. */
  public static AtaIdentify of(byte[] bytes) {
    if (bytes.length != LENGTH) {
      throw new IllegalArgumentException(
          "IDENTIFY DEVICE has " + LENGTH + " bytes, not " + bytes.length);
    }
    var words = new short[WORDS];
    for (int i = 0; i < WORDS; i++) {
      words[i] = (short) (bytes[2 * i] & 0xff | bytes[2 * i + 1] << 8);
    }
    return new AtaIdentify(words);
  }

  /** A disk of this name and size, and nothing else told about it. */
  public static AtaIdentify describing(
      String model, String firmware, String serialNumber, long sectors) {
    var identify = new AtaIdentify(new short[WORDS]);
    identify.putText(MODEL, 20, model);
    identify.putText(FIRMWARE, 4, firmware);
    identify.putText(SERIAL_NUMBER, 10, serialNumber);
    long told = Math.min(sectors, 0x0fff_ffff);
    identify.words[SECTORS_28] = (short) told;
    identify.words[SECTORS_28 + 1] = (short) (told >> 16);
    return identify;
  }

  private void putText(int word, int count, String text) {
    for (int i = 0; i < count; i++) {
      words[word + i] = (short) (character(text, 2 * i) << 8 | character(text, 2 * i + 1));
    }
  }

  private static int character(String text, int at) {
    return at < text.length() ? text.charAt(at) : ' ';
  }

  /** Text that stands in words, the first character of each in its high byte. */
  private String text(int word, int count) {
    var text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append((char) (words[word + i] >> 8 & 0xff)).append((char) (words[word + i] & 0xff));
    }
    return text.toString();
  }

  /** How Rockbox tells a disk's name in INQUIRY: the model cut in two, and half the firmware. */
  DriveText driveText() {
    return new DriveText(text(MODEL, 4), text(MODEL + 4, 8), text(FIRMWARE, 2));
  }

  /** How the driver of early 2008 did it, which skipped eight characters of the model. */
  DriveText earlyDriveText() {
    return new DriveText(text(MODEL, 4), text(MODEL + 8, 8), text(FIRMWARE, 2));
  }

  /** Whether the disk has the Removable Media feature set. */
  boolean removableMedia() {
    return (words[COMMAND_SETS] & REMOVABLE_MEDIA) != 0;
  }

  /** The 512 bytes, each word with its low byte first. */
  byte[] bytes() {
    var bytes = new byte[LENGTH];
    for (int i = 0; i < WORDS; i++) {
      bytes[2 * i] = (byte) words[i];
      bytes[2 * i + 1] = (byte) (words[i] >> 8);
    }
    return bytes;
  }
}
