package dev.umsim.bench.cli;

import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.linux.UnusableVolumeException;
import dev.umsim.bench.linux.Workload;
import dev.umsim.bench.report.CsvReport;
import dev.umsim.bench.report.JsonReport;
import dev.umsim.bench.report.Report;
import dev.umsim.bench.report.TextReport;
import dev.umsim.bench.workload.TargetRun;
import dev.umsim.bench.workload.WorkloadRow;
import dev.umsim.core.host.HostException;
import dev.umsim.core.usb.Speed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

/** One run of {@code ums bench} with workloads: they are carried out, and the outputs written. */
final class WorkloadBench {
  private final CommandLine commandLine;
  private final Outputs outputs;

  WorkloadBench(CommandLine commandLine, Outputs outputs) {
    this.commandLine = commandLine;
    this.outputs = outputs;
  }

  /** Measures one row with a seed. */
  @FunctionalInterface
  private interface Run {
    Sample measure(long seed) throws HostException, UnusableVolumeException;
  }

  /** A row that is wanted, and how it is named where it fails. */
  private record Row(String name, Run run) {}

  /**
   * Measures a profile; returns the exit status.
   *
   * @param seed of the first repetition; those behind it have the seeds that follow
   */
  int measure(WorkloadRow profile, List<Workload> workloads, long seed, int repetitions)
      throws IOException, HostException {
    var rows = new ArrayList<Row>();
    for (var workload : workloads) {
      rows.add(new Row(WorkloadRows.name(workload), each -> profile.measure(workload, each)));
    }
    return measure(rows, seed, repetitions);
  }

  /** Measures a target of another kind; returns the exit status. */
  int measure(
      TargetRun target, List<Workload> workloads, List<Speed> speeds, long seed, int repetitions)
      throws IOException, HostException {
    var rows = new ArrayList<Row>();
    for (var speed : speeds) {
      for (var workload : workloads) {
        var name = speed.name().toLowerCase(Locale.ROOT) + " " + WorkloadRows.name(workload);
        rows.add(new Row(name, each -> target.measure(workload, speed, each)));
      }
    }
    return measure(rows, seed, repetitions);
  }

  private int measure(List<Row> wanted, long seed, int repetitions)
      throws IOException, HostException {
    var json = outputs.open("--json");
    var csv = outputs.open("--csv");
    var measured = new WorkloadRows(commandLine.getErr());
    var rows = new ArrayList<Sample>();
    for (var row : wanted) {
      for (int repetition = 0; repetition < repetitions; repetition++) {
        long each = seed + repetition;
        measured.measure(row.name(), () -> row.run().measure(each)).ifPresent(rows::add);
      }
    }
    var command = commandLine.getParent().getParseResult().originalArgs();
    var report = new Report(Main.version(), seed, command, rows, measured.outcome());
    if (json != null) {
      JsonReport.write(report, json.text());
      json.finish();
    }
    if (csv != null) {
      CsvReport.write(report, csv.text());
      csv.finish();
    }
    if (outputs.tableWanted()) {
      TextReport.write(report, commandLine.getOut());
    }
    boolean differs = BenchRun.tellDifferences(rows, commandLine.getErr());
    return measured.status() == Errors.GOOD && differs ? Errors.BAD_RESULT : measured.status();
  }
}
