package dev.umsim.bench.serve;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What a server serves, as JSON for programs. */
public final class StatusReport {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private StatusReport() {}

  /**
   * One object with a row for each device, and a line end behind it.
   *
   * @param version of this program, if it is known
   * @param command the words behind the program's name
   */
  public static String json(
      Optional<String> version, List<String> command, List<DeviceStatus> devices) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("schema", "ums-status/1");
    fields.put("version", version.orElse(null));
    fields.put("seed", null);
    fields.put("command", command);
    fields.put("rows", devices);
    return MAPPER.writeValueAsString(fields) + '\n';
  }
}
