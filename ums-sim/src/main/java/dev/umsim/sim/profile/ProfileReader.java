package dev.umsim.sim.profile;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads one profile: the one that it extends, the shipped layers that it names, and its own values,
 * in this order; what comes later replaces what came before.
 */
final class ProfileReader {
  private static final String EXTENDS = "extends";
  private static final String NAME = "name";
  private static final String DESCRIPTION = "description";

  private final TomlFile file;
  private final String[] path;
  private final Map<Layer, String> layers = new EnumMap<>(Layer.class);
  private final Map<ProfileKey, Setting> settings = new EnumMap<>(ProfileKey.class);
  private Optional<Profile> extended = Optional.empty();

  /** A profile that is the file, or a table of it. */
  ProfileReader(TomlFile file, String... path) {
    this.file = file;
    this.path = path;
  }

  Profile read() {
    refuseUnknown();
    extended = text(EXTENDS).map(this::shipped);
    extended.ifPresent(
        profile -> {
          layers.putAll(profile.layers());
          settings.putAll(profile.settings());
        });
    for (var layer : Layer.values()) {
      read(layer);
    }
    try {
      return new Profile(name(), description(), layers, settings);
    } catch (ProfileException e) {
      throw new ProfileException(path.length == 0 ? file.place() : place(), e.getMessage());
    }
  }

  private void refuseUnknown() {
    for (var key : path.length == 0 ? file.keys() : file.keysOf(path)) {
      if (!List.of(EXTENDS, NAME, DESCRIPTION).contains(key) && Layer.named(key).isEmpty()) {
        throw new ProfileException(
            file.place(at(key)),
            "a profile has no '"
                + key
                + "'; it has extends, name, description, and the layers host, stack, port, medium"
                + " and volume");
      }
    }
  }

  private Profile shipped(String name) {
    if (!Profiles.has(name)) {
      throw new ProfileException(
          file.place(at(EXTENDS)),
          "there is no profile '"
              + name
              + "' to extend; there are "
              + String.join(", ", Profiles.names()));
    }
    return Profiles.named(name);
  }

  /** A layer is the name of a shipped one, or a table with values and perhaps such a name. */
  private void read(Layer layer) {
    var at = at(layer.toString());
    if (file.isText(at)) {
      take(layer, text(layer.toString()).orElseThrow(), file.place(at));
      return;
    }
    settings.putAll(file.settings(layer, at.toArray(String[]::new)));
  }

  private void take(Layer layer, String name, Place mentioned) {
    layers.put(layer, name);
    settings.keySet().removeIf(key -> key.layer() == layer);
    settings.putAll(Profiles.layer(layer, name, mentioned));
  }

  private String name() {
    if (path.length > 0) {
      return path[0];
    }
    return text(NAME)
        .orElse(file.place().file().replaceFirst(".*[/\\\\]", "").replace(".toml", ""));
  }

  private String description() {
    return text(DESCRIPTION)
        .orElse(extended.map(profile -> "built on " + profile.name()).orElse(""));
  }

  private Optional<String> text(String key) {
    return file.text(at(key).toArray(String[]::new));
  }

  private Place place() {
    return file.place(List.of(path));
  }

  private List<String> at(String key) {
    var at = new ArrayList<>(List.of(path));
    at.add(key);
    return at;
  }
}
