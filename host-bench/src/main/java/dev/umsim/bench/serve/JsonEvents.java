package dev.umsim.bench.serve;

import dev.umsim.sim.serve.ServiceEvent;
import dev.umsim.sim.serve.Traffic;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Tells the events of a server as JSON, an object a line. */
public record JsonEvents(PrintWriter out) implements Consumer<ServiceEvent> {
  private static final ObjectWriter WRITER =
      JsonMapper.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build().writer();

  @Override
  public void accept(ServiceEvent event) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("time", Instant.now().toString());
    fields.putAll(fields(event));
    out.println(WRITER.writeValueAsString(fields));
    out.flush();
  }

  static Map<String, Object> fields(ServiceEvent event) {
    var fields = new LinkedHashMap<String, Object>();
    if (event instanceof ServiceEvent.Plugged plugged) {
      put(fields, "plugged", plugged.busId());
    } else if (event instanceof ServiceEvent.Unplugged unplugged) {
      put(fields, "unplugged", unplugged.busId());
    } else if (event instanceof ServiceEvent.Attached attached) {
      put(fields, "attached", attached.busId());
      fields.put("client", attached.client());
    } else if (event instanceof ServiceEvent.Detached detached) {
      put(fields, "detached", detached.busId());
      fields.put("client", detached.client());
      fields.put("why", detached.why());
      put(fields, detached.traffic());
    } else if (event instanceof ServiceEvent.Moved moved) {
      put(fields, "moved", moved.busId());
      put(fields, moved.traffic());
      fields.put("megabytesPerSecond", megabytesPerSecond(moved));
    } else if (event instanceof ServiceEvent.Reported reported) {
      put(fields, reported.name(), reported.busId());
      fields.put("what", reported.what());
    } else if (event instanceof ServiceEvent.Problem problem) {
      put(fields, "error", problem.where());
      fields.put("what", problem.what());
    }
    return fields;
  }

  private static void put(Map<String, Object> fields, String event, String where) {
    fields.put("event", event);
    fields.put(event.equals("error") ? "where" : "device", where);
  }

  private static void put(Map<String, Object> fields, Traffic traffic) {
    fields.put("commands", traffic.commands());
    fields.put("bytesRead", traffic.bytesIn());
    fields.put("bytesWritten", traffic.bytesOut());
    fields.put("errors", traffic.errors());
  }

  private static BigDecimal megabytesPerSecond(ServiceEvent.Moved moved) {
    long bytes = moved.traffic().bytesIn() + moved.traffic().bytesOut();
    return BigDecimal.valueOf(bytes)
        .multiply(BigDecimal.valueOf(1_000))
        .divide(BigDecimal.valueOf(moved.nanos()), 3, RoundingMode.HALF_EVEN);
  }
}
