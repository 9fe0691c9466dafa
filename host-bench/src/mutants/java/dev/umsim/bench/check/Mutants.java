package dev.umsim.bench.check;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.pitest.classinfo.ClassName;
import org.pitest.classpath.ClassloaderByteArraySource;
import org.pitest.mutationtest.EngineArguments;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.gregor.config.GregorEngineFactory;

/**
 * Draws mutants of the conformant device from PIT's list, and runs each under the suite alone, in a
 * process of its own.
 */
final class Mutants {
  private static final List<String> SHARED =
      List.of("dev/umsim/core/bot/", "dev/umsim/core/scsi/", "dev/umsim/core/usb/");

  /** Texts and values for people, and what the compiler writes. */
  private static final Set<String> NOT_ON_THE_WIRE =
      Set.of("toString", "hashCode", "equals", "values", "valueOf", "$values");

  private static final long LIMIT_SECONDS = 120;

  private final Path scratch;
  private final List<String> targets;
  private final Mutater mutater =
      new GregorEngineFactory()
          .createEngine(EngineArguments.arguments().withMutators(Set.of("DEFAULTS")))
          .createMutator(new ClassloaderByteArraySource(Mutants.class.getClassLoader()));

  private Mutants(Path scratch) throws IOException {
    this.scratch = scratch;
    targets =
        List.of(
            "sim:reference",
            "sim:reference?speed=full&short-data=pad&out-excess=stall",
            "sim:reference?image=" + image("card.img") + ",removable",
            "sim:reference?image=" + image("disc.img") + ",cdrom");
  }

  /** Takes a seed, how many to draw, and, to run but some of these, their numbers. */
  public static void main(String[] arguments) throws Exception {
    long seed = Long.parseLong(arguments[0]);
    int count = Integer.parseInt(arguments[1]);
    var only = Stream.of(arguments).skip(2).map(Integer::valueOf).toList();
    var mutants = new Mutants(Files.createTempDirectory("mutants"));
    var all = mutants.list();
    Collections.shuffle(all, new Random(seed));
    for (int number = 1; number <= count; number++) {
      if (only.isEmpty() || only.contains(number)) {
        System.out.println("| " + number + " | " + mutants.row(all.get(number - 1)) + " |");
      }
    }
  }

  private Path image(String name) throws IOException {
    var file = scratch.resolve(name);
    Files.write(file, new byte[16 << 20]);
    return file;
  }

  private List<MutationDetails> list() throws IOException {
    var folders = classPath().map(Path::of).filter(each -> each.endsWith("classes")).toList();
    var device = new DeviceSide(folders, SHARED);
    var all = new ArrayList<MutationDetails>();
    var left = new ArrayList<MutationDetails>();
    for (var folder : folders) {
      try (var files = Files.walk(folder)) {
        files
            .map(each -> folder.relativize(each).toString())
            .filter(each -> each.endsWith(".class") && SHARED.stream().anyMatch(each::startsWith))
            .map(each -> ClassName.fromString(each.substring(0, each.length() - 6)))
            .flatMap(each -> mutater.findMutations(each).stream())
            .forEach(each -> (isOfDevice(each, device) ? all : left).add(each));
      }
    }
    all.sort(Comparator.comparing(MutationDetails::getId));
    System.err.println(all.size() + " mutants; " + left.size() + " left out");
    return all;
  }

  private static boolean isOfDevice(MutationDetails mutant, DeviceSide device) {
    var location = mutant.getId().getLocation();
    return !NOT_ON_THE_WIRE.contains(location.getMethodName())
        && device.reaches(
            mutant.getClassName().asJavaName(), location.getMethodName(), location.getMethodDesc());
  }

  private static Stream<String> classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  private String row(MutationDetails mutant) throws IOException, InterruptedException {
    var name = mutant.getClassName().asJavaName();
    return name.substring("dev.umsim.core.".length())
        + "."
        + mutant.getMethod()
        + ":"
        + mutant.getLineNumber()
        + " | "
        + mutant.getDescription()
        + " | "
        + verdict(mutant);
  }

  private String verdict(MutationDetails mutant) throws IOException, InterruptedException {
    var folder = Files.createTempDirectory(scratch, "mutant");
    var file = folder.resolve(mutant.getClassName().asInternalName() + ".class");
    Files.createDirectories(file.getParent());
    Files.write(file, mutater.getMutation(mutant.getId()).getBytes());
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                folder + File.pathSeparator + System.getProperty("java.class.path"),
                MutantVerdict.class.getName()));
    command.addAll(targets);
    var output = scratch.resolve("output");
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      return "no end after " + LIMIT_SECONDS + " s";
    }
    var lines = Files.readAllLines(output);
    return lines.stream()
        .filter(MutantVerdict::isOne)
        .findFirst()
        .orElse("died: " + (lines.isEmpty() ? process.exitValue() : lines.get(0)));
  }
}
