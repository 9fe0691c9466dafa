package dev.umsim.bench.cli;

import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.file.Leftovers;
import dev.umsim.bench.linux.Workload;
import dev.umsim.bench.notation.ProfileNotation;
import dev.umsim.bench.report.Comparison;
import dev.umsim.bench.report.JsonReport;
import dev.umsim.bench.workload.WorkloadKind;
import dev.umsim.bench.workload.WorkloadRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ums compare}: which of several devices or firmwares is how much faster? */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Runs the same workloads on several profiles and shows them side by side, with the ratio of"
          + " their times to those of the first.",
      "",
      "Default: the six workloads of the page \"USB Stack Performance\" of Rockbox."
    })
final class CompareCommand implements Callable<Integer> {
  private static final List<Size> USUAL_SIZES = List.of(new Size(512), new Size(32 << 10));

  @Spec private CommandSpec spec;
  @ParentCommand private Main main;

  @Parameters(
      arity = "2..*",
      paramLabel = "PROFILE",
      description = "Names of profiles (see: ums list profiles), or files ending in .toml.")
  private List<String> profiles;

  @Option(
      names = "--workload",
      paramLabel = "WORKLOAD,...",
      converter = WorkloadList.Converter.class,
      description = "Those of ums bench (default: dd-read, dd-write, fat-sync).")
  private List<WorkloadList> workloads;

  @Option(
      names = "--bs",
      paramLabel = "SIZE,...",
      converter = SizeList.Converter.class,
      description = "Bytes of each read() and write() (default: 512,32k).")
  private List<SizeList> blockSizes;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      converter = Size.Converter.class,
      description =
          "Bytes of each workload (default: 32,768,000 for dd-read, 2,048,000 for the others).")
  private Size size;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What all chance follows from, and the data (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the rows as JSON; - is standard output, in place of the table.")
  private String json;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws Exception {
    var chosen = new ArrayList<WorkloadRow>();
    for (var each : profiles) {
      ProfileNotation.claim(each, main.claims());
      var profile = ProfileNotation.parse(each);
      chosen.add(new WorkloadRow(ProfileNotation.targetName(each), profile, false, false));
    }
    var wanted = wanted();
    try (var leftovers = new Leftovers();
        var outputs = new Outputs(spec.commandLine().getOut(), leftovers, main.claims())) {
      outputs.reserve("--json", json);
      var output = outputs.open("--json");
      var measured = new WorkloadRows(spec.commandLine().getErr());
      var lines = new ArrayList<List<Optional<Sample>>>();
      for (var workload : wanted) {
        var line = new ArrayList<Optional<Sample>>();
        for (var each : chosen) {
          line.add(measured.measure(each, workload, seed));
        }
        lines.add(line);
      }
      var comparison = new Comparison(lines, seed);
      if (output != null) {
        var command = spec.commandLine().getParent().getParseResult().originalArgs();
        JsonReport.write(
            Main.version(), seed, command, comparison.fields(), measured.outcome(), output.text());
        output.finish();
      }
      if (outputs.tableWanted()) {
        comparison.write(spec.commandLine().getOut());
      }
      return measured.status();
    }
  }

  private List<Workload> wanted() {
    if (workloads == null && blockSizes == null) {
      return Stream.of(
              workload(WorkloadKind.DD_READ, 32 << 10),
              workload(WorkloadKind.DD_WRITE, 1),
              workload(WorkloadKind.DD_WRITE, 512),
              workload(WorkloadKind.DD_WRITE, 32 << 10),
              workload(WorkloadKind.FAT_SYNC, 512),
              workload(WorkloadKind.FAT_SYNC, 32 << 10))
          .toList();
    }
    var kinds =
        WorkloadList.given(
            workloads, List.of(WorkloadKind.DD_READ, WorkloadKind.DD_WRITE, WorkloadKind.FAT_SYNC));
    var sizes = SizeList.given(blockSizes, USUAL_SIZES);
    return kinds.stream()
        .flatMap(kind -> sizes.stream().map(each -> workload(kind, each.bytes())))
        .toList();
  }

  private Workload workload(WorkloadKind kind, long blockBytes) {
    var bytes = size == null ? OptionalLong.empty() : OptionalLong.of(size.bytes());
    return kind.workload(blockBytes, bytes, 0);
  }
}
