package dev.umsim.sim.profile;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The profiles that are shipped, and files that build on them. */
public final class Profiles {
  private static final String FOLDER = "profiles/";
  private static final Profiles SHIPPED = new Profiles();

  private final Map<Layer, TomlFile> layers = new EnumMap<>(Layer.class);
  private final TomlFile profiles;

  private Profiles() {
    for (var layer : Layer.values()) {
      layers.put(layer, resource(layer.plural() + ".toml"));
    }
    profiles = resource("profiles.toml");
  }

  private static TomlFile resource(String name) {
    try (InputStream in = Profiles.class.getResourceAsStream(FOLDER + name)) {
      return TomlFile.parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of the shipped ones, in the order of the alphabet. */
  public static List<String> names() {
    return SHIPPED.profiles.keys().stream().sorted().toList();
  }

  /** Whether one of this name is shipped. */
  public static boolean has(String name) {
    return names().contains(name);
  }

  /**
   * A shipped profile.
   *
   * @throws ProfileException if there is none of this name
   */
  public static Profile named(String name) {
    if (!has(name)) {
      throw new ProfileException(
          "there is no profile '" + name + "'; there are " + String.join(", ", names()));
    }
    return new ProfileReader(SHIPPED.profiles, name).read();
  }

  /**
   * Reads somebody's own profile.
   *
   * @param file its name, for messages
   * @param text its content
   * @throws ProfileException names file and line of what is wrong
   */
  public static Profile parse(String file, String text) {
    return new ProfileReader(TomlFile.parse(file, text)).read();
  }

  /**
   * A value of a shipped layer.
   *
   * @param name of the layer
   */
  public record LayerValue(Layer layer, String name, Setting setting) {}

  /** All values of all shipped layers. */
  public static List<LayerValue> layerValues() {
    var values = new ArrayList<LayerValue>();
    SHIPPED.layers.forEach(
        (layer, file) ->
            file.keys().stream()
                .sorted()
                .forEach(
                    name ->
                        file.settings(layer, name)
                            .values()
                            .forEach(each -> values.add(new LayerValue(layer, name, each)))));
    return values;
  }

  /** A complete host by the name that it had when it was one thing. */
  private static final Map<String, String> EARLIER_HOSTS =
      Map.of(
          "linux-pc-2008", "linux-2.6.24/pc-2008",
          "am335x-musb-2017", "linux-mitysom/musb-am335x");

  /** The name by which a shipped layer is known today. */
  static String presentName(Layer layer, String name) {
    return layer == Layer.HOST ? EARLIER_HOSTS.getOrDefault(name, name) : name;
  }

  /**
   * The parts of a layer's name: of a host an operating system and a controller, of any other the
   * layer itself.
   */
  public static List<String> partsOf(Layer layer, String name) {
    return layer == Layer.HOST ? List.of(name.split("/", -1)) : List.of(name);
  }

  /**
   * The shipped values of a layer.
   *
   * @throws ProfileException if there is none of this name
   */
  static Map<ProfileKey, Setting> layer(Layer layer, String name, Place mentioned) {
    var settings = new EnumMap<ProfileKey, Setting>(ProfileKey.class);
    for (var part : partsOf(layer, name)) {
      settings.putAll(part(layer, part, mentioned));
    }
    return settings;
  }

  private static Map<ProfileKey, Setting> part(Layer layer, String name, Place mentioned) {
    var file = SHIPPED.layers.get(layer);
    if (!requireNonNull(file).keys().contains(name)) {
      var known = file.keys().stream().sorted().toList();
      throw new ProfileException(
          mentioned,
          "there is no "
              + layer
              + " '"
              + name
              + "'; "
              + (layer == Layer.HOST ? "write SYSTEM/CONTROLLER, of " : "there are ")
              + String.join(", ", known));
    }
    return file.settings(layer, name);
  }

  /** The shipped operating systems or controllers: the parts of hosts that have a key. */
  public static List<String> hostsWith(ProfileKey key) {
    var file = SHIPPED.layers.get(Layer.HOST);
    return requireNonNull(file).keys().stream()
        .filter(name -> file.settings(Layer.HOST, name).containsKey(key))
        .toList();
  }
}
