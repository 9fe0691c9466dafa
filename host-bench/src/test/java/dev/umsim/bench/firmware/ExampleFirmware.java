package dev.umsim.bench.firmware;

import dev.umsim.core.testing.ExternalTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The example firmware, and what is built from it: with sanitizers, once in a run of the tests. */
final class ExampleFirmware {
  static final Path FOLDER = Path.of("../ums-sim/firmware");
  static final Path SOURCES = FOLDER.resolve("example");

  /** Of Debian, where both compilers have the sanitizers' libraries behind them. */
  static final List<Compiler> COMPILERS =
      List.of(new Compiler("gcc", "gcc"), new Compiler("clang", "clang libclang-rt-dev"));

  /**
   * A C compiler.
   *
   * @param packages the Debian packages that have it
   */
  record Compiler(String program, String packages) {
    ExternalTool tool() {
      return ExternalTool.of(program, packages);
    }
  }

  private static Path builds;

  private ExampleFirmware() {}

  /** The program without a fault. */
  static Path example() {
    return build("gcc", "example");
  }

  /** The program with a fault, which is named as make names it. */
  static Path faulty(String fault) {
    return build("gcc", "faulty-" + fault);
  }

  /** A program without sanitizers. */
  static Path unsanitized(String name) {
    return build("gcc", name, "unsanitized", "SANITIZE=");
  }

  /** The faults that it can be built with, as make names them. */
  static List<String> faults() {
    return ExternalTool.of("make", "make")
        .run("-s", "-C", SOURCES, "faults")
        .expectSuccess()
        .output()
        .lines()
        .toList();
  }

  /** A program that make knows, by one of the compilers. */
  static Path build(String compiler, String name) {
    return build(compiler, name, compiler, "");
  }

  private static synchronized Path build(
      String compiler, String name, String place, String setting) {
    var make = ExternalTool.of("make", "make");
    ExternalTool.require(compiler, compiler);
    try {
      var folder = Files.createDirectories(builds().resolve(place));
      var program = folder.resolve(name);
      if (!Files.exists(program)) {
        make.run(
                "-s",
                "-C",
                SOURCES,
                "CC=" + compiler,
                "BUILD=" + folder.toAbsolutePath(),
                setting.isEmpty() ? "--" : setting,
                name.equals("example") ? program.toAbsolutePath() : name)
            .expectSuccess();
      }
      return program;
    } catch (IOException e) {
      throw new IllegalStateException("the example cannot be built", e);
    }
  }

  private static Path builds() throws IOException {
    if (builds == null) {
      builds = Files.createTempDirectory("firmware");
      Runtime.getRuntime().addShutdownHook(new Thread(ExampleFirmware::delete));
    }
    return builds;
  }

  private static void delete() {
    try (Stream<Path> paths = Files.walk(builds)) {
      paths.sorted((a, b) -> b.compareTo(a)).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      // It is a temporary folder.
    }
  }
}
