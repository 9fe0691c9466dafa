package dev.umsim.bench.fidelity;

import dev.umsim.bench.linux.Workload;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.ProfileKey;
import dev.umsim.sim.profile.Profiles;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A cell of a published table.
 *
 * @param id of the page, the row and the column, as in {@code S3.rd.Sansa e280.OF}
 * @param device as the page names it
 * @param stack as the page names it
 * @param workload what was run, if the model can run it
 * @param bytes how many were copied, if that is known
 * @param seconds how long it took, if the page says so
 * @param printed the rate that the page prints
 * @param profile the device in the model, or empty
 * @param settings how the device was configured in this row
 * @param reason why it is of its kind
 */
public record Cell(
    String id,
    String device,
    String stack,
    Optional<Workload> workload,
    String bytes,
    OptionalDouble seconds,
    String printed,
    CellKind kind,
    String profile,
    Map<ProfileKey, String> settings,
    String reason) {
  public Cell {
    settings = Map.copyOf(settings);
    if (kind.modelled() && (workload.isEmpty() || seconds.isEmpty() || profile.isEmpty())) {
      throw new IllegalArgumentException(
          id + " is " + kind + " and has no workload, no time or no profile");
    }
  }

  /** The same cell as another kind. */
  Cell of(CellKind other, String why) {
    return new Cell(
        id, device, stack, workload, bytes, seconds, printed, other, profile, settings, why);
  }

  /** The device as it was configured. */
  Profile device(Values values) {
    return values.apply(Profiles.named(profile)).with(settings);
  }

  /** Its page. */
  public String page() {
    return id.substring(0, id.indexOf('.'));
  }

  /** Its row, which other stacks of the same device have as well. */
  String row() {
    return id.substring(0, id.lastIndexOf('.'));
  }

  /** Bytes a second as they follow from bytes and seconds, whatever the page prints. */
  OptionalDouble bytesPerSecond() {
    return seconds.isEmpty() || bytes.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Double.parseDouble(bytes) / seconds.getAsDouble());
  }
}
