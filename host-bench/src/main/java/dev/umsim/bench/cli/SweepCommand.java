package dev.umsim.bench.cli;

import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.file.Leftovers;
import dev.umsim.bench.linux.Workload;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.ProfileNotation;
import dev.umsim.bench.report.JsonReport;
import dev.umsim.bench.report.Sweep;
import dev.umsim.bench.workload.HostModel;
import dev.umsim.bench.workload.Swept;
import dev.umsim.bench.workload.SweptKey;
import dev.umsim.bench.workload.WorkloadKind;
import dev.umsim.bench.workload.WorkloadRow;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.ProfileException;
import dev.umsim.sim.profile.ProfileKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ums sweep}: what would another value of a profile do? */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Runs a workload on a profile with several values of one or two of its keys, and marks the"
          + " fastest.",
      "",
      "The keys are those of: ums profile keys. Their units may be left out, as in"
          + " stack.write-buffer=8k..64k. Bytes double from value to value, others take ten equal"
          + " steps, if no step is given."
    })
final class SweepCommand implements Callable<Integer> {
  /** As many runs as anybody wants to wait for. */
  private static final int RUNS_MAX = 1000;

  @Spec private CommandSpec spec;
  @ParentCommand private Main main;

  @Parameters(
      paramLabel = "PROFILE",
      description = "The name of a profile (see: ums list profiles), or a file ending in .toml.")
  private String profile;

  @Option(
      names = "--set",
      required = true,
      paramLabel = "KEY=VALUES",
      description =
          "A key and its values: A..B, A..B:STEP, A..B:xFACTOR or A,B,C. Given twice, a grid. Beside"
              + " the keys of a profile: bs, the block size, and host, such as"
              + " host=linux-6.1,windows-10/ehci.")
  private List<String> sets;

  @Option(
      names = "--workload",
      required = true,
      paramLabel = "WORKLOAD",
      converter = WorkloadChoice.class,
      description =
          "dd-read, dd-write, fat-sync, dd-file[-sync], direct-read, direct-write, random-read,"
              + " random-write or hdparm-t[-direct].")
  private WorkloadKind workload;

  @Option(
      names = "--bs",
      paramLabel = "SIZE",
      converter = Size.Converter.class,
      defaultValue = "32k",
      description = "Bytes of each read() and write() (default: ${DEFAULT-VALUE}).")
  private Size blockSize;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      converter = Size.Converter.class,
      description =
          "Bytes of the workload (default: 32,768,000 for dd-read, 2,048,000 for the others).")
  private Size size;

  @Option(names = "--seconds", description = "Fill a grid with seconds and not with MB/s.")
  private boolean seconds;

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
    ProfileNotation.claim(profile, main.claims());
    var base = ProfileNotation.parse(profile);
    var keys = keys();
    var points = points(keys);
    var changed = new ArrayList<Profile>();
    points.forEach(point -> changed.add(changed(base, point)));
    var wanted = points.stream().map(this::wanted).toList();
    try (var leftovers = new Leftovers();
        var outputs = new Outputs(spec.commandLine().getOut(), leftovers, main.claims())) {
      outputs.reserve("--json", json);
      var output = outputs.open("--json");
      var measured = new WorkloadRows(spec.commandLine().getErr());
      var rows = new ArrayList<Optional<Sample>>();
      for (int point = 0; point < points.size(); point++) {
        var name = ProfileNotation.targetName(profile);
        var row = new WorkloadRow(name, changed.get(point), false, false);
        rows.add(measured.measure(row, wanted.get(point), seed));
      }
      var sweep = new Sweep(keys, points, rows, seed);
      if (output != null) {
        var command = spec.commandLine().getParent().getParseResult().originalArgs();
        JsonReport.write(
            Main.version(), seed, command, sweep.fields(), measured.outcome(), output.text());
        output.finish();
      }
      if (outputs.tableWanted()) {
        sweep.write(seconds, spec.commandLine().getOut());
      }
      return measured.status();
    }
  }

  private List<SweptKey> keys() {
    var keys = sets.stream().map(SweptKey::parse).toList();
    if (keys.size() > 2) {
      throw new NotationException("--set is given once or twice, not " + keys.size() + " times");
    }
    if (keys.size() == 2 && keys.get(0).key().equals(keys.get(1).key())) {
      throw new NotationException(
          "--set " + keys.get(0).key() + " is given twice; give all its values at once");
    }
    int runs = keys.stream().mapToInt(each -> each.values().size()).reduce(1, (a, b) -> a * b);
    if (runs > RUNS_MAX) {
      throw new NotationException(
          "these are " + runs + " runs, and at most " + RUNS_MAX + " are done; take larger steps");
    }
    return keys;
  }

  /** Every value of the first key with every value of the second. */
  private static List<Map<Swept, String>> points(List<SweptKey> keys) {
    List<Map<Swept, String>> points = List.of(Map.of());
    for (var key : keys) {
      var more = new ArrayList<Map<Swept, String>>();
      for (var point : points) {
        for (var value : key.values()) {
          var with = new LinkedHashMap<>(point);
          with.put(key.key(), value);
          more.add(with);
        }
      }
      points = more;
    }
    return points;
  }

  private Workload wanted(Map<Swept, String> point) {
    var bytes = size == null ? OptionalLong.empty() : OptionalLong.of(size.bytes());
    var swept = point.get(Swept.BLOCK_SIZE);
    long block = swept == null ? blockSize.bytes() : Long.parseLong(swept);
    return workload.workload(block, bytes, 0);
  }

  private static Profile changed(Profile base, Map<Swept, String> point) {
    var host = point.get(Swept.HOST);
    var values = new LinkedHashMap<ProfileKey, String>();
    point.forEach((what, value) -> what.profileKey().ifPresent(key -> values.put(key, value)));
    try {
      var device = host == null ? base : HostModel.parse(host).with(base);
      return device.with(values);
    } catch (ProfileException e) {
      throw new NotationException("--set: " + e.getMessage());
    }
  }
}
