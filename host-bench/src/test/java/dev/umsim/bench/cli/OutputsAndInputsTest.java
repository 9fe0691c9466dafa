package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/**
 * No output of any command takes the place of anything that the command uses otherwise, or that
 * another program has open: every output against every input, by every name a file may have.
 */
@Timeout(300)
class OutputsAndInputsTest {
  private static final Pattern NAMES_A_FILE =
      Pattern.compile("FILE|PATH|IMAGE|JOURNAL|OVERLAY|DIR|TARGET|PROFILE|NAME");

  /** What writes. An option that is not in one of these lists fails the test. */
  private static final Set<String> OUTPUTS =
      Set.of(
          "bench --json",
          "bench --csv",
          "bench --trace",
          "bench --journal",
          "bench --capture",
          "check --capture",
          "measure --capture",
          "record --capture",
          "replay --capture",
          "serve --capture",
          "firmware glue --output",
          "firmware header --output",
          "advise --json",
          "check --json",
          "check --junit",
          "check --write-baseline",
          "check --journal",
          "record --output",
          "compare --json",
          "sweep --json",
          "fidelity --json",
          "measure --output",
          "measure --journal",
          "record FILE",
          "replay --journal",
          "serve --events",
          "serve --control",
          "image create FILE",
          "image info --json",
          "list deviations --json");

  /** What reads, or names no file. */
  private static final Set<String> OTHERS =
      Set.of(
          "bench IMAGE|TARGET",
          "bench --profile",
          "check TARGET",
          "check --baseline",
          "check --html",
          "advise PROFILE",
          "compare PROFILE",
          "sweep PROFILE",
          "measure TARGET",
          "measure --name",
          "record TARGET",
          "replay FILE",
          "replay TARGET",
          "replay --case",
          "restore JOURNAL",
          "restore TARGET",
          "serve IMAGE|TARGET",
          "serve --device",
          "ctl IMAGE",
          "ctl --control",
          "image create --from",
          "image create --time",
          "image info FILE",
          "image commit OVERLAY",
          "image discard OVERLAY",
          "profile show NAME|FILE",
          "profile check FILE",
          "list targets --profile");

  @TempDir Path folder;
  private Path image;

  /** A command with a place for its output, {@code OUT}, and one for its input, {@code IN}. */
  private record Use(String output, String words) {}

