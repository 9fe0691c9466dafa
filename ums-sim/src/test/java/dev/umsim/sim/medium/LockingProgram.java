package dev.umsim.sim.medium;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Another program that tries to lock a file, says whether it could, and holds it until told. */
final class LockingProgram implements AutoCloseable {
  private final Process process;
  private final boolean locked;

  private LockingProgram(Process process) throws IOException {
    this.process = process;
    var answer = new BufferedReader(new InputStreamReader(process.getInputStream())).readLine();
    locked = answer.equals("locked");
  }

  /** Starts it and waits for its answer. */
  static LockingProgram on(Path file) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    var classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return new LockingProgram(
        new ProcessBuilder(
                java.toString(), "-cp", classes, LockingProgram.class.getName(), file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** Whether it got the lock. */
  boolean locked() {
    return locked;
  }

  /** Ends it. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }

  /** The other program: locks for writing until its input ends. */
  public static void main(String[] arguments) throws IOException {
    try (var channel =
            FileChannel.open(
                Path.of(arguments[0]), StandardOpenOption.READ, StandardOpenOption.WRITE);
        var lock = channel.tryLock()) {
      System.out.println(lock == null ? "refused" : "locked");
      while (System.in.read() >= 0) {
        // Nothing but the end is of interest.
      }
    }
  }
}
