package dev.umsim.sim.exchange;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the lines that begin with {@code !}. */
final class DeviceLineParser {
  private static final int HIGHEST_DRIVE = 15;

  private final DeviceLines lines = new DeviceLines();

  /** The place of the highest drive that is spoken of. */
  private @Nullable MalformedExchangeException beyond;

  private int highestDrive;

  void parse(Tokens tokens) throws MalformedExchangeException {
    var word = tokens.next("the key");
    if (word.equals("drive")) {
      int drive = (int) tokens.number("the drive", 0, HIGHEST_DRIVE);
      if (drive > highestDrive) {
        highestDrive = drive;
        beyond =
            tokens.refusal(
                "there is no drive " + drive + "; the first is 0, and drives tells how many");
      }
      var key = key(tokens, tokens.next("the key"));
      if (!key.ofDrive()) {
        throw tokens.refusal("'" + key + "' is said of the device, not of a drive");
      }
      int column = tokens.column();
      var value = value(tokens, key);
      requireNew(lines.put(drive, key, value), tokens.line(), column, key);
    } else {
      var key = key(tokens, word);
      int column = tokens.column();
      var value = value(tokens, key);
      requireNew(lines.put(key, value), tokens.line(), column, key);
    }
  }

  private static DeviceKey key(Tokens tokens, String word) throws MalformedExchangeException {
    var key = DeviceKey.of(word);
    if (key.isEmpty()) {
      var known =
          Arrays.stream(DeviceKey.values())
              .map(DeviceKey::toString)
              .collect(Collectors.joining(", "));
      throw tokens.refusal("there is no key '" + word + "' (keys: " + known + ", drive)");
    }
    return key.get();
  }

  private static String value(Tokens tokens, DeviceKey key) throws MalformedExchangeException {
    var value = tokens.rest("the value of " + key);
    if (!key.fits(value)) {
      throw tokens.refusal(key + " is " + key.form() + ", not '" + value + "'");
    }
    return value;
  }

  private static void requireNew(boolean added, int line, int column, DeviceKey key)
      throws MalformedExchangeException {
    if (!added) {
      throw new MalformedExchangeException(line, column, key + " is said for the second time");
    }
  }

  /** What all lines say. */
  DeviceLines finish() throws MalformedExchangeException {
    if (beyond != null && highestDrive >= lines.driveCount()) {
      throw beyond;
    }
    return lines;
  }
}
