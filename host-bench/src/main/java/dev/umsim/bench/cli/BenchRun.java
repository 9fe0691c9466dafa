package dev.umsim.bench.cli;

import dev.umsim.bench.copy.CopySeries;
import dev.umsim.bench.copy.Progress;
import dev.umsim.bench.copy.Sample;
import dev.umsim.bench.copy.SeriesPlan;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.report.CsvReport;
import dev.umsim.bench.report.Failure;
import dev.umsim.bench.report.JsonReport;
import dev.umsim.bench.report.Outcome;
import dev.umsim.bench.report.Report;
import dev.umsim.bench.report.TextReport;
import dev.umsim.bench.report.Trace;
import dev.umsim.core.host.CommandListener;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.Note;
import dev.umsim.sim.medium.ImageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/** One run of {@code ums bench}: a series is measured, and the outputs are written. */
final class BenchRun {
  private final CommandLine commandLine;
  private final Target target;
  private final String targetName;
  private final Outputs outputs;
  private final List<Sample> rows = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();
  private List<Note> notes = List.of();

  BenchRun(CommandLine commandLine, Target target, String targetName, Outputs outputs) {
    this.commandLine = commandLine;
    this.target = target;
    this.targetName = targetName;
    this.outputs = outputs;
  }

  /** Measures; returns the exit status. */
  int measure(SeriesPlan plan) throws IOException, HostException {
    // All are begun before anything is measured: that one cannot be written shows at once.
    var json = outputs.open("--json");
    var csv = outputs.open("--csv");
    var trace = outputs.open("--trace");
    var series = new Measured(trace == null ? null : new Trace(trace.text()));
    try {
      series.measure(plan);
    } catch (NotationException e) {
      throw e;
    } catch (HostException | RuntimeException e) {
      var why = e instanceof HostException host ? explained(host) : e;
      failures.add(failure(series.place(), why));
      write(report(plan), json, csv);
      throw thrown(why);
    } finally {
      finish(trace);
    }
    write(report(plan), json, csv);
    boolean differs = tellDifferences(rows, commandLine.getErr());
    if (!failures.isEmpty()) {
      return failures.get(0).exitStatus();
    }
    return differs ? Errors.BAD_RESULT : Errors.GOOD;
  }

  private static HostException thrown(Exception why) throws IOException {
    if (why instanceof IOException io) {
      throw io;
    }
    if (why instanceof RuntimeException runtime) {
      throw runtime;
    }
    return (HostException) why;
  }

  private static Failure failure(String where, Exception why) {
    return new Failure(where, Errors.line(why), Errors.status(why));
  }

  /** Writes what there is, which helps to see why there is no more. */
  private void write(Report report, Outputs.Output json, Outputs.Output csv) throws IOException {
    if (json != null) {
      JsonReport.write(report, json.text());
      finish(json);
    }
    if (csv != null) {
      CsvReport.write(report, csv.text());
      finish(csv);
    }
    writeTable(report);
    tellNotes();
  }

  private static void finish(Outputs.Output output) throws IOException {
    if (output != null) {
      output.finish();
    }
  }

  /** The series, with a bar while it is measured. */
  private final class Measured implements CopySeries.Listener {
    private final Trace trace;
    private CopySeries series;

    Measured(Trace trace) {
      this.trace = trace;
    }

    String place() {
      return series.place();
    }

    void measure(SeriesPlan plan) throws HostException {
      var listener = Optional.<CommandListener>ofNullable(trace);
      try (var bar = TerminalProgress.wanted() ? new TerminalProgress() : null) {
        Progress shown = bar == null ? Progress.SILENT : bar;
        Progress progress = trace == null ? shown : new BothProgress(trace, shown);
        series = new CopySeries(target, targetName, progress, listener);
        try {
          series.run(plan, this);
        } finally {
          notes = series.notes();
        }
      }
    }

    @Override
    public void measured(Sample row) {
      rows.add(row);
    }

    /** What fails because of the file behind the device fails in the next row too. */
    @Override
    public void failed(String name, HostException why) throws HostException {
      if (target.lastFailure().isPresent()) {
        throw why;
      }
      var failure = failure(name, explained(why));
      failures.add(failure);
      commandLine.getErr().println("ums: " + name + ": " + failure.line());
    }
  }

  private Report report(SeriesPlan plan) {
    var command = commandLine.getParent().getParseResult().originalArgs();
    return new Report(
        Main.version(), plan.copy().seed(), command, rows, new Outcome(notes, failures));
  }

  private void writeTable(Report report) throws IOException {
    if (outputs.tableWanted() && (!rows.isEmpty() || failures.size() > 1)) {
      TextReport.write(report, commandLine.getOut());
    }
  }

  private void tellNotes() {
    notes.forEach(note -> commandLine.getErr().println("ums: note: " + note.text()));
  }

  /** Says where the data differed; whether it did. */
  static boolean tellDifferences(List<Sample> rows, PrintWriter err) {
    boolean any = false;
    for (var row : rows) {
      if (row.difference().isPresent()) {
        any = true;
        err.println("ums: " + row.name() + ": " + row.difference().get());
      }
    }
    return any;
  }

  /** A failure with why the file behind the device failed, where that is so. */
  private Exception explained(HostException failure) {
    var why = target.lastFailure();
    if (why.isEmpty()) {
      return failure;
    }
    if (failure instanceof DeviceGoneException) {
      return new DeviceGoneException(failure.getMessage() + ": " + why.get().getMessage());
    }
    var remedy =
        why.get() instanceof ImageException ? "" : "; check the image and the room on its disk";
    return new IOException(
        failure.getMessage() + ", because " + why.get().getMessage() + remedy, failure);
  }
}
