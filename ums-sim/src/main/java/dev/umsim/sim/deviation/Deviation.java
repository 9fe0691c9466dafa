package dev.umsim.sim.deviation;

/**
 * One way in which a device departs from what the conformant one does.
 *
 * @param id its name, in small letters with hyphens
 * @param clause the place in a standard that says otherwise, or that leaves the choice
 * @param effect what a host sees
 * @param hosts which hosts live with it
 * @param change gives it to a device
 */
public record Deviation(String id, String clause, String effect, String hosts, Change change) {
  /** Changes one choice of a device. */
  @FunctionalInterface
  public interface Change {
    /** The choices of a device that deviates in one more way. */
    DeviceChoices apply(DeviceChoices choices, DeviceTraits traits);
  }

  @Override
  public String toString() {
    return id;
  }
}
