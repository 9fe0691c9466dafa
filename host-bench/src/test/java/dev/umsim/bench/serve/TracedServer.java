package dev.umsim.bench.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;

/**
 * {@code ums serve} as a program of its own, with one image, whose system calls are written down by
 * strace: what of a command comes first, the force of the file or the command's status.
 *
 * <p>A line of strace stands where a call began; where something else happened before it was over,
 * a second one stands where it returned.
 */
public final class TracedServer implements AutoCloseable {
  /** What is seen of a command. */
  public enum Step {
    /** The image was written. */
    WRITE,
    /** A force of the image has returned. */
    FORCE,
    /** A command status wrapper begins to go out. */
    STATUS
  }

  private static final Pattern LINE = Pattern.compile("(\\d+) +(.*)");
  private static final Pattern RESUMED = Pattern.compile("<\\.\\.\\. \\w+ resumed>(.*)");
  private static final String UNFINISHED = " <unfinished ...>";

  /** "USBS" as strace writes it. */
  private static final String STATUS_SIGNATURE = "\\x55\\x53\\x42\\x53";

  private final Path trace;
  private final Path image;
  private final Process strace;
  private final int usbIpPort;

  private TracedServer(Path trace, Path image, Process strace, int usbIpPort) {
    this.trace = trace;
    this.image = image;
    this.strace = strace;
    this.usbIpPort = usbIpPort;
  }

  /**
   * Starts the program, or skips the test where there is no strace.
   *
   * @param folder takes what the programs write
   */
  public static TracedServer start(Path image, Path folder) throws IOException {
    ExternalTool.require("strace", "strace");
    var trace = folder.resolve("trace");
    var errors = folder.resolve("errors");
    var process =
        new ProcessBuilder(
                "strace",
                "-f",
                "-y",
                "-xx",
                "-s",
                "128",
                "-e",
                "trace=pwrite64,pwritev,fdatasync,fsync,write,writev,sendto,sendmsg",
                "-e",
                "signal=none",
                "-o",
                trace.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.umsim.bench.cli.Main",
                "serve",
                "--control",
                folder.resolve("control").toString(),
                "--usbip",
                "127.0.0.1:0",
                image.toString())
            .redirectError(errors.toFile())
            .start();
    var line = process.inputReader().readLine();
    assertThat(line)
        .as("a place, and not %s", Files.readString(errors))
        .matches("usbip 127\\.0\\.0\\.1:\\d+ 1-1");
    return new TracedServer(
        trace, image, process, Integer.parseInt(line.replaceAll(".*:(\\d+) .*", "$1")));
  }

  /** Where the server listens for USB/IP; its device is 1-1. */
  public int usbIpPort() {
    return usbIpPort;
  }

  /**
   * Ends the server and tells, for each command that wrote or forced, what was seen up to its
   * status; several writes in a row count as one.
   */
  public List<List<Step>> stepsOfCommands() throws IOException, InterruptedException {
    stop();
    var commands = new ArrayList<List<Step>>();
    var steps = new ArrayList<Step>();
    for (var step : steps()) {
      boolean again = !steps.isEmpty() && steps.get(steps.size() - 1) == step;
      if (!again) {
        steps.add(step);
      }
      if (step == Step.STATUS) {
        commands.add(List.copyOf(steps));
        steps.clear();
      }
    }
    commands.removeIf(List.of(Step.STATUS)::equals);
    return commands;
  }

  private List<Step> steps() throws IOException {
    var steps = new ArrayList<Step>();
    var begun = new HashMap<String, String>();
    for (var line : Files.readAllLines(trace, StandardCharsets.US_ASCII)) {
      var parts = LINE.matcher(line);
      if (!parts.matches()) {
        continue;
      }
      var thread = parts.group(1);
      var call = parts.group(2);
      var resumed = RESUMED.matcher(call);
      boolean isResumed = resumed.matches();
      if (!isResumed && call.contains(STATUS_SIGNATURE)) {
        steps.add(Step.STATUS);
      } else if (call.endsWith(UNFINISHED)) {
        begun.put(thread, call);
      } else {
        returned(isResumed ? begun.remove(thread) + resumed.group(1) : call, steps);
      }
    }
    return steps;
  }

  private void returned(String call, List<Step> steps) {
    if (!call.contains("<" + hex(image) + ">") && !call.contains("<" + image + ">")) {
      return;
    }
    if (call.startsWith("pwrite")) {
      steps.add(Step.WRITE);
    } else if (call.startsWith("f") && call.matches(".*\\) += 0")) {
      steps.add(Step.FORCE);
    }
  }

  /** A path as strace writes it with -xx. */
  private static String hex(Path path) {
    var text = new StringBuilder();
    for (byte each : path.toString().getBytes(StandardCharsets.UTF_8)) {
      text.append(String.format("\\x%02x", each));
    }
    return text.toString();
  }

  /** Ends the program, and with it strace, which would leave it alone. */
  private void stop() throws InterruptedException {
    strace.descendants().forEach(ProcessHandle::destroy);
    strace.waitFor();
  }

  @Override
  public void close() {
    strace.descendants().forEach(ProcessHandle::destroyForcibly);
    strace.destroyForcibly().onExit().join();
  }
}
