package dev.umsim.sim.profile;

import java.util.Locale;
import java.util.Optional;

/** A part of a profile, whose values are shared by all that they apply to. */
public enum Layer {
  /** Controller, kernel and processor of the host. */
  HOST("hosts"),
  /** The device's firmware. */
  STACK("stacks"),
  /** The storage driver of a firmware on a device. */
  PORT("ports"),
  /** What the blocks are kept on. */
  MEDIUM("media"),
  /** How the medium is divided and formatted. */
  VOLUME("volumes");

  private final String plural;

  Layer(String plural) {
    this.plural = plural;
  }

  /** All of a kind, as the shipped file of them is named. */
  String plural() {
    return plural;
  }

  /** The layer with the name of a table in a profile. */
  static Optional<Layer> named(String name) {
    for (var layer : values()) {
      if (layer.toString().equals(name)) {
        return Optional.of(layer);
      }
    }
    return Optional.empty();
  }

  /** The name of its table in a profile. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
