package dev.umsim.bench.guest;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The kernel and the initramfs of the guest, built from packages of the machine.
 *
 * <p>Where packages are missing, the test that asks for it is skipped and says how to install them;
 * with the system property {@code tools=required} it fails instead.
 */
final class GuestSystem {
  private static final Path SCRIPT = Path.of("src", "test", "guest", "build");
  private static final Path FOLDER = Path.of("target", "guest");

  /** The status of the script when something has to be installed. */
  private static final int MISSING = 3;

  /** What has to be installed; null until it is known, empty if nothing. */
  private static String remedy;

  private GuestSystem() {}

  /** Builds both, unless the newest versions of all that they are made of are in them already. */
  static synchronized void require() {
    if (remedy == null) {
      remedy = build();
    }
    if (remedy.isEmpty()) {
      return;
    }
    if (System.getProperty("tools", "").equals("required")) {
      fail(remedy);
    }
    abort(remedy);
  }

  static Path kernel() {
    return FOLDER.resolve("kernel");
  }

  static Path initramfs() {
    return FOLDER.resolve("initramfs");
  }

  private static String build() {
    var command = List.of("bash", SCRIPT.toString(), FOLDER.toString());
    try {
      Files.createDirectories(FOLDER);
      var log = FOLDER.resolve("build.log");
      var process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      process.getOutputStream().close();
      int status = process.waitFor();
      var said = Files.readString(log, StandardCharsets.UTF_8).strip();
      if (status == 0) {
        return "";
      }
      if (status == MISSING) {
        return "a Linux guest needs: " + said.substring(said.lastIndexOf('\n') + 1);
      }
      throw new IllegalStateException(command + " ended with " + status + ": " + said);
    } catch (IOException e) {
      throw new IllegalStateException(command + " could not be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(command + " was interrupted", e);
    }
  }
}