  private static final List<Use> USES =
      Stream.of(
              // The options of bench that write, with each way to name what it reads
              each(
                  "bench IN --op read --size 4k --bs 4k",
                  "bench",
                  "--json,--csv,--trace,--journal"),
              each("bench IN,ro --size 4k --bs 4k", "bench", "--json,--csv,--trace,--journal"),
              each("bench IN,overlay --size 4k --bs 4k", "bench", "--json,--csv,--trace,--journal"),
              each("bench IN,cdrom --size 4k --bs 4k", "bench", "--json,--csv,--trace,--journal"),
              each(
                  "bench sim:reference?size=1M&image=IN --size 4k --bs 4k",
                  "bench",
                  "--json,--csv,--trace,--journal"),
              each(
                  "bench sim:reference?image=OTHER&image=IN,ro --size 4k --bs 4k",
                  "bench",
                  "--json,--csv,--trace,--journal"),
              each(
                  "bench sim:rockbox-2026?image=IN --size 4k --bs 4k",
                  "bench",
                  "--json,--csv,--trace,--journal"),
              each("bench --profile IN.toml --size 64k", "bench", "--json,--csv,--trace,--journal"),
              each(
                  "bench --profile IN.toml --workload dd-read --size 64k", "bench", "--json,--csv"),
              each("bench exec:IN --size 4k", "bench", "--json,--csv,--trace,--journal"),
              each("measure exec:IN", "measure", "--output,--journal"),
              each("image info IN", "image info", "--json"),
              each("measure IN", "measure", "--output,--journal"),
              each("bench IN", "bench", "--capture"),
              each("check IN", "check", "--capture"),
              each("measure IN", "measure", "--capture"),
              each("replay OTHER sim:reference?image=IN", "replay", "--capture"),
              each("serve IN", "serve", "--capture"),
              each("record OTHER.new IN -- bench", "record", "--capture"),
              each("check IN", "check", "--json,--junit,--write-baseline,--journal"),
              each(
                  "check sim:reference?image=IN,ro",
                  "check",
                  "--json,--junit,--write-baseline,--journal"),
              each("check exec:IN", "check", "--json,--junit,--write-baseline,--journal"),
              each("compare IN.toml sansa-e280/rockbox-2010 --size 64k", "compare", "--json"),
              each("compare sansa-e280/rockbox-2010 IN.toml --size 64k", "compare", "--json"),
              each(
                  "sweep IN.toml --set stack.turnaround-us=1 --workload dd-read",
                  "sweep",
                  "--json"),
              each("replay IN", "replay", "--journal"),
              each("replay OTHER sim:reference?image=IN", "replay", "--journal"),
              each("replay OTHER exec:IN", "replay", "--journal"),
              each("serve IN", "serve", "--events,--control"),
              each("serve IN,overlay", "serve", "--events,--control"),
              each("serve OTHER IN", "serve", "--events,--control"),
              each("serve sim:reference?size=1M --device IN", "serve", "--events,--control"),
              Stream.of(
                  new Use("record FILE", "record OUT IN -- bench --size 4k"),
                  new Use("record FILE", "record OUT sim:reference?image=IN,ro -- measure"),
                  new Use("record FILE", "record OUT exec:OTHER -- bench -- IN"),
                  new Use("bench --json", "record OTHER.new IN -- bench --json OUT --size 4k"),
                  new Use("bench --trace", "record IN sim:reference?size=1M -- bench --trace OUT"),
                  new Use("bench --json", "bench exec:OTHER --json OUT -- IN"),
                  new Use("bench --json", "bench exec:OTHER --json OUT -- sim:reference?image=IN"),
                  new Use("advise --json", "advise IN.toml --json OUT"),
                  new Use("image create FILE", "image create --force OUT --size 1M --from IN")))
          .flatMap(uses -> uses)
          .toList();

  private static Stream<Use> each(String words, String command, String options) {
    return Stream.of(options.split(","))
        .map(
            option ->
                new Use(
                    command + " " + option,
                    words.replaceFirst("^" + command, command + " " + option + " OUT")));
  }

  @BeforeEach
  void image() throws IOException {
    image = Files.write(folder.resolve("disk.img"), new byte[8192]);
    Files.write(folder.resolve("other.img"), new byte[8192]);
  }

  @Test
  void everyArgumentIsKnownToReadOrWrite() {
    var found = new TreeSet<String>();
    var nowhere = new PrintWriter(new StringWriter());
    collect(new Main().commandLine(nowhere, nowhere), "", found);
    var known = new TreeSet<>(OUTPUTS);
    known.addAll(OTHERS);
    assertThat(found).isSubsetOf(known);
    assertThat(found).containsAll(OUTPUTS);
    // Those without an input can overwrite no input.
    var without =
        Set.of(
            "fidelity --json",
            "list deviations --json",
            // This one reads a capture: see below.
            "record --output",
            "firmware glue --output",
            "firmware header --output");
    var used = new TreeSet<>(without);
    USES.forEach(use -> used.add(use.output()));
    assertThat(used).isEqualTo(new TreeSet<>(OUTPUTS));
  }

  private static void collect(CommandLine command, String name, Set<String> found) {
    var arguments = new ArrayList<ArgSpec>(command.getCommandSpec().options());
    arguments.addAll(command.getCommandSpec().positionalParameters());
    for (var each : arguments) {
      if (each.arity().max() > 0 && NAMES_A_FILE.matcher(each.paramLabel()).find()) {
        var label =
            each instanceof CommandLine.Model.OptionSpec option
                ? option.longestName()
                : each.paramLabel();
        found.add(name + label);
      }
    }
    command
        .getSubcommands()
        .forEach(
            (word, sub) -> {
              if (!word.equals("help")) {
                collect(sub, name + word + " ", found);
              }
            });
  }

