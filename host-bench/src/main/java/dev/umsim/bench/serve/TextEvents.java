package dev.umsim.bench.serve;

import dev.umsim.sim.serve.ServiceEvent;
import dev.umsim.sim.serve.Traffic;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Tells the events of a server in lines for people; not those that come every second. */
public record TextEvents(PrintWriter out) implements Consumer<ServiceEvent> {
  @Override
  public void accept(ServiceEvent event) {
    line(event).ifPresent(line -> out.println("ums: " + line));
  }

  static Optional<String> line(ServiceEvent event) {
    if (event instanceof ServiceEvent.Plugged plugged) {
      return Optional.of(plugged.busId() + " is plugged in");
    }
    if (event instanceof ServiceEvent.Unplugged unplugged) {
      return Optional.of(unplugged.busId() + " is unplugged");
    }
    if (event instanceof ServiceEvent.Attached attached) {
      return Optional.of(attached.busId() + " is attached by " + attached.client());
    }
    if (event instanceof ServiceEvent.Detached detached) {
      return Optional.of(
          detached.busId()
              + " is detached from "
              + detached.client()
              + ": "
              + detached.why()
              + "; "
              + words(detached.traffic()));
    }
    if (event instanceof ServiceEvent.Reported reported) {
      return Optional.of(reported.busId() + " reports " + reported.name() + ' ' + reported.what());
    }
    if (event instanceof ServiceEvent.Problem problem) {
      return Optional.of(problem.where() + " " + problem.what());
    }
    return Optional.empty();
  }

  private static String words(Traffic traffic) {
    return String.format(
        Locale.ROOT,
        "%d commands, %.1f MB read, %.1f MB written, %d errors",
        traffic.commands(),
        traffic.bytesIn() / 1e6,
        traffic.bytesOut() / 1e6,
        traffic.errors());
  }
}
