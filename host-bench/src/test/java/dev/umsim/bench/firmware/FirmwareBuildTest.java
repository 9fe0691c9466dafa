package dev.umsim.bench.firmware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.sim.firmware.Glue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The controller header and the example on it compile without a warning. */
class FirmwareBuildTest {
  private static final Pattern FAULT =
      Pattern.compile("  FAULT_([a-z0-9_]+),? +/\\* (?:((?:BOT|USB|SPC|SBC)[^:]+): )?(.+) \\*/");

  private static final Path DECLARATIONS =
      Path.of("src/test/resources/dev/umsim/bench/firmware/declarations");

  @TempDir private Path folder;

  static Stream<Arguments> dialects() {
    return ExampleFirmware.COMPILERS.stream()
        .flatMap(
            compiler ->
                Stream.of("c11", "gnu11", "c17", "gnu2x")
                    .map(dialect -> Arguments.of(compiler, dialect)));
  }

  static List<ExampleFirmware.Compiler> compilers() {
    return ExampleFirmware.COMPILERS;
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void theHeaderCompiles(ExampleFirmware.Compiler compiler, String dialect) throws IOException {
    var source =
        Files.writeString(
            folder.resolve("udc.c"), "#define UMS_UDC_IMPLEMENTATION\n#include \"ums_udc.h\"\n");
    compile(compiler, dialect, source);
  }

  /** As in the other files of a program; two times, as includes may be. */
  @ParameterizedTest
  @MethodSource("dialects")
  void itsDeclarationsCompile(ExampleFirmware.Compiler compiler, String dialect)
      throws IOException {
    var source =
        Files.writeString(
            folder.resolve("user.c"), "#include \"ums_udc.h\"\n#include \"ums_udc.h\"\nint x;\n");
    compile(compiler, dialect, source);
  }

  private void compile(ExampleFirmware.Compiler compiler, String dialect, Path source) {
    var errors =
        compiler
            .tool()
            .run(
                "-std=" + dialect,
                "-O2",
                "-Wall",
                "-Wextra",
                "-Wconversion",
                "-Wpedantic",
                "-Werror",
                "-I",
                ExampleFirmware.FOLDER,
                "-c",
                source,
                "-o",
                folder.resolve("out.o"))
            .expectSuccess()
            .errors();
    assertThat(errors).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("compilers")
  void theExampleCompiles(ExampleFirmware.Compiler compiler) {
    compiler.tool();
    assertThat(ExampleFirmware.build(compiler.program(), "example")).isExecutable();
  }

  static Stream<Arguments> glue() {
    return ExampleFirmware.COMPILERS.stream()
        .flatMap(compiler -> Stream.of(Glue.values()).map(glue -> Arguments.of(compiler, glue)));
  }

  /** Against what it asks of the stack, in our own words: the stacks are not here. */
  @ParameterizedTest
  @MethodSource("glue")
  void theGlueCompiles(ExampleFirmware.Compiler compiler, Glue glue) {
    var errors =
        compiler
            .tool()
            .run(
                "-std=gnu11",
                "-O2",
                "-Wall",
                "-Wextra",
                // What a stack hands over and the header does not need.
                "-Wno-unused-parameter",
                "-Werror",
                "-I",
                ExampleFirmware.FOLDER,
                "-I",
                DECLARATIONS.resolve(glue.word()),
                "-c",
                ExampleFirmware.FOLDER.resolve("glue").resolve(glue.source().name()),
                "-o",
                folder.resolve("out.o"))
            .expectSuccess()
            .errors();
    assertThat(errors).isEmpty();
  }

  @Test
  void everyFaultNamesItsClause() throws IOException {
    var lines = Files.readAllLines(ExampleFirmware.SOURCES.resolve("faults.h"));
    var faults = ExampleFirmware.faults();
    assertThat(faults).hasSizeGreaterThanOrEqualTo(12).doesNotContain("none");
    for (var fault : faults) {
      var line =
          lines.stream()
              .filter(each -> each.matches("  FAULT_" + fault.replace('-', '_') + "\\b.*"))
              .findFirst()
              .orElseThrow();
      var matcher = FAULT.matcher(line);
      assertThat(matcher.matches()).as(line).isTrue();
      if (!fault.startsWith("dies-")) {
        assertThat(matcher.group(2)).as(line).matches("(BOT 1.0|USB 2.0|SPC-2|SBC-2), \\d.*");
      }
    }
  }
}
