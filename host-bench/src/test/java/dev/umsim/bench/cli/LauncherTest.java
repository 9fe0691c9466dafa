package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, beside a jar that is none: what it says, and what it would start. */
class LauncherTest {
  private static final Path LAUNCHER = Path.of("src/main/launcher/ums");

  @TempDir Path folder;

  private Path launcher;
  private Path java;

  @BeforeEach
  void putInPlace() throws Exception {
    launcher = Files.copy(LAUNCHER, folder.resolve("ums"));
    launcher.toFile().setExecutable(true);
    Files.createDirectories(folder.resolve("jdk/bin"));
    java = folder.resolve("jdk/bin/java");
    Files.writeString(java, "#!/bin/sh\nfor word; do echo \"$word\"; done\nexit 7\n");
    java.toFile().setExecutable(true);
  }

  private record Ended(int status, List<String> lines) {}

  private Ended run(Path program, Map<String, String> environment, String... arguments)
      throws Exception {
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    var process = builder.start();
    process.getOutputStream().close();
    var lines = new String(process.getInputStream().readAllBytes()).lines().toList();
    return new Ended(process.waitFor(), lines);
  }

  @Test
  void handsEveryArgumentOnAndTheStatusBack() throws Exception {
    Files.createFile(folder.resolve("ums.jar"));
    var link = Files.createSymbolicLink(folder.resolve("link"), Path.of("ums"));
    var environment =
        Map.of("JAVA_HOME", folder.resolve("jdk").toString(), "UMS_JAVA_OPTS", "-Xmx4g -Da=b");

    var ended = run(link, environment, "bench", "two words", "");

    assertThat(ended.lines())
        .containsExactly("-Xmx4g", "-Da=b", "-jar", folder + "/ums.jar", "bench", "two words", "");
    assertThat(ended.status()).isEqualTo(7);
  }

  @Test
  void namesTheRemedyWhereNothingWasBuilt() throws Exception {
    var ended = run(launcher, Map.of());
    assertThat(ended.lines())
        .containsExactly(
            "ums: there is no " + folder + "/ums.jar; build it: mvn -q -DskipTests package");
    assertThat(ended.status()).isEqualTo(3);
  }

  @Test
  void namesTheRemedyWhereThereIsNoJdk() throws Exception {
    Files.createFile(folder.resolve("ums.jar"));
    var ended = run(launcher, Map.of("JAVA_HOME", folder.resolve("nowhere").toString()));
    assertThat(ended.lines().get(0)).contains("install a JDK, 17 or newer, or set JAVA_HOME");
    assertThat(ended.status()).isEqualTo(3);
  }
}
