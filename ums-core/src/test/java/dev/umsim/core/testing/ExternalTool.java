package dev.umsim.core.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program of the machine, run by tests as a second opinion.
 *
 * <p>Where it is missing the test that asks for it is skipped and names the Debian package that has
 * it; with the system property {@code tools=required} the test fails instead.
 */
public final class ExternalTool {
  private static final long TIMEOUT_SECONDS = 120;

  private final Path program;
  private final Map<String, String> environment;

  private ExternalTool(Path program, Map<String, String> environment) {
    this.program = program;
    this.environment = environment;
  }

  /** Finds {@code program} on the path or where an administrator's programs are. */
  public static ExternalTool of(String program, String debianPackage) {
    return of(program, debianPackage, Map.of());
  }

  /** The same, to be run with some variables set besides. */
  public static ExternalTool of(
      String program, String debianPackage, Map<String, String> environment) {
    Optional<Path> found =
        Stream.concat(
                Stream.of(System.getenv("PATH").split(File.pathSeparator)),
                Stream.of("/usr/sbin", "/sbin"))
            .map(directory -> Path.of(directory, program))
            .filter(Files::isExecutable)
            .findFirst();
    require(found.isPresent(), program, debianPackage);
    return new ExternalTool(found.orElseThrow(), environment);
  }

  /** Skips the test, or fails, if a file that comes with a program is not there. */
  public static void requireFile(Path file, String debianPackage) {
    require(Files.isReadable(file), file.toString(), debianPackage);
  }

  private static void require(boolean there, String what, String debianPackage) {
    var missing = what + " is missing; it is in the Debian package " + debianPackage;
    if (!there && System.getProperty("tools", "").equals("required")) {
      fail(missing);
    }
    assumeTrue(there, missing);
  }

  /** Skips the test, or fails, if the program is not installed. */
  public static void require(String program, String debianPackage) {
    of(program, debianPackage);
  }

  /**
   * Runs a program that has been required and has to succeed; what it printed, errors at the end.
   */
  public static String succeed(String program, String... arguments) {
    return of(program, "that was required before").runToEnd(arguments);
  }

  /** Runs the program, which has to succeed; what it printed, errors at the end. */
  public String runToEnd(String... arguments) {
    var result = run((Object[]) arguments).expectSuccess();
    return result.output() + result.errors();
  }

  /** What a program did: its exit status and all that it printed. */
  public record Result(List<String> command, int status, String output, String errors) {

    /** Checks that the status is 0; otherwise the test fails with what was printed. */
    public Result expectSuccess() {
      assertTrue(status == 0, () -> command + " ended with " + this);
      return this;
    }
  }

  /** Runs the program to its end, in UTF-8 and UTC and with nothing to read. */
  public Result run(Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    Stream.of(arguments).map(Object::toString).forEach(command::add);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("TZ", "UTC");
    builder.environment().putAll(environment);
    try {
      return run(builder);
    } catch (IOException e) {
      throw new IllegalStateException(command + " could not be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(command + " was interrupted", e);
    }
  }

  private static Result run(ProcessBuilder builder) throws IOException, InterruptedException {
    Path output = Files.createTempFile("tool", ".out");
    Path errors = Files.createTempFile("tool", ".err");
    try {
      Process process =
          builder.redirectOutput(output.toFile()).redirectError(errors.toFile()).start();
      process.getOutputStream().close();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        fail(builder.command() + " did not end within " + TIMEOUT_SECONDS + " s");
      }
      return new Result(
          builder.command(),
          process.exitValue(),
          new String(Files.readAllBytes(output), StandardCharsets.UTF_8),
          new String(Files.readAllBytes(errors), StandardCharsets.UTF_8));
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }
}
