package dev.umsim.bench.fidelity;

import dev.umsim.sim.profile.Layer;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.ProfileKey;
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
      if (slot.name().equals(profile.layers().get(slot.layer()))) {
        changed = changed.with(slot.key(), Double.toString(each.getValue()));
      }
    }
    return changed;
  }
}
