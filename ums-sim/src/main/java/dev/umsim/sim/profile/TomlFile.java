package dev.umsim.sim.profile;

import dev.umsim.sim.toml.BadTomlException;
import dev.umsim.sim.toml.GuardedToml;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** A file in TOML, which knows where everything in it stands. */
final class TomlFile {
  /** In a table with values of a layer, the name of a shipped one that has the others. */
  static final String FROM = "from";

  private final String name;
  private final TomlTable root;

  private TomlFile(String name, TomlTable root) {
    this.name = name;
    this.root = root;
  }

  /**
   * Reads a file.
   *
   * @param name for messages
   * @throws ProfileException if it is not TOML
   */
  static TomlFile parse(String name, String text) {
    try {
      return new TomlFile(name, GuardedToml.parse(text));
    } catch (BadTomlException e) {
      throw new ProfileException(new Place(name, e.line()), e.why());
    }
  }

  private static Place place(String name, TomlPosition position) {
    return new Place(name, position == null ? 0 : position.line());
  }

  /** Where a key stands. */
  Place place(List<String> path) {
    return place(name, root.inputPositionOf(path));
  }

  /** The file as a whole. */
  Place place() {
    return new Place(name, 0);
  }

  /** The names at the top, as they stand in the file. */
  List<String> keys() {
    return sorted(List.of(), root);
  }

  private List<String> sorted(List<String> path, TomlTable table) {
    return table.keySet().stream()
        .sorted(
            Comparator.comparingInt((String key) -> place(below(path, key)).line())
                .thenComparing(key -> key))
        .toList();
  }

  /** A key in a table. */
  static List<String> below(List<String> path, String key) {
    var below = new ArrayList<>(path);
    below.add(key);
    return below;
  }

  /** Whether there is a text and not a table. */
  boolean isText(List<String> path) {
    return root.get(path) instanceof String;
  }

  /** A text, if it is there. */
  Optional<String> text(String... path) {
    var at = List.of(path);
    var value = root.get(at);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof String text) {
      return Optional.of(text);
    }
    throw new ProfileException(
        place(at), String.join(".", at) + " is a text in quotation marks, not " + scalar(value));
  }

  /** The names in a table, as they stand there; none if there is no such table. */
  List<String> keysOf(String... path) {
    var at = List.of(path);
    var value = root.get(at);
    if (value == null) {
      return List.of();
    }
    if (value instanceof TomlTable table) {
      return sorted(at, table);
    }
    throw new ProfileException(
        place(at),
        String.join(".", at)
            + " is a table or a name in quotation marks; write ["
            + String.join(".", at)
            + "]");
  }

  /**
   * The values of a layer that stand in a table.
   *
   * @throws ProfileException if there is a key that is none, or a value that is not possible
   */
  Map<ProfileKey, Setting> settings(Layer layer, String... path) {
    var settings = new EnumMap<ProfileKey, Setting>(ProfileKey.class);
    for (var name : keysOf(path)) {
      if (name.equals(FROM)) {
        continue;
      }
      var at = below(List.of(path), name);
      var key =
          ProfileKey.named(layer, name)
              .orElseThrow(() -> new ProfileException(place(at), unknown(layer, name)));
      try {
        settings.put(key, setting(key, at));
      } catch (IllegalArgumentException e) {
        throw new ProfileException(place(at), name + " " + e.getMessage());
      }
    }
    return settings;
  }

  private static String unknown(Layer layer, String name) {
    var keys = ProfileKey.of(layer);
    for (var key : keys) {
      if (key.unit().isPresent() && key.key().equals(name + key.unit().get().suffix())) {
        return "'" + name + "' has no unit; write " + key.key();
      }
    }
    return "the "
        + layer
        + " has no '"
        + name
        + "'; it has "
        + keys.stream().map(ProfileKey::key).collect(Collectors.joining(", "));
  }

  private Setting setting(ProfileKey key, List<String> at) {
    var value = root.get(at);
    if (!(value instanceof TomlTable table)) {
      return Setting.of(key, scalar(value), Origin.GIVEN);
    }
    if (!table.contains("value")) {
      throw new IllegalArgumentException("has no value; write { value = …, sourced = \"…\" }");
    }
    return Setting.of(key, scalar(table.get("value")), origin(table));
  }

  /** A value as it is, or what it is where it can be none. */
  private static Object scalar(Object value) {
    if (value instanceof String || value instanceof Long || value instanceof Double) {
      return value;
    }
    var words =
        value instanceof TomlTable ? "a table" : value instanceof TomlArray ? "a list" : "" + value;
    return new NoValue(words);
  }

  /** Something that no value can be, in words. */
  private record NoValue(String words) {
    @Override
    public String toString() {
      return words;
    }
  }

  private static Origin origin(TomlTable table) {
    Origin origin = Origin.GIVEN;
    for (var word : table.keySet()) {
      if (word.equals("value")) {
        continue;
      }
      var kind = Origin.Kind.named(word);
      if (kind.isEmpty() || kind.get() == Origin.Kind.GIVEN || origin != Origin.GIVEN) {
        throw new IllegalArgumentException(
            "is { value = …, KIND = \"why\" }, and KIND is sourced, calibrated or assumed");
      }
      if (!(table.get(word) instanceof String text) || text.isBlank()) {
        throw new IllegalArgumentException("has to say what it was " + word + " by, in words");
      }
      origin = new Origin(kind.get(), text);
    }
    return origin;
  }
}
