package dev.umsim.bench.fidelity;

import dev.umsim.sim.profile.Origin;
import dev.umsim.sim.profile.ProfileKey;
import dev.umsim.sim.profile.Profiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One number that is fitted to one cell; layers of several profiles may share it.
 *
 * @param cell what it is fitted to
 * @param slots where it stands
 * @param shipped the value that the profiles have
 */
public record Parameter(String cell, List<Values.Slot> slots, double shipped) {
  public Parameter {
    slots = List.copyOf(slots);
  }

  /** What it is. */
  public ProfileKey key() {
    return slots.get(0).key();
  }

  /** Those that were fitted to one of some cells. */
  static List<Parameter> shipped(List<Cell> cells) {
    var names = cells.stream().map(Cell::id).toList();
    return allShipped().stream().filter(each -> names.contains(each.cell())).toList();
  }

  /** The numbers of the shipped profiles that say that they were fitted, by their cells. */
  static List<Parameter> allShipped() {
    Map<String, List<Values.Slot>> slots = new LinkedHashMap<>();
    Map<String, Double> values = new LinkedHashMap<>();
    for (var each : Profiles.layerValues()) {
      var origin = each.setting().origin();
      if (origin.kind() == Origin.Kind.CALIBRATED) {
        double value = Double.parseDouble(each.setting().text());
        var other = values.putIfAbsent(origin.text(), value);
        if (other != null && other != value) {
          throw new IllegalStateException(origin.text() + " was fitted to by two numbers");
        }
        slots
            .computeIfAbsent(origin.text(), cell -> new ArrayList<>())
            .add(new Values.Slot(each.layer(), each.name(), each.setting().key()));
      }
    }
    return slots.entrySet().stream()
        .map(each -> new Parameter(each.getKey(), each.getValue(), values.get(each.getKey())))
        .toList();
  }
}
