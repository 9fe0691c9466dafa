package dev.umsim.bench.target;

import java.io.IOException;
import java.io.Reader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A program that serves a device by USB/IP: it is told a free port by {@code UMS_PORT}, and says
 * {@code usbip 127.0.0.1:PORT BUSID} on its standard output when it is ready.
 */
final class ServingProgram implements AutoCloseable {
  private static final Pattern READY =
      Pattern.compile("usbip (127\\.0\\.0\\.1:[0-9]{1,5} \\S{1,31})");

  private static final long READY_TIMEOUT_SECONDS = 30;
  private static final long END_TIMEOUT_SECONDS = 5;

  /** Lines are cut here, as a program may print anything. */
  private static final int LONGEST_LINE = 200;

  private final String path;
  private final Process process;
  private final Thread atExit;

  /** The first line that says so, or empty text if its output has ended without one. */
  private final BlockingQueue<String> ready = new ArrayBlockingQueue<>(1);

  private volatile String lastLine = "";
  private TargetNotation.UsbIp device;

  private ServingProgram(String path, Process process) {
    this.path = path;
    this.process = process;
    atExit = new Thread(process::destroy, "end of " + path);
  }

  /**
   * Starts a program and waits until it is ready.
   *
   * @throws UnreachableTargetException if it cannot be started, or does not become ready
   */
  static ServingProgram start(String path, List<String> arguments) throws IOException {
    var command = new ArrayList<>(List.of(path));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("UMS_PORT", String.valueOf(freePort()));
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UnreachableTargetException(
          path + " cannot be started: " + e.getMessage() + "; is it an executable file?");
    }
    var program = new ServingProgram(path, process);
    Runtime.getRuntime().addShutdownHook(program.atExit);
    try {
      process.getOutputStream().close();
      program.awaitReady();
      // From now on whoever uses it ends it, after what is to be done with its device.
      program.forgetAtExit();
      return program;
    } catch (IOException e) {
      program.close();
      throw e;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitReady() throws IOException {
    var reading = new Thread(this::read, "output of " + path);
    reading.setDaemon(true);
    reading.start();
    var line = awaitLine();
    if (line == null) {
      throw new UnreachableTargetException(
          path
              + " did not say within "
              + READY_TIMEOUT_SECONDS
              + " s where it serves its device"
              + said()
              + "; it has to print: usbip 127.0.0.1:PORT BUSID");
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
    device = (TargetNotation.UsbIp) TargetNotation.parse("usbip://" + words[0] + "/" + words[1]);
  }

  private String awaitLine() throws IOException {
    try {
      return ready.poll(READY_TIMEOUT_SECONDS, TimeUnit.SECONDS);
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

  /** Ends the program, by force if it does not end when it is told to. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
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
