package dev.umsim.bench.remote;

import dev.umsim.bench.device.Connection;
import dev.umsim.bench.device.UnreachableTargetException;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A program that serves a device by USB/IP: it takes a free port, as it is told by {@code
 * UMS_PORT=0}, and says {@code usbip 127.0.0.1:PORT BUSID} on its standard output when it is ready.
 * The end of its standard input tells it to end.
 *
 * <p>It may have a side channel: a line on its standard input is answered on its standard output
 * with {@code ok}, or {@code no REASON}. Lines that begin with {@code = } are events. All else that
 * it prints is shown.
 */
final class ServingProgram implements AutoCloseable {
  private static final Pattern READY =
      Pattern.compile("usbip (127\\.0\\.0\\.1:[0-9]{1,5} \\S{1,31})");
  private static final Pattern ANSWER = Pattern.compile("ok|no( .*)?");
  private static final String EVENT = "= ";
  private static final String FORM = "; it has to print: usbip 127.0.0.1:PORT BUSID";

  private static final long ANSWER_TIMEOUT_SECONDS = 2;
  private static final long END_TIMEOUT_SECONDS = 5;

  /** How long it may take to end by itself; a program that does not look at its input does not. */
  private static final long OWN_END_TIMEOUT_MILLIS = 500;

  /** Lines are cut here, as a program may print anything. */
  private static final int LONGEST_LINE = 400;

  /** Of a shell and of Java: this and the signal's number. */
  private static final int SIGNALLED = 128;

  private final String path;
  private final Process process;
  private final ProgramFamily family;
  private final Thread atExit;
  private final ProgramText text;
  private final List<Thread> readers = new ArrayList<>();

  /** The first line that says so, or empty text if its output has ended without one. */
  private final BlockingQueue<String> ready = new ArrayBlockingQueue<>(1);

  /** Answers of the side channel; empty text behind the last. */
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

  /** Whether an answer is waited for; who says yes or no unasked says it to people. */
  private volatile boolean asking;

  private boolean hasSideChannel = true;
  private TargetNotation.UsbIp device;

  private ServingProgram(String path, Process process) {
    this.path = path;
    this.process = process;
    text = new ProgramText(Path.of(path).getFileName().toString());
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
    var builder = new ProcessBuilder(command);
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
    read("output", this::readOutput);
    read("errors", this::readErrors);
    var line = awaitLine(patience);
    if (line == null) {
      throw new UnreachableTargetException(
          path
              + " did not say within "
              + patience.toSeconds()
              + " s where it serves its device"
              + text.quote()
              + FORM
              + "; a longer time-out gives it more time");
    }
    if (line.isEmpty()) {
      throw new UnreachableTargetException(
          path
              + ended().orElse(" closed its output")
              + " before it said where it serves its device"
              + text.quote()
              + FORM);
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

  /** How it ended, if it has, or does within a moment, and has been read to its end. */
  private Optional<String> ended() {
    try {
      if (!process.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        return Optional.empty();
      }
      for (var reader : readers) {
        reader.join(TimeUnit.SECONDS.toMillis(END_TIMEOUT_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    int status = process.exitValue();
    return Optional.of(
        status > SIGNALLED && status < SIGNALLED + 65
            ? " was ended by signal " + (status - SIGNALLED) + signalName(status - SIGNALLED)
            : " ended with status " + status);
  }

  /** The numbers of these are the same on all systems that have them. */
  private static String signalName(int signal) {
    return switch (signal) {
      case 4 -> " (SIGILL)";
      case 6 -> " (SIGABRT)";
      case 8 -> " (SIGFPE)";
      case 9 -> " (SIGKILL)";
      case 11 -> " (SIGSEGV)";
      case 13 -> " (SIGPIPE)";
      case 15 -> " (SIGTERM)";
      default -> "";
    };
  }

  /**
   * How the program ended and what it said at last, if it has ended by itself; to be asked when its
   * device has gone.
   */
  Optional<IOException> death() {
    return ended().map(how -> new IOException(path + how + text.quote()));
  }

  private interface Reading {
    void run() throws IOException;
  }

  /** Reads to the end, so that the program is never kept waiting for that. */
  private void read(String what, Reading reading) {
    var thread =
        new Thread(
            () -> {
              try {
                reading.run();
              } catch (IOException e) {
                // It has been ended.
              }
            },
            what + " of " + path);
    thread.setDaemon(true);
    thread.start();
    readers.add(thread);
  }

  private void readOutput() throws IOException {
    try (var output = process.inputReader()) {
      for (var line = line(output); line != null; line = line(output)) {
        var matcher = READY.matcher(line);
        if (matcher.matches()) {
          ready.offer(matcher.group(1));
        } else if (asking && ANSWER.matcher(line).matches()) {
          answers.add(line);
        } else if (line.startsWith(EVENT)) {
          events.add(line.substring(EVENT.length()));
        } else if (!line.isBlank()) {
          text.line(line);
        }
      }
    } finally {
      ready.offer("");
      answers.add("");
    }
  }

  private void readErrors() throws IOException {
    try (var errors = process.errorReader()) {
      for (var line = line(errors); line != null; line = line(errors)) {
        text.line(line);
      }
    }
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
   * Says a line on the side channel; whether the answer was ok, or nothing if there was none. A
   * program that has not answered once is not asked again.
   */
  Optional<Boolean> ask(String line) {
    if (!hasSideChannel) {
      return Optional.empty();
    }
    answers.clear();
    String answer = null;
    try {
      asking = true;
      @SuppressWarnings("resource") // Its end would be the program's.
      Writer input = process.outputWriter();
      input.write(line + "\n");
      input.flush();
      answer = answers.poll(ANSWER_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      // It does not read.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      asking = false;
    }
    hasSideChannel = answer != null && !answer.isEmpty();
    return hasSideChannel ? Optional.of(answer.equals("ok")) : Optional.empty();
  }

  /** What it has reported since this was asked last. */
  List<String> takeEvents() {
    var taken = new ArrayList<String>();
    events.drainTo(taken);
    return taken;
  }

  /**
   * Ends the program and all that it has started: it is told to, so that it can say what is to be
   * said at the end, and then made to.
   */
  @Override
  public void close() {
    try {
      closeInput();
      process.waitFor(OWN_END_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    family.end();
    forgetAtExit();
  }

  private void closeInput() {
    try {
      process.outputWriter().close();
    } catch (IOException e) {
      // It has ended.
    }
  }

  private void forgetAtExit() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // It is at work.
    }
  }
}
