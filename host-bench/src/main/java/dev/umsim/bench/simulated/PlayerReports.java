package dev.umsim.bench.simulated;

import dev.umsim.core.DeviceEvents;
import java.util.function.Consumer;

/**
 * What a player tells beside the wire, as {@code NAME TEXT} in the words of exchange files, for
 * whoever serves it.
 */
record PlayerReports(Consumer<String> listener) implements DeviceEvents {
  /** The host has set the clock. */
  static String time(int year, int month, int day, int hour, int minute, int second) {
    return String.format(
        "set_time %04d-%02d-%02d %02d:%02d:%02d", year, month, day, hour, minute, second);
  }

  @Override
  public void clockSet(int year, int month, int day, int hour, int minute, int second) {
    listener.accept(time(year, month, day, hour, minute, second));
  }

  @Override
  public void ejected(int unit) {
    listener.accept("ejected drive " + unit);
  }

  @Override
  public void undefinedBehaviour(String what) {
    listener.accept("undefined_behaviour " + what);
  }
}
