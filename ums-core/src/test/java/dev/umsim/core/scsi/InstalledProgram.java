package dev.umsim.core.scsi;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of the system that judges what the project makes. */
final class InstalledProgram {
  private final String name;

  private InstalledProgram(String name) {
    this.name = name;
  }

  /**
   * The program; without it the test that asks is skipped, or fails with {@code -Dtools=required}.
   *
   * @param debianPackage in which it is
   */
  static InstalledProgram of(String name, String debianPackage) {
    boolean found =
        List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, name)));
    if (!found) {
      var remedy = name + " is not installed: apt-get install " + debianPackage;
      if (System.getProperty("tools", "").equals("required")) {
        fail(remedy);
      }
      abort(remedy);
    }
    return new InstalledProgram(name);
  }

  /** What it prints on standard output and error; it has to succeed. */
  String run(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(name);
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      fail(String.join(" ", command) + " ended with " + status + ":\n" + output);
    }
    return output;
  }
}
