package dev.umsim.bench.firmware;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A firmware that runs, and its side channel. */
final class FirmwareProgram implements AutoCloseable {
  private final Process process;
  private final Path errors;
  private final BufferedReader output;
  private final Writer input;
  private final int port;

  /**
   * @param environment names and values
   */
  FirmwareProgram(Path program, String... environment) throws IOException {
    errors = Files.createTempFile("firmware", ".err");
    var builder = new ProcessBuilder(program.toString()).redirectError(errors.toFile());
    builder.environment().put("UMS_PORT", "0");
    for (int i = 0; i < environment.length; i += 2) {
      builder.environment().put(environment[i], environment[i + 1]);
    }
    process = builder.start();
    output = process.inputReader();
    input = process.outputWriter();
    var ready = output.readLine();
    assertThat(ready).matches("usbip 127\\.0\\.0\\.1:[0-9]+ 1-1");
    port = Integer.parseInt(ready.replaceAll(".*:([0-9]+) .*", "$1"));
  }

  int port() {
    return port;
  }

  /** Says a line; what it answers. */
  String ask(String line) throws IOException {
    input.write(line + "\n");
    input.flush();
    return output.readLine();
  }

  /** It lives, goes when its standard input ends, and no sanitizer has found anything. */
  @Override
  public void close() throws IOException {
    try {
      assertThat(process.isAlive()).as("%s", text()).isTrue();
      input.close();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as("%s", text()).isZero();
      assertThat(text()).doesNotContain("Sanitizer").doesNotContain("runtime error");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the end was not waited for", e);
    } finally {
      process.destroyForcibly();
      Files.delete(errors);
    }
  }

  private String text() throws IOException {
    return Files.readString(errors);
  }
}
