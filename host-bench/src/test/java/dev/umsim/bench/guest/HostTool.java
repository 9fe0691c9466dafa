package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Programs of this machine that look into an image which a guest has written. */
final class HostTool {
  private HostTool() {}

  /**
   * Runs a program, which has to end with status 0, and returns all that it printed.
   *
   * @param debianPackage where to find it, for the one who has to install it
   */
  static String run(String debianPackage, String program, Object... arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    // The folders of an administrator's programs are not on everybody's path.
    command.addAll(List.of("env", "PATH=" + System.getenv("PATH") + ":/usr/sbin:/sbin", program));
    Stream.of(arguments).map(Object::toString).forEach(command::add);
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    // The answer of env.
    if (status == 127) {
      var missing = program + " is missing; it is in the Debian package " + debianPackage;
      if (System.getProperty("tools", "").equals("required")) {
        fail(missing);
      }
      abort(missing);
    }
    assertThat(status).as("%s printed%n%s", command, printed).isZero();
    return printed;
  }
}
