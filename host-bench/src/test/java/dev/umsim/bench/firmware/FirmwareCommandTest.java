package dev.umsim.bench.firmware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.umsim.bench.cli.Ums;
import dev.umsim.core.testing.ExternalTool;
import dev.umsim.sim.firmware.FirmwareSource;
import dev.umsim.sim.firmware.Glue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code ums firmware} writes what lies in {@code ums-sim/firmware}. */
class FirmwareCommandTest {
  /** Where the make of a folder is not the example's own. */
  private static final Set<String> BUILT = Set.of("example");

  @TempDir private Path folder;

  @BeforeAll
  static void theFilesAreOnTheClassPath() {
    boolean there = FirmwareSource.class.getResource("ums_udc.h") != null;
    assumeTrue(there || System.getProperty("tools", "").equals("required"), "put there by Maven");
  }

  @Test
  void theHeaderIsWritten() throws IOException {
    var file = folder.resolve("udc.h");
    Ums.run("firmware", "header", "-o", file.toString()).expectGood();
    assertThat(file).hasSameTextualContentAs(ExampleFirmware.FOLDER.resolve("ums_udc.h"));
    assertThat(Ums.run("firmware", "header").expectGood().out()).isEqualTo(Files.readString(file));
  }

  @ParameterizedTest
  @EnumSource(Glue.class)
  void glueIsWritten(Glue glue) throws IOException {
    var file = folder.resolve("glue.c");
    Ums.run("firmware", "glue", glue.word(), "--output", file.toString()).expectGood();
    assertThat(file)
        .hasSameTextualContentAs(
            ExampleFirmware.FOLDER.resolve("glue").resolve(glue.source().name()));
    assertThat(Ums.run("firmware", "glue").expectGood().out())
        .contains(glue.word() + " ")
        .contains(glue.source().name());
    assertThat(ExampleFirmware.FOLDER.resolve("glue/" + glue.word() + ".md")).exists();
  }

  @Test
  void glueThatIsNotThereIsRefused() {
    var run = Ums.run("firmware", "glue", "none");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .isEqualToNormalizingNewlines(
            "ums: there is no glue for 'none'; there is for tinyusb, zephyr, stm32, rockbox\n");
  }

  @Test
  void theExampleIsWrittenAndMakes() throws IOException {
    var place = folder.resolve("new").toString();
    Ums.run("firmware", "example", place).expectGood();
    try (var sources = Files.list(ExampleFirmware.SOURCES)) {
      var expected =
          sources
              .map(each -> each.getFileName().toString())
              .filter(each -> !BUILT.contains(each) && !each.startsWith("faulty-"))
              .collect(Collectors.toSet());
      expected.add("ums_udc.h");
      try (var written = Files.list(folder.resolve("new"))) {
        assertThat(written.map(each -> each.getFileName().toString()))
            .containsExactlyInAnyOrderElementsOf(expected);
      }
    }
    ExternalTool.require("gcc", "gcc");
    ExternalTool.of("make", "make").run("-s", "-C", place, "CC=gcc").expectSuccess();
    assertThat(folder.resolve("new/example")).isExecutable();
  }

  @Test
  void anExampleOverwritesNothing() throws IOException {
    Files.writeString(folder.resolve("mine.c"), "int mine;\n");
    var run = Ums.run("firmware", "example", folder.toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("is not an empty folder; name one that is new");
  }
}
