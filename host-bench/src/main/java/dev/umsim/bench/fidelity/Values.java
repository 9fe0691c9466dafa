package dev.umsim.bench.fidelity;

import dev.umsim.sim.profile.Layer;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.ProfileKey;
import dev.umsim.sim.profile.Profiles;
import java.util.LinkedHashMap;
import java.util.Map;

/** Values that replace those of the shipped layers, while they are being fitted. */
final class Values {
  /** A value of a shipped layer. */
  record Slot(Layer layer, String name, ProfileKey key) {}

  private final Map<Slot, Double> values = new LinkedHashMap<>();

  void set(Slot slot, double value) {
    values.put(slot, value);
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  /** A profile with the values of the layers that it is made of. */
  Profile apply(Profile profile) {
    var changed = profile;
    for (var each : values.entrySet()) {
      var slot = each.getKey();
      if (Profiles.partsOf(slot.layer(), profile.layers().get(slot.layer()))
          .contains(slot.name())) {
        changed = changed.with(slot.key(), text(slot.key(), each.getValue()));
      }
    }
    return changed;
  }

  private static String text(ProfileKey key, double value) {
    return key.isWhole() ? Long.toString(Math.round(value)) : Double.toString(value);
  }
}
