package dev.umsim.bench.usb;

import dev.umsim.bench.usb.PluggedDevice.PluggedInterface;
import java.util.List;
import java.util.Optional;

/** Devices for tests. */
final class Plugged {
  static final PluggedInterface STORAGE = new PluggedInterface(0, 0x08, 0x06, 0x50);
  static final PluggedInterface KEYBOARD = new PluggedInterface(1, 0x03, 0x01, 0x01);
  static final PluggedInterface SECOND_STORAGE = new PluggedInterface(2, 0x08, 0x06, 0x50);

  private Plugged() {}

  static PluggedDevice at(int bus, String portPath, PluggedInterface... interfaces) {
    return with(bus, portPath, Optional.of("0001"), Optional.empty(), interfaces);
  }

  static PluggedDevice with(
      int bus,
      String portPath,
      Optional<String> serialNumber,
      Optional<String> refusal,
      PluggedInterface... interfaces) {
    return new PluggedDevice(
        bus,
        portPath,
        0x05ac,
        0x1209,
        "high",
        Optional.of("Apple"),
        Optional.of("iPod"),
        serialNumber,
        List.of(interfaces),
        refusal);
  }
}
