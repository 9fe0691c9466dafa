package dev.umsim.sim.usbip;

import dev.umsim.core.testing.ExternalTool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What tshark reads in the frames of a capture. */
final class TsharkReading {
  private static final String TITLE = "_ws.col.Info";
  private static final String COMPLAINTS = "_ws.expert.message";
  private static final String MALFORMED = "_ws.malformed";

  private final List<Map<String, String>> frames = new ArrayList<>();

  private TsharkReading() {}

  /**
   * Lets tshark read a capture of USB/IP.
   *
   * @param fields by their names, as {@code tshark -G fields} lists them
   */
  static TsharkReading of(Path capture, Collection<String> fields) {
    var columns = new ArrayList<>(List.of(TITLE, COMPLAINTS, MALFORMED));
    columns.addAll(fields);
    var arguments = new ArrayList<Object>(List.of("-r", capture, "-d", "tcp.port==3240,usbip"));
    arguments.addAll(List.of("-T", "fields", "-E", "occurrence=a", "-E", "aggregator=;"));
    columns.forEach(column -> arguments.addAll(List.of("-e", column)));
    var output =
        ExternalTool.of("tshark", "tshark").run(arguments.toArray()).expectSuccess().output();
    var reading = new TsharkReading();
    for (var line : output.lines().toList()) {
      var values = line.split("\t", -1);
      var frame = new HashMap<String, String>();
      for (int i = 0; i < columns.size(); i++) {
        frame.put(columns.get(i), values[i].strip());
      }
      reading.frames.add(frame);
    }
    return reading;
  }

  int frameCount() {
    return frames.size();
  }

  /**
   * A field of a frame; where it comes several times, all of its values with semicolons between.
   *
   * @param frame from 1 on
   * @return empty where tshark does not see the field
   */
  String field(int frame, String name) {
    return frames.get(frame - 1).get(name);
  }

  /** The summary of a frame. */
  String title(int frame) {
    return field(frame, TITLE);
  }

  /** What tshark has against a frame, each once; empty if it has nothing. */
  String complaints(int frame) {
    var messages = List.of(field(frame, COMPLAINTS).split(";")).stream().distinct().toList();
    return String.join(";", messages);
  }

  boolean malformed(int frame) {
    return !field(frame, MALFORMED).isEmpty();
  }
}
