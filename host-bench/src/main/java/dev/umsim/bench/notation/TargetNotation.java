package dev.umsim.bench.notation;

import dev.umsim.sim.medium.KeptOverlay;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a command names as its target: a simulated device, one behind a server, a real one, or a
 * program that serves one.
 */
public sealed interface TargetNotation {
  /** Reads a target; an argument without a scheme is an image of the reference device. */
  static TargetNotation parse(String argument) {
    return TargetParser.parse(argument);
  }

  /** The target in words that are read back as the same. */
  String text();

  /** The files that it names, with the overlays beside them; they need not exist. */
  default List<Path> files() {
    return List.of();
  }

  /**
   * {@code sim:NAME?KEY=VALUE&...}: a device simulated in this process.
   *
   * @param name {@code reference}, a firmware stack, or a device and its stack
   * @param settings in their order
   */
  record Simulated(String name, List<Setting> settings) implements TargetNotation {
    /** The reference device with nothing set. */
    public static final Simulated REFERENCE = new Simulated("reference", List.of());

    /** The reference device with an image file behind it, and nothing else set. */
    public static Simulated image(Path path) {
      var encoded = PercentEncoding.encode(path.toString());
      return new Simulated(
          REFERENCE.name, List.of(new Setting(SimulatedKey.IMAGE.toString(), encoded)));
    }

    public Simulated {
      settings = List.copyOf(settings);
    }

    /** The first value of a key, as it is meant. */
    public Optional<String> value(String key) {
      return settings.stream()
          .filter(setting -> setting.key().equals(key))
          .findFirst()
          .map(Setting::value);
    }

    /** Whether the unit is a CD-ROM drive, by the options of its image. */
    public boolean hasCdRom(int lun) {
      return settings.stream()
          .filter(setting -> setting.key().equals(SimulatedKey.IMAGE.toString()))
          .skip(lun)
          .findFirst()
          .filter(setting -> ImageSetting.parse(setting.encoded()).cdRom())
          .isPresent();
    }

    @Override
    public List<Path> files() {
      var images =
          settings.stream()
              .filter(setting -> setting.key().equals(SimulatedKey.IMAGE.toString()))
              .map(setting -> ImageSetting.parse(setting.encoded()).path())
              .flatMap(image -> Stream.of(image, KeptOverlay.of(image).path()));
      return Stream.concat(value(SimulatedKey.DEVICE.toString()).map(Path::of).stream(), images)
          .toList();
    }

    /** Whether there are image files behind it, and not memory. */
    public boolean hasImages() {
      return value(SimulatedKey.IMAGE.toString()).isPresent();
    }

    /** The same with one more setting, which must be a key of a target. */
    public Simulated with(String key, String value) {
      var more = new ArrayList<>(settings);
      more.add(
          new Setting(SimulatedKey.parse(key, name).toString(), PercentEncoding.encode(value)));
      return new Simulated(name, more);
    }

    /** The same of another device. */
    public Simulated named(String other) {
      return new Simulated(other, settings);
    }

    @Override
    public String text() {
      return settings.stream()
          .map(Setting::text)
          .collect(Collectors.joining("&", "sim:" + name + (settings.isEmpty() ? "" : "?"), ""));
    }
  }

  /**
   * One setting of a simulated device.
   *
   * @param key its name
   * @param encoded the value as it stands in a target, percent-encoded
   */
  record Setting(String key, String encoded) {
    /** The value as it is meant. */
    public String value() {
      return PercentEncoding.decode(encoded);
    }

    String text() {
      return key + "=" + encoded;
    }
  }

  /** {@code usbip://HOST:PORT/BUSID}: a device that a USB/IP server exports. */
  record UsbIp(String host, int port, String busId) implements TargetNotation {
    /** The port that the Internet Assigned Numbers Authority gave to USB/IP. */
    public static final int DEFAULT_PORT = 3240;

    @Override
    public String text() {
      return "usbip://" + host + (port == DEFAULT_PORT ? "" : ":" + port) + "/" + busId;
    }
  }

  /** {@code usb:VID:PID:SERIAL}: a real device, found by what it says that it is. */
  record UsbIdentity(int vendorId, int productId, Optional<String> serialNumber)
      implements TargetNotation {
    @Override
    public String text() {
      var serial = serialNumber.map(number -> ":" + PercentEncoding.encode(number)).orElse("");
      return String.format("usb:%04x:%04x%s", vendorId, productId, serial);
    }
  }

  /** {@code usb:@BUS-PORTPATH}: a real device, found by where it is plugged in. */
  record UsbPlace(int bus, String portPath) implements TargetNotation {
    @Override
    public String text() {
      return "usb:@" + bus + "-" + portPath;
    }
  }

  /** {@code exec:PATH}: a program that is started and then serves a device by USB/IP. */
  record Program(String path) implements TargetNotation {
    @Override
    public String text() {
      return "exec:" + PercentEncoding.encode(path);
    }

    @Override
    public List<Path> files() {
      return List.of(Path.of(path));
    }
  }
}
