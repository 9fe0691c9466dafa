package dev.umsim.bench.serve;

import java.util.List;

/**
 * What a server answers: a JSON object on a line of its own.
 *
 * @param error why it was not done; null where it was
 * @param note what somebody should know about what was done; null where there is nothing
 * @param devices what there is, where that was asked
 */
public record ControlAnswer(String error, String note, List<DeviceStatus> devices) {
  /** It was done. */
  static final ControlAnswer DONE = new ControlAnswer(null, null, List.of());

  public ControlAnswer {
    devices = devices == null ? List.of() : List.copyOf(devices);
  }

  static ControlAnswer failed(String why) {
    return new ControlAnswer(why, null, List.of());
  }

  static ControlAnswer noted(String note) {
    return new ControlAnswer(null, note, List.of());
  }
}
