package dev.umsim.sim.exchange;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** What a device line may say about the device that was recorded. */
public enum DeviceKey {
  STACK("the name of a stack", matching("[a-z0-9][a-z0-9-]*")),
  STORAGE(oneOf("ata-fixed", "ata-removable", "sd", "ramdisk")),
  DRIVES("a number from 1 to 16", number(1, 16)),
  SKIP_FIRST_DRIVE(oneOf("yes", "no")),
  VENDOR("up to 8 ASCII characters", text(8)),
  PRODUCT("up to 16 ASCII characters", text(16)),
  REVISION("up to 4 ASCII characters", text(4)),
  BLOCK_SIZE(oneOf("512", "1024", "2048", "4096")),
  BLOCKS("a number of blocks, at least 1", number(1, Long.MAX_VALUE)),
  VIRTUAL_BLOCK_MULTIPLIER(oneOf("1", "2", "4", "8")),
  FILL("lba-be64, zero or two hexadecimal digits", matching("lba-be64|zero|[0-9A-Fa-f]{2}")),
  ATA_IDENTIFY(
      "linear-0xNNNN or the path of a file", matching("linear-0x[0-9A-Fa-f]{4}|(?!linear-).+")),
  SPEED(oneOf("full", "high")),
  MAX_PACKET(oneOf("8", "16", "32", "64", "512")),
  READ_BUFFER("COUNTxBYTES, such as 2x65536", matching("[1-9][0-9]{0,3}x[1-9][0-9]{0,8}")),
  WRITE_BUFFER("COUNTxBYTES, such as 2x24576", matching("[1-9][0-9]{0,3}x[1-9][0-9]{0,8}")),
  SECTOR_NUMBERS(oneOf("32", "64")),
  CLOCK(oneOf("present", "absent")),
  SMART(oneOf("present", "absent"));

  private static final List<DeviceKey> OF_A_DRIVE =
      List.of(
          STORAGE,
          VENDOR,
          PRODUCT,
          REVISION,
          BLOCK_SIZE,
          BLOCKS,
          VIRTUAL_BLOCK_MULTIPLIER,
          FILL,
          ATA_IDENTIFY);

  private final String form;
  private final Predicate<String> fits;

  DeviceKey(String form, Predicate<String> fits) {
    this.form = form;
    this.fits = fits;
  }

  DeviceKey(List<String> words) {
    this(
        words.size() == 2
            ? words.get(0) + " or " + words.get(1)
            : "one of " + String.join(", ", words),
        words::contains);
  }

  private static List<String> oneOf(String... words) {
    return List.of(words);
  }

  private static Predicate<String> matching(String pattern) {
    return value -> value.matches(pattern);
  }

  private static Predicate<String> number(long least, long most) {
    return value -> {
      try {
        return value.matches("[0-9]+")
            && Long.parseLong(value) >= least
            && Long.parseLong(value) <= most;
      } catch (NumberFormatException e) {
        return false;
      }
    };
  }

  private static Predicate<String> text(int width) {
    return value -> value.matches("[ -~]{1," + width + "}");
  }

  /** Whether one of several drives may have its own. */
  boolean ofDrive() {
    return OF_A_DRIVE.contains(this);
  }

  /** What a value has to be, in words. */
  String form() {
    return form;
  }

  /** Whether a value may stand behind the key. */
  public boolean fits(String value) {
    return fits.test(value);
  }

  /** The key of this name. */
  public static Optional<DeviceKey> of(String word) {
    return Arrays.stream(values()).filter(key -> key.toString().equals(word)).findAny();
  }

  /** As it is written: {@code block-size}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
