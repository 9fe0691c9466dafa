package dev.umsim.bench.remote;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program that was started, and all that it has started in turn. It has a session of its own
 * where there is {@code setsid} (util-linux), so that Ctrl-C on the terminal is not for it.
 */
final class ProgramFamily {
  private static final long END_TIMEOUT_SECONDS = 5;

  /** Of the fields behind the name in {@code /proc/PID/stat}: state, parent, group, session. */
  private static final int SESSION = 3;

  private final Process process;

  ProgramFamily(Process process) {
    this.process = process;
  }

  /** The beginning of a command that gives a program a session of its own. */
  static List<String> ownSession() {
    var command = new ArrayList<String>();
    var setsid = find("setsid");
    if (setsid != null) {
      command.add(setsid.toString());
    }
    return command;
  }

  /** Where a program is found by its name; null if nowhere. */
  static Path find(String program) {
    var folders = System.getenv("PATH");
    for (var folder : (folders == null ? "" : folders).split(File.pathSeparator)) {
      var path = Path.of(folder, program);
      if (Files.isRegularFile(path) && Files.isExecutable(path)) {
        return path;
      }
    }
    return null;
  }

  /** Ends them all; by force those that do not end when they are told to. */
  void end() {
    // Who belongs to it is not seen any more when those in between have gone.
    var members = members();
    closeInput();
    process.destroy();
    members.forEach(ProcessHandle::destroy);
    try {
      process.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      awaitEnd(members);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    members.addAll(members());
    members.forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static void awaitEnd(Set<ProcessHandle> members) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_TIMEOUT_SECONDS);
    for (var each : members) {
      try {
        each.onExit().get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (ExecutionException | TimeoutException e) {
        // It is ended by force.
        continue;
      }
    }
  }

  private void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has gone.
      return;
    }
  }

  /** All but the program itself. */
  private Set<ProcessHandle> members() {
    var members = new LinkedHashSet<ProcessHandle>();
    process.descendants().forEach(members::add);
    ProcessHandle.allProcesses()
        .filter(each -> each.pid() != process.pid() && session(each) == process.pid())
        .forEach(members::add);
    return members;
  }

  /** The session of a process; 0 where that is not told. */
  private static long session(ProcessHandle other) {
    try {
      var stat = Files.readString(Path.of("/proc", String.valueOf(other.pid()), "stat"));
      var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Long.parseLong(fields[SESSION]);
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }
}