  @TestFactory
  Stream<DynamicTest> noOutputOverwritesAnInput() {
    return USES.stream()
        .flatMap(
            use ->
                Stream.of("itself", "symbolic link", "hard link", "roundabout")
                    .map(
                        way ->
                            DynamicTest.dynamicTest(
                                use.words() + " by " + way, () -> assertRefused(use, way))));
  }

  private void assertRefused(Use use, String way) throws IOException {
    var here = Files.createTempDirectory(folder, "case");
    var input = input(use, here);
    var written = Files.isDirectory(input) ? input.resolve("file") : input;
    var before = Files.readAllBytes(written);
    var output = named(written, way, here);
    if (use.output().equals("image create FILE") && !way.equals("itself")) {
      // A link in another folder is no part of the one that is read.
      return;
    }
    var run = Ums.run(words(use, input, output));
    assertThat(run.status()).as(run.err()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).hasLineCount(1).containsAnyOf("would overwrite", "which is read", "both");
    assertThat(Files.readAllBytes(written)).isEqualTo(before);
    assertThat(here.resolve("started")).doesNotExist();
  }

  private Path input(Use use, Path here) throws IOException {
    if (use.words().contains("IN.toml")) {
      return Files.writeString(here.resolve("in.toml"), "extends = \"sansa-e280/rockbox-2010\"\n");
    }
    if (use.words().contains("--from")) {
      var tree = Files.createDirectory(here.resolve("tree"));
      Files.writeString(tree.resolve("file"), "content");
      return tree;
    }
    if (use.words().contains("exec:IN")) {
      return program(here.resolve("in"), here);
    }
    return Files.copy(image, here.resolve("in"));
  }

  private static Path program(Path path, Path here) throws IOException {
    Files.writeString(path, "#!/bin/sh\ntouch '" + here.resolve("started") + "'\n");
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
  }

  private static Path named(Path file, String way, Path here) throws IOException {
    return switch (way) {
      case "symbolic link" -> Files.createSymbolicLink(here.resolve("link"), file);
      case "hard link" -> Files.createLink(here.resolve("link"), file);
      case "roundabout" ->
          Files.createSymbolicLink(here.resolve("same"), file.getParent())
              .resolve("./../" + here.getFileName())
              .resolve(here.relativize(file));
      default -> file;
    };
  }

  private String[] words(Use use, Path input, Path output) throws IOException {
    var other =
        use.words().contains("exec:OTHER")
            ? program(input.resolveSibling("other"), input.getParent())
            : folder.resolve("other.img");
    return Arrays.stream(use.words().split(" "))
        .map(word -> word.replace("OUT", "" + output))
        .map(word -> word.replace("IN.toml", "" + input).replaceAll("\\bIN\\b", "" + input))
        .map(word -> word.replace("OTHER", "" + other))
        .toArray(String[]::new);
  }

  /** The overlay that stands beside an image is the image's, whether it is there already or not. */
  @TestFactory
  Stream<DynamicTest> noOutputOverwritesAnOverlay() {
    return Stream.of(
            "bench IN,overlay --json OUT",
            "serve IN,overlay --events OUT",
            "serve IN,overlay --control OUT",
            "measure IN,overlay --output OUT",
            "record OUT IN,overlay -- bench")
        .map(
            words ->
                DynamicTest.dynamicTest(
                    words,
                    () -> {
                      var here = Files.createTempDirectory(folder, "case");
                      var use = new Use("", words);
                      var overlay = here.resolve("in.overlay");
                      var run = Ums.run(words(use, input(use, here), overlay));
                      assertThat(run.status()).as(run.err()).isEqualTo(2);
                      assertThat(run.err()).contains("would overwrite the image");
                      assertThat(overlay).doesNotExist();
                    }));
  }

  /** Runs of each command that would end well, and only their output is in the way. */
  private static final Map<String, String> GOOD_RUNS = goodRuns();

