package dev.umsim.bench.simulated;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.PercentEncoding;
import dev.umsim.bench.notation.SimulatedKey;
import dev.umsim.bench.notation.Spelling;
import dev.umsim.bench.notation.TargetNotation.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The settings of a simulated target, looked up by key and read as what they have to be. */
final class SettingValues {
  private final List<Setting> settings;

  SettingValues(List<Setting> settings) {
    this.settings = settings;
  }

  boolean has(SimulatedKey key) {
    return settings.stream().anyMatch(setting -> setting.key().equals(key.toString()));
  }

  /** All values of a key, percent-encoded. */
  List<String> encoded(SimulatedKey key) {
    return settings.stream()
        .filter(setting -> setting.key().equals(key.toString()))
        .map(Setting::encoded)
        .toList();
  }

  Optional<String> text(SimulatedKey key) {
    return encoded(key).stream().findFirst().map(PercentEncoding::decode);
  }

  String text(SimulatedKey key, String usual) {
    return text(key).orElse(usual);
  }

  /** The value as {@code reader} understands it; what it refuses is told with the key's name. */
  <T> T value(SimulatedKey key, Function<String, T> reader, T usual) {
    var text = text(key);
    return text.isEmpty() ? usual : named(key.toString(), () -> reader.apply(text.get()));
  }

  boolean onOrOff(SimulatedKey key, boolean usual) {
    return value(key, word -> word(word, List.of("off", "on")) == 1, usual);
  }

  <E extends Enum<E>> E oneOf(SimulatedKey key, Class<E> type, E usual) {
    var constants = type.getEnumConstants();
    var words = Arrays.stream(constants).map(each -> each.name().toLowerCase(Locale.ROOT)).toList();
    return value(key, word -> constants[word(word, words)], usual);
  }

  private static int word(String word, List<String> known) {
    int index = known.indexOf(word);
    if (index < 0) {
      throw new NotationException(
          "'" + word + "' is not one of " + String.join(", ", known) + Spelling.hint(word, known));
    }
    return index;
  }

  /** Names what a refusal is about. */
  static <T> T named(String what, Supplier<T> reader) {
    try {
      return reader.get();
    } catch (IllegalArgumentException e) {
      throw new NotationException(what + ": " + e.getMessage());
    }
  }
}
