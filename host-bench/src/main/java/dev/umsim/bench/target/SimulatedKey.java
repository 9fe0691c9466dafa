package dev.umsim.bench.target;

import java.util.Arrays;
import java.util.Locale;

/** The settings that may stand behind the {@code ?} of a {@code sim:} target. */
enum SimulatedKey {
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
  DEVIATION;

  /** Whether it may be given more than once. */
  boolean repeatable() {
    return this == IMAGE || this == DEVIATION;
  }

  static SimulatedKey parse(String word) {
    return Arrays.stream(values())
        .filter(key -> key.toString().equals(word))
        .findAny()
        .orElseThrow(() -> unknown(word));
  }

  private static NotationException unknown(String word) {
    var known = Arrays.stream(values()).map(SimulatedKey::toString).toList();
    return new NotationException(
        "a sim: target has no key '"
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
