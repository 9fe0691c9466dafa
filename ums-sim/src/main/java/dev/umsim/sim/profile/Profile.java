package dev.umsim.sim.profile;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * A device with a firmware, and the host it was measured with: every number that their time follows
 * from, in five layers.
 *
 * @param name as in a target, {@code DEVICE/STACK}
 * @param description in one line
 * @param layers the names under which its layers are shared
 * @param settings all values
 */
public record Profile(
    String name, String description, Map<Layer, String> layers, Map<ProfileKey, Setting> settings) {
  private static final double NANOS_PER_MICROSECOND = 1000;
  private static final double BYTES_PER_MEGABYTE = 1e6;

  /**
   * Checks that all is there, and fits together.
   *
   * @throws ProfileException if not
   */
  public Profile {
    // In their order, so that of several faults the same one is told in every run.
    layers = ordered(Layer.class, layers);
    settings = ordered(ProfileKey.class, settings);
    new ProfileRules(settings).check();
  }

  private static <K extends Enum<K>, V> Map<K, V> ordered(Class<K> keys, Map<K, V> map) {
    var ordered = new EnumMap<K, V>(keys);
    ordered.putAll(map);
    return Collections.unmodifiableMap(ordered);
  }

  /** The whole profile as a file in TOML, which {@link Profiles#parse} reads as the same. */
  public String toml() {
    return ProfileWriter.write(this);
  }

  /** The value of a key, if the profile has it. */
  public Optional<Setting> find(ProfileKey key) {
    return Optional.ofNullable(settings.get(key));
  }

  private Setting setting(ProfileKey key) {
    return find(key).orElseThrow(() -> new ProfileException(name + " has no " + key));
  }

  /** A whole number. */
  public long count(ProfileKey key) {
    return Long.parseLong(setting(key).text());
  }

  /** A number in the unit of its key. */
  public double number(ProfileKey key) {
    return setting(key).number();
  }

  /** One of the words that a key can have. */
  public String word(ProfileKey key) {
    return setting(key).text();
  }

  /** Nanoseconds of a key in microseconds. */
  public long nanos(ProfileKey key) {
    return Math.round(number(key) * NANOS_PER_MICROSECOND);
  }

  /** Bytes a second of a key in megabytes (10<sup>6</sup>) a second. */
  public long bytesPerSecond(ProfileKey key) {
    return Math.round(number(key) * BYTES_PER_MEGABYTE);
  }

  /** One of the words that a key can have, if it is set. */
  public Optional<String> findWord(ProfileKey key) {
    return find(key).map(Setting::text);
  }

  /** A share, 0 to 1, of a key in per cent. */
  public double share(ProfileKey key) {
    return number(key) / 100;
  }

  /**
   * The same profile with another value, for a fit or a sweep.
   *
   * @throws ProfileException if it is not possible
   */
  public Profile with(ProfileKey key, String text) {
    return with(Map.of(key, text));
  }

  /**
   * The same device at another host.
   *
   * @param host a shipped one: an operating system and a controller, as in {@code linux-6.1/xhci}
   * @throws ProfileException if there is none of this name
   */
  public Profile at(String host) {
    var name = Profiles.presentName(Layer.HOST, host);
    var changed = new EnumMap<ProfileKey, Setting>(settings);
    changed.keySet().removeIf(key -> key.layer() == Layer.HOST);
    changed.putAll(Profiles.layer(Layer.HOST, name, new Place("", 0)));
    var names = new EnumMap<Layer, String>(Layer.class);
    names.putAll(layers);
    names.put(Layer.HOST, name);
    return new Profile(this.name, description, names, changed);
  }

  /**
   * The same profile with other values, which may need each other. What says nothing any more
   * beside them is dropped.
   *
   * @param texts as they are written, without quotation marks
   * @throws ProfileException if they are not possible
   */
  public Profile with(Map<ProfileKey, String> texts) {
    var changed = new EnumMap<ProfileKey, Setting>(settings);
    texts.forEach((key, text) -> changed.put(key, Setting.parse(key, text, Origin.GIVEN)));
    ProfileRules.dropDisplaced(changed, texts.keySet());
    return new Profile(name, description, layers, changed);
  }
}
