package dev.umsim.bench.cli;

import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.linux.UnusableVolumeException;
import dev.umsim.bench.linux.Workload;
import dev.umsim.bench.report.CsvReport;
import dev.umsim.bench.report.JsonReport;
import dev.umsim.bench.report.Report;
import dev.umsim.bench.report.TextReport;
import dev.umsim.bench.workload.WorkloadRow;
import dev.umsim.core.host.HostException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** One run of {@code ums bench} with workloads: they are carried out, and the outputs written. */
final class WorkloadBench {
  private final CommandLine commandLine;
  private final Outputs outputs;

  WorkloadBench(CommandLine commandLine, Outputs outputs) {
    this.commandLine = commandLine;
    this.outputs = outputs;
  }

  /**
   * Measures; returns the exit status.
   *
   * @param seed of the first repetition; those behind it have the seeds that follow
   */
  int measure(WorkloadRow profile, List<Workload> workloads, long seed, int repetitions)
      throws IOException, HostException {
    var json = outputs.open("--json");
    var csv = outputs.open("--csv");
    var rows = rows(profile, workloads, seed, repetitions);
    var command = commandLine.getParent().getParseResult().originalArgs();
    var report = new Report(Main.version(), seed, command, rows);
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
    return BenchRun.tellDifferences(rows, commandLine.getErr()) ? Errors.BAD_RESULT : Errors.GOOD;
  }

  private static List<Sample> rows(
      WorkloadRow profile, List<Workload> workloads, long seed, int repetitions)
      throws HostException, UnusableVolumeException {
    var rows = new ArrayList<Sample>();
    for (var workload : workloads) {
      for (int repetition = 0; repetition < repetitions; repetition++) {
        rows.add(profile.measure(workload, seed + repetition));
      }
    }
    return rows;
  }
}
