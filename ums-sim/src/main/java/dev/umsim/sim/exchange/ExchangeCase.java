package dev.umsim.sim.exchange;

import java.util.List;

/**
 * Exchanges that belong together, and are compared until the first that differs.
 *
 * @param line of its name in its file, from 1 on
 */
public record ExchangeCase(int line, String name, List<Exchange> exchanges) {
  public ExchangeCase {
    exchanges = List.copyOf(exchanges);
  }
}
