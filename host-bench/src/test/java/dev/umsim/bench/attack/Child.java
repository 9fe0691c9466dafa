package dev.umsim.bench.attack;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The program as a process of its own, which can be killed. */
final class Child implements AutoCloseable {
  private final Process process;

  Child(Path folder, String... arguments) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.umsim.bench.cli.Main"));
    command.addAll(Arrays.asList(arguments));
    process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(folder.resolve("errors").toFile())
            .start();
    process.getOutputStream().close();
  }

  BufferedReader output() {
    return process.inputReader();
  }

  /** Ends it at once by SIGKILL; returns whether it was still at work. */
  boolean kill() throws InterruptedException {
    boolean alive = process.isAlive();
    process.destroyForcibly().waitFor();
    return alive;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