  private static Map<String, String> goodRuns() {
    var runs = new LinkedHashMap<String, String>();
    for (var option : List.of("--json", "--csv", "--trace")) {
      runs.put("bench " + option, "bench sim:reference?size=64k --bs 4k " + option + " OUT");
    }
    for (var option : List.of("--json", "--junit", "--write-baseline")) {
      runs.put("check " + option, "check sim:reference --group cases " + option + " OUT");
    }
    runs.put("advise --json", "advise sansa-e280/rockbox-2010 --size 64k --json OUT");
    runs.put(
        "compare --json",
        "compare sansa-e280/rockbox-2010 sansa-e280/rockbox-2010 --size 64k --json OUT");
    runs.put(
        "sweep --json",
        "sweep sansa-e280/rockbox-2010 --set stack.turnaround-us=1 --workload dd-read --json OUT");
    runs.put("fidelity --json", "fidelity --json OUT");
    runs.put("measure --output", "measure sim:reference?size=8M --output OUT");
    runs.put("record FILE", "record OUT sim:reference?size=64k -- bench --bs 4k");
    runs.put("serve --events", "serve sim:reference?size=64k --usbip 0 --events OUT");
    runs.put("serve --control", "serve sim:reference?size=64k --usbip 0 --control OUT");
    runs.put("image create FILE", "image create --force OUT --size 1M");
    runs.put("image info --json", "image info OTHER --json OUT");
    runs.put("list deviations --json", "list deviations --json OUT");
    return runs;
  }

  /** A journal is not among them: it never takes the place of a file. */
  @Test
  void everyOutputHasARun() {
    var journals =
        Set.of("bench --journal", "check --journal", "measure --journal", "replay --journal");
    var all = new TreeSet<>(GOOD_RUNS.keySet());
    all.addAll(journals);
    // Captures, devices made of them and the parts of firmware are opened as the others are.
    OUTPUTS.stream()
        .filter(
            each ->
                each.endsWith("--capture")
                    || each.startsWith("firmware ")
                    || each.equals("record --output"))
        .forEach(all::add);
    assertThat(all).isEqualTo(new TreeSet<>(OUTPUTS));
  }

  @Test
  void noOutputReplacesWhatAnotherProgramHasOpen() throws Exception {
    var holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                image.toString())
            .start();
    try {
      assertThat(holder.getInputStream().read()).isEqualTo('+');
      var before = Files.readAttributes(image, "fileKey,size,lastModifiedTime");
      for (var words : GOOD_RUNS.values()) {
        var run = Ums.run(words(new Use("", words), image, image));
        assertThat(run.status()).as(words + ": " + run.err()).isEqualTo(1);
        assertThat(run.out()).as(words).isEmpty();
        assertThat(run.err())
            .containsAnyOf("somebody has it open", "is open, as an image", "is no socket");
      }
      assertThat(Files.readAttributes(image, "fileKey,size,lastModifiedTime")).isEqualTo(before);
    } finally {
      holder.getOutputStream().close();
      holder.waitFor();
    }
  }

  @Test
  void neitherACaptureNorABaselineIsOverwritten() throws IOException {
    var capture = Files.write(folder.resolve("a.pcap"), new byte[24]);
    var baseline = Files.writeString(folder.resolve("known.toml"), "");
    for (var words :
        List.of(
            "record --from " + capture + " --output " + capture,
            "check sim:reference?size=64k --baseline " + baseline + " --junit " + baseline,
            "check sim:reference?size=64k --baseline " + baseline + " --json " + baseline)) {
      var run = Ums.run(words.split(" "));
      assertThat(run.status()).as(words + ": " + run.err()).isEqualTo(2);
      assertThat(run.err()).as(words).containsAnyOf("would overwrite", "which is read", "both");
    }
    assertThat(capture).hasSize(24);
    assertThat(baseline).hasSize(0);
  }

  /** A program that has a file open until its input ends. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] arguments) throws IOException {
      try (var file = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.READ);
          var lock = file.lock(0, Long.MAX_VALUE, true)) {
        System.out.print(lock.isValid() ? "+" : "-");
        System.out.flush();
        while (System.in.read() >= 0) {
          // Nothing is meant by what comes.
        }
      }
    }
  }
}
