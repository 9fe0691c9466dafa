package dev.umsim.sim.firmware;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A source file in C, or what belongs to one, as it lies in {@code ums-sim/firmware}. */
public final class FirmwareSource {
  /** The controller. */
  public static final FirmwareSource HEADER = new FirmwareSource("ums_udc.h");

  /** A mass storage device on it, and what makes and plays it. */
  public static final List<FirmwareSource> EXAMPLE =
      List.of(
          new FirmwareSource("example/Makefile"),
          new FirmwareSource("example/example.h"),
          new FirmwareSource("example/faults.h"),
          new FirmwareSource("example/device.c"),
          new FirmwareSource("example/transport.c"),
          new FirmwareSource("example/scsi.c"),
          new FirmwareSource("example/disk.c"),
          new FirmwareSource("example/exchanges.txt"),
          HEADER);

  private final String path;

  private FirmwareSource(String path) {
    this.path = path;
  }

  static FirmwareSource glue(String name) {
    return new FirmwareSource("glue/" + name);
  }

  /** Its name without a folder. */
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** All of it. */
  public String text() {
    try (InputStream in = FirmwareSource.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException(path + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
