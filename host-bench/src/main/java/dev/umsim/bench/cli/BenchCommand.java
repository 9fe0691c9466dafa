package dev.umsim.bench.cli;

import dev.umsim.bench.copy.CopyPlan;
import dev.umsim.bench.copy.Operation;
import dev.umsim.bench.copy.SeriesPlan;
import dev.umsim.bench.file.Leftovers;
import dev.umsim.bench.file.TemporaryImage;
import dev.umsim.bench.target.NotationException;
import dev.umsim.bench.target.Target;
import dev.umsim.bench.target.TargetNotation;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ums bench}: how fast is a device copied from and to? */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Measures how fast a device is read and written, in commands of several sizes.",
      "",
      "Sizes are written as for dd: 4k is 4096, 4kB is 4000, 2x15k is 30720."
    })
final class BenchCommand implements Callable<Integer> {
  private static final String IDEAL = "ideal";
  private static final long TEMPORARY_IMAGE_BYTES = 64L << 20;

  @Spec private CommandSpec spec;
  @ParentCommand private Main main;

  @Parameters(
      arity = "0..1",
      paramLabel = "IMAGE|TARGET",
      description =
          "An image file, or a target such as sim:reference?size=1G. Without one, an image of 64 MiB"
              + " in a temporary folder.")
  private String target;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ARGUMENT",
      description = "Behind --: what the program of an exec: target is started with.")
  private List<String> programArguments;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "The simulated device of this name: the same as the target sim:NAME.")
  private String profile;

  @Option(
      names = "--speed",
      paramLabel = "SPEED",
      converter = SpeedChoice.Converter.class,
      description =
          "Highest speed of the port: full, high or both. Usually all that the target has.")
  private SpeedChoice speed;

  @Option(
      names = "--bs",
      paramLabel = "SIZE,...",
      converter = SizeList.Converter.class,
      defaultValue = "512,4k,32k,120k",
      description = "Bytes in one command, for each row (default: ${DEFAULT-VALUE}).")
  private List<SizeList> blockSizes;

  @Option(
      names = "--op",
      paramLabel = "OPERATION",
      converter = OperationChoice.Converter.class,
      description =
          "read, write or both. Usually both, but read only where the target is write-protected.")
  private OperationChoice operation;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      converter = Size.Converter.class,
      description = "Bytes to copy for each row (default: 32MB, or all there is).")
  private Size size;

  @Option(
      names = "--seek",
      paramLabel = "SIZE",
      converter = Size.Converter.class,
      defaultValue = "0",
      description = "Where the copy begins, in bytes (default: ${DEFAULT-VALUE}).")
  private Size seek;

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
      description = "What the data that is written follows from (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "Measure each row so many times (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(names = "--no-sync", description = "Do not end a write with SYNCHRONIZE CACHE.")
  private boolean noSync;

  @Option(
      names = "--verify",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Compare the data after the time was taken (default: ${DEFAULT-VALUE}).")
  private boolean verify;

  @Option(
      names = "--in-place",
      description = "Write to the image itself. Usually writes are kept aside and forgotten.")
  private boolean inPlace;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the rows as JSON; - is standard output, for this and the next two.")
  private String json;

  @Option(names = "--csv", paramLabel = "FILE", description = "Write the rows as CSV.")
  private String csv;

  @Option(names = "--trace", paramLabel = "FILE", description = "Write a line for every command.")
  private String trace;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = IDEAL,
      description = "The model of the host: ideal, which adds no time of its own.")
  private String host;

  @Mixin private TargetOptions options;

  @Option(names = "--pace", paramLabel = "PACE", hidden = true)
  private String pace;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws Exception {
    refuseWhatIsNotThereYet();
    var copy = copyPlan();
    var commandBytes =
        blockSizes.stream()
            .flatMap(list -> list.sizes().stream())
            .map(each -> CopyPlan.requireCommandBytes(each.bytes()))
            .toList();
    var notation = notation();
    notation.ifPresent(this::refuseInPlaceWithoutImage);
    try (var leftovers = new Leftovers();
        var opened = open(notation, leftovers);
        var outputs = new Outputs(spec.commandLine().getOut(), leftovers)) {
      outputs.reserve("--json", json, opened.images());
      outputs.reserve("--csv", csv, opened.images());
      outputs.reserve("--trace", trace, opened.images());
      var plan =
          new SeriesPlan(
              speeds(opened), operations(opened, notation), commandBytes, repetitions, copy);
      var name = notation.orElse(TargetNotation.Simulated.REFERENCE).text();
      return new BenchRun(spec.commandLine(), opened, name, outputs).measure(plan);
    }
  }

  /** Opens the target, or an image that is made for it. */
  private Target open(Optional<TargetNotation> notation, Leftovers leftovers) throws IOException {
    if (notation.isEmpty()) {
      var image = TemporaryImage.create(TEMPORARY_IMAGE_BYTES, leftovers);
      return main.targets()
          .open(TargetNotation.Simulated.image(image), Target.Writes.IN_PLACE, options);
    }
    var writes = inPlace ? Target.Writes.IN_PLACE : Target.Writes.TO_OVERLAY;
    return main.targets().open(notation.get(), writes, options.with(programArguments));
  }

  private void refuseInPlaceWithoutImage(TargetNotation notation) {
    if (inPlace
        && notation instanceof TargetNotation.Simulated simulated
        && !simulated.hasImages()) {
      throw new NotationException(
          "--in-place writes to an image, and "
              + notation.text()
              + " has none but memory; leave it"
              + " out or name an image file");
    }
  }

  private void refuseWhatIsNotThereYet() {
    if (!host.equals(IDEAL)) {
      throw new NotationException(
          "this version has no host '" + host + "'; leave --host out or say --host ideal");
    }
    if (pace != null) {
      throw new NotationException("this version has no --pace; leave it out");
    }
  }

  private CopyPlan copyPlan() {
    return new CopyPlan(
        Operation.READ,
        512,
        seek.bytes(),
        size == null ? OptionalLong.empty() : OptionalLong.of(size.bytes()),
        lun,
        seed,
        !noSync,
        verify);
  }

  /** Nothing if an image has to be made. */
  private Optional<TargetNotation> notation() {
    if (profile != null && target != null) {
      throw new NotationException(
          "--profile " + profile + " and " + target + " are two targets; leave one out");
    }
    return Optional.ofNullable(profile == null ? target : "sim:" + profile)
        .map(TargetNotation::parse);
  }

  private List<Speed> speeds(Target opened) {
    if (speed == null) {
      return List.copyOf(opened.speeds());
    }
    if (!opened.speeds().containsAll(speed.speeds())) {
      throw new NotationException(
          "this target is a full-speed device; leave --speed out, or speed=full in the target");
    }
    return speed.speeds();
  }

  private List<Operation> operations(Target opened, Optional<TargetNotation> notation) {
    if (opened.onlyRead()) {
      if (operation != null && operation.operations().contains(Operation.WRITE)) {
        throw new NotationException(
            "this device is only read; --allow-writes lets it be written, and puts back what was"
                + " there");
      }
      return List.of(Operation.READ);
    }
    if (!opened.medium(lun).map(Medium::writeProtected).orElse(false)) {
      return operation == null ? OperationChoice.BOTH : operation.operations();
    }
    if (operation != null && operation.operations().contains(Operation.WRITE)) {
      boolean cdRom =
          notation.orElseThrow() instanceof TargetNotation.Simulated simulated
              && simulated.hasCdRom(lun);
      throw new NotationException(
          cdRom
              ? "a CD-ROM is never written; say --op read, or leave ,cdrom out"
              : "the image is write-protected; say --op read, or ,overlay instead of ,ro");
    }
    return List.of(Operation.READ);
  }
}
