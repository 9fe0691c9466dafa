package dev.umsim.bench.device;

import dev.umsim.bench.unit.ServedUnit;
import dev.umsim.core.usb.UsbLink;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A target in the hands of a server, which plugs it in, pulls it, and changes its media. */
public interface ServedTarget extends AutoCloseable {
  /** Plugs the device in, as a new one. Called on the server's loop. */
  UsbLink plug();

  /** Its units, as far as media can be put into them and taken out. LUN 0 first. */
  List<ServedUnit> units();

  /**
   * Who is told, on the loop, what the device does that no host sees on the wire, as {@code NAME
   * TEXT}. Set before it is plugged in.
   */
  default void onReport(Consumer<String> listener) {}

  /**
   * One more thing that is to go wrong. Called on the loop.
   *
   * @throws IllegalArgumentException if the line is no fault, or this device has none on demand
   */
  default void fault(String line) {
    throw new IllegalArgumentException("only sim:reference fails on demand");
  }

  /**
   * Makes durable what was written, and gives everything up. Called when the device is unplugged,
   * and not on the loop.
   */
  @Override
  void close() throws IOException;
}
