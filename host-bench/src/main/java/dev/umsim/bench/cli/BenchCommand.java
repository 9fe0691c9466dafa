package dev.umsim.bench.cli;

import dev.umsim.bench.copy.CopyPlan;
import dev.umsim.bench.copy.Operation;
import dev.umsim.bench.copy.SeriesPlan;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.file.Leftovers;
import dev.umsim.bench.linux.Workload;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.ProfileNotation;
import dev.umsim.bench.simulated.ProfileTarget;
import dev.umsim.bench.unit.Writes;
import dev.umsim.bench.workload.HostModel;
import dev.umsim.bench.workload.TargetRun;
import dev.umsim.bench.workload.WorkloadKind;
import dev.umsim.bench.workload.WorkloadRow;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.ProfileKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
      "With --workload, how long a program takes on a host and a device that are modelled.",
      "",
      "Sizes are written as for dd: 4k is 4096, 4kB is 4000, 2x15k is 30720."
    })
final class BenchCommand implements Callable<Integer> {
  private static final List<Size> COPIED_SIZES =
      List.of(new Size(512), new Size(4096), new Size(32 << 10), new Size(120 << 10));
  private static final List<Size> WORKLOAD_SIZES = List.of(new Size(512), new Size(32 << 10));

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
      paramLabel = "NAME|FILE",
      description =
          "The simulated device of this name: the same as the target sim:NAME. Or a profile of your"
              + " own, in a file whose name ends in .toml.")
  private String profile;

  @Option(
      names = "--speed",
      paramLabel = "SPEED",
      converter = SpeedChoice.Converter.class,
      description =
          "Highest speed of the port: full, high or both (default: all that the target has).")
  private SpeedChoice speed;

  @Option(
      names = "--bs",
      paramLabel = "SIZE,...",
      converter = SizeList.Converter.class,
      description =
          "Bytes in one command, for each row (default: 512,4k,32k,120k). With --workload, bytes of"
              + " each read() and write(), which may be 1 (default: 512,32k).")
  private List<SizeList> blockSizes;

  @Option(
      names = "--op",
      paramLabel = "OPERATION",
      converter = OperationChoice.Converter.class,
      description =
          "read, write or both (default: both, or read where the target is write-protected).")
  private OperationChoice operation;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      converter = Size.Converter.class,
      description =
          "Bytes to copy for each row (default: 32MB, or all there is; 32,768,000 for dd-read and"
              + " 2,048,000 for the other workloads).")
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
      description =
          "What the data that is written follows from, and all chance in a profile (default:"
              + " ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of measurements of each row (default: ${DEFAULT-VALUE}).")
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
      description =
          "Write to the image itself, and not to a temporary overlay, which is the default.")
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

  @Mixin private WorkloadOptions workloadOptions;

  @Mixin private TargetOptions options;

  @Option(names = "--pace", paramLabel = "PACE", hidden = true)
  private String pace;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws Exception {
    if (pace != null) {
      throw new NotationException("this version has no --pace; leave it out");
    }
    var measured = BenchTarget.of(target, profile);
    if (measured.isProfile()) {
      options.with(programArguments).requireNoArguments();
    } else if (workloadOptions.wanted() && profile != null) {
      // Refused, with the names that there are.
      ProfileNotation.parse(profile);
    }
    workloadOptions.check(measured.isProfile());
    if (!workloadOptions.wanted()) {
      return copy(measured);
    }
    return measured.isProfile() ? runWorkloads(measured) : runOnTarget(measured);
  }

  /** Programs of a modelled host on a target that is no profile. */
  private int runOnTarget(BenchTarget measured) throws Exception {
    var host = workloadOptions.host().orElseThrow();
    BenchTarget.Opener opener =
        (notation, how) -> main.targets().open(notation, how, options.with(programArguments));
    try (var leftovers = new Leftovers();
        var outputs = outputs(measured, leftovers);
        var opened = measured.open(opener, options::captured, Writes.TO_OVERLAY, seed, leftovers)) {
      var kinds = workloadOptions.workloads(operations(opened, measured));
      if (opened.onlyRead()
          && kinds.stream().anyMatch(each -> each.operation() == Operation.WRITE)) {
        throw new NotationException(
            "this device is only read; --allow-writes lets it be written, and puts back what was"
                + " there");
      }
      var run = new TargetRun(opened, measured.name(), host, lun, verify);
      return new WorkloadBench(spec.commandLine(), outputs)
          .measure(run, workloads(kinds), speeds(opened, host), seed, repetitions);
    }
  }

  /** A port that has one speed only brings every device up at that. */
  private List<Speed> speeds(Target opened, HostModel host) {
    return host.highestSpeed() == Speed.FULL ? List.of(Speed.FULL) : speeds(opened);
  }

  private List<Workload> workloads(List<WorkloadKind> kinds) {
    var workloads = new ArrayList<Workload>();
    for (var kind : kinds) {
      for (var each : SizeList.given(blockSizes, WORKLOAD_SIZES)) {
        workloads.add(kind.workload(each.bytes(), bytes(), seek.bytes()));
      }
    }
    return workloads;
  }

  private int copy(BenchTarget measured) throws Exception {
    var copy = copyPlan();
    var commandBytes =
        SizeList.given(blockSizes, COPIED_SIZES).stream()
            .map(each -> CopyPlan.requireCommandBytes(each.bytes()))
            .toList();
    if (inPlace) {
      measured.requireImage();
    }
    var writes = inPlace ? Writes.IN_PLACE : Writes.TO_OVERLAY;
    BenchTarget.Opener opener =
        (notation, how) -> main.targets().open(notation, how, options.with(programArguments));
    try (var leftovers = new Leftovers();
        var outputs = outputs(measured, leftovers);
        var opened = measured.open(opener, options::captured, writes, seed, leftovers)) {
      var plan =
          new SeriesPlan(
              speeds(opened), operations(opened, measured), commandBytes, repetitions, copy);
      return new BenchRun(spec.commandLine(), opened, measured.name(), outputs).measure(plan);
    }
  }

  private int runWorkloads(BenchTarget measured) throws Exception {
    if (main.records()) {
      throw new NotationException("a workload is not recorded; leave --workload out");
    }
    if (options.captures()) {
      throw new NotationException("a workload is not captured; leave --workload or --capture out");
    }
    var own = measured.profile();
    var chosen = workloadOptions.host().map(each -> each.with(own)).orElse(own);
    requireSpeed(chosen);
    if (repetitions < 1) {
      throw new NotationException("--repeat is at least 1, not " + repetitions);
    }
    var workloads =
        workloads(
            workloadOptions.workloads(
                operation == null ? OperationChoice.BOTH : operation.operations()));
    try (var leftovers = new Leftovers();
        var outputs = outputs(measured, leftovers)) {
      var row = new WorkloadRow(measured.name(), chosen, workloadOptions.explain(), verify);
      return new WorkloadBench(spec.commandLine(), outputs)
          .measure(row, workloads, seed, repetitions);
    }
  }

  /** All files are claimed before one of them is opened. */
  private Outputs outputs(BenchTarget measured, Leftovers leftovers) throws IOException {
    measured.claim(options.with(programArguments), main.claims());
    var outputs = new Outputs(spec.commandLine().getOut(), leftovers, main.claims());
    outputs.reserve("--json", json);
    outputs.reserve("--csv", csv);
    outputs.reserve("--trace", trace);
    return outputs;
  }

  private void requireSpeed(Profile chosen) {
    var own = chosen.word(ProfileKey.SPEED).equals("full") ? Speed.FULL : Speed.HIGH;
    if (speed != null && !speed.speeds().equals(List.of(own))) {
      throw ProfileTarget.speedRefusal(chosen);
    }
  }

  private CopyPlan copyPlan() {
    return new CopyPlan(Operation.READ, 512, seek.bytes(), bytes(), lun, seed, !noSync, verify);
  }

  private OptionalLong bytes() {
    return size == null ? OptionalLong.empty() : OptionalLong.of(size.bytes());
  }

  private List<Speed> speeds(Target opened) {
    if (speed == null) {
      return List.copyOf(opened.speeds());
    }
    if (!opened.speeds().containsAll(speed.speeds())) {
      throw opened.speedRefusal();
    }
    return speed.speeds();
  }

  private List<Operation> operations(Target opened, BenchTarget measured) {
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
      throw new NotationException(
          measured.isCdRom(lun)
              ? "a CD-ROM is never written; say --op read, or leave ,cdrom out"
              : "the image is write-protected; say --op read, or ,overlay instead of ,ro");
    }
    return List.of(Operation.READ);
  }
}
