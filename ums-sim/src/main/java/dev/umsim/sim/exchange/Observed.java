package dev.umsim.sim.exchange;

import java.util.List;

/**
 * What a device did about a host line.
 *
 * @param bytes all that came, whatever the answer says of them
 */
public record Observed(List<DeviceEvent> events, Answer answer, HexBytes bytes) {
  public Observed {
    events = List.copyOf(events);
  }
}
