package dev.umsim.bench.notation;

import java.util.Arrays;
import java.util.Locale;

/** The settings that may stand behind the {@code ?} of a {@code sim:} target. */
public enum SimulatedKey {
  IMAGE,
  SIZE,
  BLOCKS,
  BLOCK_SIZE,
  FILL,
  SPEED,
  SHORT_DATA,
  OUT_EXCESS,
  WRITE_CACHE,
  POWER_ON_ATTENTION,
  VID,
  PID,
  SERIAL,
  VENDOR,
  PRODUCT,
  REVISION,
  SEED,
  DEVIATION,
  FAKE,
  VOLATILE_CACHE,
  ERASE_BLOCK,
  BAD_BLOCKS,
  BIT_ROT,
  DEAD_AFTER_WRITES,
  FAULT,
  FAULTS,
  DEVICE;

  /** Whether it may be given more than once. */
  boolean repeatable() {
    return this == IMAGE || this == DEVIATION || this == FAULT;
  }

  /**
   * Reads a key.
   *
   * @param device the name of the device whose keys are listed if there is no such one
   */
  public static SimulatedKey parse(String word, String device) {
    return Arrays.stream(values())
        .filter(key -> key.toString().equals(word))
        .findAny()
        .orElseThrow(() -> unknown(word, device));
  }

  private static NotationException unknown(String word, String device) {
    var known = SimulatedKind.of(device).keys().stream().map(SimulatedKey::toString).toList();
    return new NotationException(
        "sim:"
            + device
            + " has no key '"
            + word
            + "'"
            + Spelling.hint(word, known)
            + " (keys: "
            + String.join(", ", known)
            + ")");
  }

  /** As it is written: {@code block-size}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
