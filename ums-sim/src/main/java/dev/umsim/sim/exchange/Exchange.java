package dev.umsim.sim.exchange;

import java.util.List;

/**
 * One thing that a host does, and what comes of it.
 *
 * @param line of the host line in its file, from 1 on
 * @param events that the device reports meanwhile
 */
public record Exchange(int line, HostLine host, List<DeviceEvent> events, Answer answer) {
  public Exchange {
    events = List.copyOf(events);
  }
}
