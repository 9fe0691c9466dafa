package dev.umsim.sim.deviation;

/**
 * A number that a deviation can be given.
 *
 * @param name in small letters, with its unit
 * @param usual the value where none is given
 * @param least allowed
 * @param most allowed
 */
public record DeviationParameter(String name, long usual, long least, long most) {
  public DeviationParameter {
    if (usual < least || usual > most) {
      throw new IllegalArgumentException(
          name + " is " + least + " to " + most + ", and by itself " + usual);
    }
  }

  /**
   * Reads a value: decimal, or hexadecimal behind 0x.
   *
   * @throws IllegalArgumentException if it is no number, or out of range
   */
  long parse(String text) {
    long value;
    try {
      value = Long.decode(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " is a whole number, not '" + text + "'", e);
    }
    if (value < least || value > most) {
      throw new IllegalArgumentException(name + " is " + least + " to " + most + ", not " + text);
    }
    return value;
  }

  /** As it is written with its value: {@code milliseconds=500}. */
  @Override
  public String toString() {
    return name + "=" + usual;
  }
}
