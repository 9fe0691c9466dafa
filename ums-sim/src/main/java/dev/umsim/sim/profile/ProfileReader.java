package dev.umsim.sim.profile;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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
  private final Set<ProfileKey> own = EnumSet.noneOf(ProfileKey.class);
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
    // What is inherited and says nothing any more was not meant; what stands here was.
    ProfileRules.dropDisplaced(settings, own);
    var name = name();
    var description = description();
    try {
      return new Profile(name, description, layers, settings);
    } catch (ProfileException e) {
      throw new ProfileException(e.key().map(this::placeOf).orElse(place()), e.getMessage());
    }
  }

  /** Where a value stands, or its layer, or what was to bring it. */
  private Place placeOf(ProfileKey key) {
    var layer = at(key.layer().toString());
    return Stream.of(TomlFile.below(layer, key.key()), layer, at(EXTENDS))
        .map(file::place)
        .filter(place -> place.line() > 0)
        .findFirst()
        .orElse(place());
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
              + "' to extend; only shipped ones can be extended: "
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
    var from = TomlFile.below(at, TomlFile.FROM);
    if (!file.keysOf(at.toArray(String[]::new)).isEmpty()) {
      file.text(from.toArray(String[]::new)).ifPresent(name -> take(layer, name, file.place(from)));
      var values = file.settings(layer, at.toArray(String[]::new));
      settings.putAll(values);
      own.addAll(values.keySet());
    }
  }

  private void take(Layer layer, String given, Place mentioned) {
    var name = Profiles.presentName(layer, given);
    layers.put(layer, name);
    settings.keySet().removeIf(key -> key.layer() == layer);
    settings.putAll(Profiles.layer(layer, name, mentioned));
  }

  private String name() {
    if (path.length > 0) {
      return path[0];
    }
    var base = file.place().file().replaceFirst(".*[/\\\\]", "").replaceFirst("\\.toml$", "");
    return line(NAME).orElse(base.isBlank() ? "profile" : base);
  }

  private String description() {
    return line(DESCRIPTION)
        .orElse(extended.map(profile -> "built on " + profile.name()).orElse(""));
  }

  /** A text that is shown in one line. */
  private Optional<String> line(String key) {
    var text = text(key);
    if (text.isPresent()
        && (text.get().isBlank() || text.get().chars().anyMatch(Character::isISOControl))) {
      throw new ProfileException(
          file.place(at(key)), key + " is words in one line; write some or leave it out");
    }
    return text;
  }

  private Optional<String> text(String key) {
    return file.text(at(key).toArray(String[]::new));
  }

  private Place place() {
    return path.length == 0 ? file.place() : file.place(List.of(path));
  }

  private List<String> at(String key) {
    return TomlFile.below(List.of(path), key);
  }
}
