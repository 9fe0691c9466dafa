package dev.umsim.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Programs of others that tests need. Where one is missing the test is skipped, or fails with
 * {@code -Dtools=required}.
 */
public final class Programs {
  private Programs() {}

  /** Skips the test, or fails, if the program is not installed; the package is Debian's. */
  public static void require(String program, String debianPackage) {
    if (find(program) != null) {
      return;
    }
    var line = program + " is not installed; it is in the package " + debianPackage;
    if ("required".equals(System.getProperty("tools"))) {
      fail(line);
    }
    abort(line);
  }

  private static Path find(String program) {
    var folders = System.getenv("PATH") + File.pathSeparator + "/usr/sbin:/sbin";
    for (var folder : folders.split(File.pathSeparator)) {
      var path = Path.of(folder, program);
      if (Files.isExecutable(path)) {
        return path;
      }
    }
    return null;
  }

  /** Runs a program that has to succeed; returns what it printed. */
  public static String run(String program, String... arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(find(program).toString()));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", command, output).isZero();
    return output;
  }
}
