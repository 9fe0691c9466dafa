package dev.umsim.sim.exchange;

import java.util.List;

/**
 * Where a device first did something else than a case says.
 *
 * @param before the exchanges of the case that agreed, in their order
 */
public record Difference(List<Exchange> before, Exchange expected, Observed observed) {
  public Difference {
    before = List.copyOf(before);
  }
}
