package dev.umsim.bench.notation;

/** The number of a unit as a command gives it. */
public final class UnitNumber {
  private UnitNumber() {}

  /**
   * Refuses a unit that a device does not have.
   *
   * @param maxLun the highest that it has (BOT 1.0, section 3.2)
   */
  public static void requireAtMost(int maxLun, int lun) {
    if (lun > maxLun) {
      throw NotationException.about(
          "%s %d does not exist; the target has %s",
          Parameter.UNIT, lun, maxLun == 0 ? "LUN 0 only" : "LUN 0 to " + maxLun);
    }
  }
}
