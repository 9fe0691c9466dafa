package dev.umsim.bench.cli;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.file.Leftovers;
import dev.umsim.bench.measure.Measuring;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.scsi.ScsiTarget;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ums measure}: what profile does this device have? */
@Command(
    name = "measure",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Measures a device by a few hundred commands and writes a profile of it.",
      "",
      "The device is only read; with --allow-writes its first 6 MB are written as well, and put"
          + " back afterwards. Values that were not measured say so in the profile."
    })
final class MeasureCommand implements Callable<Integer> {
  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "TARGET", arity = "1", description = "The device.")
  private String target;

  @Parameters(
      index = "1..*",
      paramLabel = "ARGUMENT",
      arity = "0..*",
      description = "Behind --: what the program of an exec: target is given.")
  private List<String> programArguments;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "-",
      description = "Where the profile goes; - is standard output (default: ${DEFAULT-VALUE}).")
  private String output;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "measured",
      description = "The name of the profile (default: ${DEFAULT-VALUE}).")
  private String name;

  @Option(
      names = "--lun",
      paramLabel = "N",
      defaultValue = "0",
      description = "The unit of the device (default: ${DEFAULT-VALUE}).")
  private int lun;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What is written and where follows from it (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Mixin private TargetOptions options;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws Exception {
    if (lun < 0 || lun >= ScsiTarget.MAX_UNITS) {
      throw new NotationException("--lun is 0 to " + (ScsiTarget.MAX_UNITS - 1) + ", not " + lun);
    }
    if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
      throw new NotationException("--name is words in one line; write some or leave it out");
    }
    var notation = TargetNotation.parse(target);
    options.with(programArguments).claim(notation, main.claims());
    try (var leftovers = new Leftovers();
        var outputs = new Outputs(spec.commandLine().getOut(), leftovers, main.claims());
        var opened = opened(notation, outputs)) {
      var place = outputs.open("--output");
      var speed = opened.speeds().stream().max(Comparator.naturalOrder()).orElseThrow();
      var measured = Measuring.of(opened, speed, lun, options.writesAllowed(notation), seed);
      var err = spec.commandLine().getErr();
      measured.write(err);
      measured.notes().forEach(note -> err.println("ums: note: " + note));
      place.text().append(measured.profile(name));
      place.finish();
      return Errors.GOOD;
    }
  }

  private Target opened(TargetNotation notation, Outputs outputs) throws IOException {
    outputs.reserve("--output", output);
    return main.targets().open(notation, Writes.TO_OVERLAY, options);
  }
}
