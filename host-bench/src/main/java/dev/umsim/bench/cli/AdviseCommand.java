package dev.umsim.bench.cli;

import dev.umsim.bench.file.Leftovers;
import dev.umsim.bench.linux.Workload;
import dev.umsim.bench.notation.ProfileNotation;
import dev.umsim.bench.notation.SizeNotation;
import dev.umsim.bench.report.JsonReport;
import dev.umsim.bench.report.TextTable;
import dev.umsim.bench.report.TextTable.Column;
import dev.umsim.bench.workload.Advice;
import dev.umsim.bench.workload.HostModel;
import dev.umsim.bench.workload.WorkloadKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ums advise}: which change to a firmware would bring how much? */
@Command(
    name = "advise",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Tries common changes to a firmware, each alone: a second buffer, buffers of twice the"
          + " size, the next command awaited with the status, a FIFO of two packets, DMA and others."
          + " What brings most comes first.",
      "",
      "Beside each gain stands the range that the error of the model allows (docs/timing.md)."
    })
final class AdviseCommand implements Callable<Integer> {
  private static final String SCHEMA = "ums-advise/1";

  @Spec private CommandSpec spec;
  @ParentCommand private Main main;

  @Parameters(
      paramLabel = "PROFILE",
      description = "The name of a profile (see: ums list profiles), or a file ending in .toml.")
  private String profile;

  @Option(
      names = "--host",
      paramLabel = "HOST,...",
      split = ",",
      defaultValue = "linux-6.1,windows-10",
      description = "On which hosts (default: ${DEFAULT-VALUE}).")
  private List<String> hosts;

  @Option(
      names = "--workload",
      paramLabel = "WORKLOAD,...",
      converter = WorkloadList.Converter.class,
      description = "In which workloads (default: direct-read,direct-write).")
  private List<WorkloadList> workloads;

  @Option(
      names = "--bs",
      paramLabel = "SIZE",
      converter = Size.Converter.class,
      defaultValue = "64k",
      description = "Bytes of each read() and write() (default: ${DEFAULT-VALUE}).")
  private Size blockSize;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      converter = Size.Converter.class,
      defaultValue = "2M",
      description = "Bytes of each workload (default: ${DEFAULT-VALUE}).")
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
    ProfileNotation.claim(profile, main.claims());
    var device = ProfileNotation.parse(profile);
    var models = hosts.stream().map(HostModel::parse).toList();
    var kinds =
        WorkloadList.given(workloads, List.of(WorkloadKind.DIRECT_READ, WorkloadKind.DIRECT_WRITE));
    var wanted = new ArrayList<Workload>();
    for (var kind : kinds) {
      wanted.add(kind.workload(blockSize.bytes(), OptionalLong.of(size.bytes()), 0));
    }
    try (var leftovers = new Leftovers();
        var outputs = new Outputs(spec.commandLine().getOut(), leftovers, main.claims())) {
      outputs.reserve("--json", json);
      var output = outputs.open("--json");
      var rows = Advice.of(device, models, wanted, seed);
      if (output != null) {
        var command = spec.commandLine().getParent().getParseResult().originalArgs();
        JsonReport.write(SCHEMA, Main.version(), seed, command, fields(rows), output.text());
        output.finish();
      }
      if (outputs.tableWanted()) {
        write(rows, models, wanted);
      }
      return Errors.GOOD;
    }
  }

  private void write(List<Advice.Row> rows, List<HostModel> models, List<Workload> wanted)
      throws IOException {
    var out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%s, block size %s, faster by so many %% (the model allows from .. to)%n%n",
        ProfileNotation.targetName(profile),
        SizeNotation.format(blockSize.bytes()));
    var columns = new ArrayList<>(List.of(new Column("change", false)));
    for (var model : models) {
      wanted.forEach(each -> columns.add(new Column(model + " " + each.word(), true)));
    }
    var table = new TextTable(columns);
    for (var row : rows) {
      var cells = new ArrayList<>(List.of(row.change().name()));
      row.gains().forEach(gain -> cells.add(cell(gain)));
      table.add(cells);
    }
    table.write(out);
  }

  private static String cell(Advice.Gain gain) {
    return String.format(
        Locale.ROOT,
        "%.1f (%.0f .. %.0f)",
        gain.gainPercent(),
        gain.leastPercent(),
        gain.mostPercent());
  }

  private static List<Map<String, Object>> fields(List<Advice.Row> rows) {
    var all = new ArrayList<Map<String, Object>>();
    for (var row : rows) {
      for (var gain : row.gains()) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("change", row.change().name());
        var set = new LinkedHashMap<String, Object>();
        row.change().values().forEach((key, value) -> set.put(key.toString(), value));
        fields.put("set", set);
        fields.put("host", gain.host().toString());
        fields.put("workload", gain.workload().word());
        fields.put("gainPercent", gain.gainPercent());
        fields.put("leastGainPercent", gain.leastPercent());
        fields.put("mostGainPercent", gain.mostPercent());
        all.add(fields);
      }
    }
    return all;
  }
}
