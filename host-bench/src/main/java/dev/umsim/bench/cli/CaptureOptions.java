package dev.umsim.bench.cli;

import dev.umsim.bench.device.CapturedTarget;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.file.FileClaims;
import dev.umsim.bench.file.GrowingStream;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.capture.CaptureLimit;
import dev.umsim.sim.capture.CaptureWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Where what goes over the wire is captured, and how much of it. */
final class CaptureOptions {
  private static final int RING_MAX = 1000;

  @Option(
      names = "--capture",
      paramLabel = "FILE",
      description =
          "Write all that goes over the wire to a capture (pcapng), for Wireshark and ums explain.")
  private Path file;

  @Option(
      names = "--capture-limit",
      paramLabel = "SIZE",
      converter = Size.Converter.class,
      description = "End the capture when its file has this size.")
  private Size limit;

  @Option(
      names = "--capture-ring",
      paramLabel = "N",
      description =
          "Go on in another file then, and after N files in the first one again: FILE.pcapng,"
              + " FILE.1.pcapng and so on.")
  private Integer ring;

  private CaptureWriter writer;

  /** Whether something is to be captured. */
  boolean wanted() {
    return file != null;
  }

  /** Claims the files of the capture. */
  void claim(FileClaims claims) throws IOException {
    check();
    if (wanted() && !Files.isDirectory(file.toAbsolutePath().getParent())) {
      throw new FileSystemException(
          file.toString(), null, "cannot be written: there is no such folder");
    }
    for (int number = 0; wanted() && number < (ring == null ? 1 : ring); number++) {
      claims.write("--capture", place(number));
    }
  }

  private void check() {
    if (file == null && (limit != null || ring != null)) {
      throw new NotationException(
          "there is no capture to be limited; say --capture FILE, or leave "
              + (limit != null ? "--capture-limit" : "--capture-ring")
              + " out");
    }
    if (file != null && file.toString().equals("-")) {
      throw new NotationException(
          "a capture is no text for a terminal; name a file, or a pipe such as /dev/stdout");
    }
    if (ring != null && limit == null) {
      throw new NotationException(
          "--capture-ring needs to know how large a file becomes; say --capture-limit SIZE");
    }
    if (ring != null && (ring < 2 || ring > RING_MAX)) {
      throw new NotationException(
          "--capture-ring is 2 to " + RING_MAX + " files, not " + ring + "; leave it out for one");
    }
    if (limit != null && limit.bytes() < CaptureLimit.PART_BYTES_MIN) {
      throw new NotationException(
          "--capture-limit is at least " + CaptureLimit.PART_BYTES_MIN / 1024 + "k");
    }
  }

  /** The file of a part: the first has the name that was given. */
  private Path place(int number) {
    if (number == 0) {
      return file;
    }
    var name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    int end = dot > 0 ? dot : name.length();
    return file.resolveSibling(name.substring(0, end) + "." + number + name.substring(end));
  }

  /**
   * The target, whose links are captured if that is wanted.
   *
   * @param command the command that captures, with whose end the capture ends
   */
  Target captured(Target target, CommandSpec command) {
    return wanted() ? new CapturedTarget(target, writer(command)) : target;
  }

  /** A link of a device that is served to a host in real time, likewise. */
  UsbLink capturedInRealTime(UsbLink link, CommandSpec command) {
    return wanted() ? writer(command).captureInRealTime(link) : link;
  }

  private synchronized CaptureWriter writer(CommandSpec command) {
    if (writer == null) {
      long offset = System.currentTimeMillis() * 1_000_000 - System.nanoTime();
      var size = limit == null ? CaptureLimit.NONE : new CaptureLimit(limit.bytes(), ring != null);
      writer =
          new CaptureWriter(
              this::begin, size, () -> offset + System.nanoTime(), why -> tellEnd(command, why));
      ((Main) command.root().userObject()).endWith(() -> close(command));
    }
    return writer;
  }

  private OutputStream begin(int number, long timeNanos) throws IOException {
    return GrowingStream.open(place(ring == null ? 0 : number % ring));
  }

  private static void tellEnd(CommandSpec command, String why) {
    command.commandLine().getErr().println("ums: " + why);
  }

  /** Whether all is in the capture that was meant to be. */
  private boolean close(CommandSpec command) {
    try {
      writer.close();
    } catch (IOException e) {
      tellEnd(command, e.getMessage());
      return false;
    }
    return writer.failure().isEmpty();
  }
}
