package dev.umsim.bench.remote;

import dev.umsim.bench.device.Connection;
import dev.umsim.bench.device.UnreachableTargetException;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A program that serves a device by USB/IP: {@code UMS_PORT} is 0, so that it takes a free port,
 * and it says {@code usbip 127.0.0.1:PORT BUSID} on its standard output when it is ready.
 */
final class ServingProgram implements AutoCloseable {
  private static final Pattern READY =
      Pattern.compile("usbip (127\\.0\\.0\\.1:[0-9]{1,5} \\S{1,31})");

  private static final long END_TIMEOUT_SECONDS = 5;

  /** Lines are cut here, as a program may print anything. */
  private static final int LONGEST_LINE = 200;

  private final String path;
  private final Process process;
  private final ProgramFamily family;
  private final Thread atExit;

  /** The first line that says so, or empty text if its output has ended without one. */
  private final BlockingQueue<String> ready = new ArrayBlockingQueue<>(1);

  private volatile String lastLine = "";
  private TargetNotation.UsbIp device;

  private ServingProgram(String path, Process process) {
    this.path = path;
    this.process = process;
    family = new ProgramFamily(process);
    atExit = new Thread(family::end, "end of " + path);
  }

  /**
   * Starts a program and waits until it is ready.
   *
   * @throws UnreachableTargetException if it cannot be started, or does not become ready
   */
  static ServingProgram start(String path, Connection connection) throws IOException {
    requireExecutable(path);
    var command = ProgramFamily.ownSession();
    command.add(path);
    command.addAll(connection.programArguments());
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("UMS_PORT", "0");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UnreachableTargetException(
          path + " cannot be started; is it a program for this computer?");
    }
    var program = new ServingProgram(path, process);
    Runtime.getRuntime().addShutdownHook(program.atExit);
    try {
      // Its standard input stays open as long as it is wanted.
      program.awaitReady(connection.patience());
      return program;
    } catch (IOException e) {
      program.close();
      throw e;
    }
  }

  /** A name without a folder is looked for as a shell does. */
  private static void requireExecutable(String path) throws UnreachableTargetException {
    if (!path.contains("/") && ProgramFamily.find(path) != null) {
      return;
    }
    var file = Path.of(path);
    if (!Files.exists(file)) {
      throw new UnreachableTargetException(
          path + " cannot be started: it does not exist; check the path");
    }
    if (Files.isDirectory(file) || !Files.isExecutable(file)) {
      throw new UnreachableTargetException(
          path + " cannot be started: it is not executable; name a program");
    }
  }

  private void awaitReady(Duration patience) throws IOException {
    var reading = new Thread(this::read, "output of " + path);
    reading.setDaemon(true);
    reading.start();
    var line = awaitLine(patience);
    if (line == null) {
      throw new UnreachableTargetException(
          path
              + " did not say within "
              + patience.toSeconds()
              + " s where it serves its device"
              + said()
              + "; it has to print: usbip 127.0.0.1:PORT BUSID; a longer --timeout gives it more time");
    }
    if (line.isEmpty()) {
      throw new UnreachableTargetException(
          path
              + ended()
              + " before it said where it serves its device"
              + said()
              + "; it has to print: usbip 127.0.0.1:PORT BUSID");
    }
    var words = line.split(" ");
    try {
      device = (TargetNotation.UsbIp) TargetNotation.parse("usbip://" + words[0] + "/" + words[1]);
    } catch (NotationException e) {
      throw new UnreachableTargetException(
          path + " says that it serves its device at " + line + ", which is no place; mend it");
    }
  }

  private String awaitLine(Duration patience) throws IOException {
    try {
      return ready.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableTargetException(path + " was not waited for");
    }
  }

  private String ended() throws IOException {
    try {
      return process.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)
          ? " ended with status " + process.exitValue()
          : " closed its output";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return " ended";
    }
  }

  private String said() {
    return lastLine.isEmpty() ? "" : " (it said: " + lastLine + ")";
  }

  /** Reads all output to its end, so that the program is never kept waiting for that. */
  private void read() {
    try (var output = process.inputReader()) {
      for (var line = line(output); line != null; line = line(output)) {
        var matcher = READY.matcher(line);
        if (matcher.matches()) {
          ready.offer(matcher.group(1));
        } else if (!line.isBlank()) {
          lastLine = line.strip();
        }
      }
    } catch (IOException e) {
      // It has been ended.
    }
    ready.offer("");
  }

  /** The next line, or its beginning; null at the end. */
  private static String line(Reader output) throws IOException {
    var line = new StringBuilder();
    int next = output.read();
    if (next < 0) {
      return null;
    }
    for (; next >= 0 && next != '\n'; next = output.read()) {
      if (line.length() < LONGEST_LINE && next >= ' ') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  /** Where it serves its device. */
  TargetNotation.UsbIp device() {
    return device;
  }

  /**
   * Ends the program and all that it has started, by force what does not end when it is told to.
   */
  @Override
  public void close() {
    family.end();
    forgetAtExit();
  }

  private void forgetAtExit() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // It is at work.
    }
  }
}
