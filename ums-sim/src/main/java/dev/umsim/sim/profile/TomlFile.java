package dev.umsim.sim.profile;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tomlj.Toml;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** A file in TOML, which knows where everything in it stands. */
final class TomlFile {
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
    var result = Toml.parse(text);
    for (var error : result.errors()) {
      throw new ProfileException(
          place(name, error.position()), "this is not TOML: " + error.getMessage());
    }
    return new TomlFile(name, result);
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

  /** The names at the top, in no order. */
  List<String> keys() {
    return List.copyOf(root.keySet());
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
        place(at), String.join(".", at) + " is a text in quotation marks, not " + value);
  }

  /** The names in a table; none if there is no such table. */
  List<String> keysOf(String... path) {
    var at = List.of(path);
    var value = root.get(at);
    if (value == null) {
      return List.of();
    }
    if (value instanceof TomlTable table) {
      return List.copyOf(table.keySet());
    }
    throw new ProfileException(
        place(at), String.join(".", at) + " is a table; write [" + String.join(".", at) + "]");
  }

  /**
   * The values of a layer that stand in a table.
   *
   * @throws ProfileException if there is a key that is none, or a value that is not possible
   */
  Map<ProfileKey, Setting> settings(Layer layer, String... path) {
    var settings = new EnumMap<ProfileKey, Setting>(ProfileKey.class);
    for (var name : keysOf(path)) {
      var at = new ArrayList<>(List.of(path));
      at.add(name);
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
    var keys = ProfileKey.of(layer).stream().map(ProfileKey::key).toList();
    for (var key : keys) {
      if (key.startsWith(name + "-")) {
        return "'" + name + "' has no unit; write " + key;
      }
    }
    return "the " + layer + " has no '" + name + "'; it has " + String.join(", ", keys);
  }

  private Setting setting(ProfileKey key, List<String> at) {
    var value = root.get(at);
    if (!(value instanceof TomlTable table)) {
      return Setting.of(key, value, Origin.GIVEN);
    }
    if (!table.contains("value")) {
      throw new IllegalArgumentException("has no value; write { value = …, sourced = \"…\" }");
    }
    return Setting.of(key, table.get("value"), origin(table));
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
