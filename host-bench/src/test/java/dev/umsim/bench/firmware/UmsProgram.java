package dev.umsim.bench.firmware;

import dev.umsim.bench.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;

/** This program as a shell has it: by its name on the path, with the classes of the tests. */
final class UmsProgram {
  private final Path folder;
  private final Path programs;

  /**
   * @param folder where commands are run
   * @param programs a folder for what has to be on the path
   */
  UmsProgram(Path folder, Path programs) throws IOException {
    this.folder = folder;
    this.programs = Files.createDirectories(programs);
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    var call =
        String.format(
            "exec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"%n",
            java, System.getProperty("java.class.path"), Main.class.getName());
    script("ums", call);
    // A job has java -jar JAR.
    script("java", "shift 2\n" + call);
  }

  private void script(String name, String text) throws IOException {
    var script = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }

  /**
   * What a shell did.
   *
   * @param output with errors
   */
  record Result(int status, String output) {}

  /** Runs lines as a step of a job is run: to the first that fails. */
  Result shell(String lines, String... environment) throws IOException, InterruptedException {
    var output = Files.createTempFile("shell", ".out");
    var builder =
        new ProcessBuilder("bash", "-e", "-o", "pipefail", "-c", lines)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("PATH", programs + ":" + System.getenv("PATH"));
    for (int i = 0; i < environment.length; i += 2) {
      builder.environment().put(environment[i], environment[i + 1]);
    }
    var process = builder.start();
    process.getOutputStream().close();
    try {
      if (!process.waitFor(180, TimeUnit.SECONDS)) {
        throw new AssertionError("did not end: " + lines);
      }
      return new Result(process.exitValue(), Files.readString(output));
    } finally {
      process.destroyForcibly();
      Files.delete(output);
    }
  }
}
