package dev.umsim.bench.serve;

import java.io.IOException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Requests and answers of the control socket as JSON. */
final class ControlJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private ControlJson() {}

  static String line(ControlRequest request) {
    return MAPPER.writeValueAsString(request);
  }

  static String line(ControlAnswer answer) {
    return MAPPER.writeValueAsString(answer);
  }

  static ControlRequest request(String line) throws IOException {
    try {
      var request = MAPPER.readValue(line, ControlRequest.class);
      if (request != null && request.command() != null) {
        return request;
      }
    } catch (JacksonException e) {
      // What is wrong with it is no business of whoever writes programs for this socket by hand.
    }
    throw new IOException(
        "a command is one line such as {\"command\":\"eject\",\"device\":\"1-1\",\"lun\":0}");
  }

  static ControlAnswer answer(String line) throws IOException {
    try {
      var answer = MAPPER.readValue(line, ControlAnswer.class);
      if (answer != null) {
        return answer;
      }
    } catch (JacksonException e) {
      throw new IOException("it answers with something else than JSON", e);
    }
    throw new IOException("it answers with nothing");
  }
}
