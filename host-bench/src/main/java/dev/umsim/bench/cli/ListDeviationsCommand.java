package dev.umsim.bench.cli;

import dev.umsim.bench.file.FileClaims;
import dev.umsim.bench.file.Leftovers;
import dev.umsim.bench.report.JsonReport;
import dev.umsim.bench.report.TextTable;
import dev.umsim.bench.report.TextTable.Column;
import dev.umsim.sim.deviation.Deviation;
import dev.umsim.sim.deviation.DeviationParameter;
import dev.umsim.sim.deviation.Deviations;
import dev.umsim.sim.deviation.LinuxQuirk;
import dev.umsim.sim.device.ReferenceDevice;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ums list deviations}: what may be wrong with a device? */
@Command(
    name = "deviations",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Lists the ways in which the reference device can be made to depart from the standards.",
      "",
      "They are switched on in a target: sim:reference?deviation=ID,ID. Those with parameters take"
          + " ID:NAME=VALUE. breaks-clause is what a standard forbids, legal-choice what one"
          + " allows, and trips-hosts what one allows and a known host trips over."
    })
final class ListDeviationsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @ArgGroup private Form form = new Form();

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  /** In which form the list is wanted; a table, unless something else is asked for. */
  private static final class Form {
    @Option(names = "--markdown", description = "Write the page of the documentation.")
    private boolean markdown;

    @Option(
        names = "--quirk",
        description =
            "List those that Linux has a flag for, each with what makes the driver set it:"
                + " usb-storage.quirks= on the kernel's command line, or vid and pid of a device"
                + " in the driver's table.")
    private boolean quirk;

    @Option(
        names = "--json",
        paramLabel = "FILE",
        description = "Write the rows as JSON; - is standard output, in place of the table.")
    private String json;
  }

  @Override
  public Integer call() throws IOException {
    var out = spec.commandLine().getOut();
    if (form.markdown) {
      out.print(DeviationsPage.text());
    } else if (form.quirk) {
      writeQuirks(out);
    } else {
      try (var leftovers = new Leftovers();
          var outputs = new Outputs(out, leftovers, new FileClaims())) {
        outputs.reserve("--json", form.json);
        var output = outputs.open("--json");
        if (outputs.tableWanted()) {
          writeTable(out);
        }
        if (output != null) {
          var rows = Deviations.ALL.stream().map(ListDeviationsCommand::fields).toList();
          var command = spec.commandLine().getParseResult().originalArgs();
          JsonReport.write("ums-deviations/1", Main.version(), 0, command, rows, output.text());
          output.finish();
        }
      }
    }
    return Errors.GOOD;
  }

  private static void writeTable(PrintWriter out) throws IOException {
    var table =
        new TextTable(
            List.of(
                new Column("id", false), new Column("class", false), new Column("effect", false)));
    for (var each : Deviations.ALL) {
      table.add(List.of(written(each), each.classOf().toString(), each.effect()));
    }
    table.write(out);
  }

  /** With the usual values of its parameters. */
  static String written(Deviation deviation) {
    var text = new StringBuilder(deviation.id());
    deviation.parameters().forEach(each -> text.append(':').append(each));
    return text.toString();
  }

  private static void writeQuirks(PrintWriter out) throws IOException {
    var table =
        new TextTable(
            List.of(
                new Column("id", false), new Column("flag", false), new Column("set by", false)));
    for (var each : Deviations.ALL) {
      if (each.quirk().isPresent()) {
        var flag = each.quirk().get();
        table.add(List.of(each.id(), flag.name(), setBy(flag).orElse("-")));
      }
    }
    table.write(out);
  }

  /** What makes the driver set a flag for a bulk-only device, if anything does. */
  static Optional<String> setBy(LinuxQuirk flag) {
    var identity = ReferenceDevice.IDENTITY;
    return flag.letter()
        .map(
            letter ->
                String.format(
                    "usb-storage.quirks=%04x:%04x:%s",
                    identity.vendorId(), identity.productId(), letter))
        .or(() -> identity(flag));
  }

  private static Optional<String> identity(LinuxQuirk flag) {
    return Optional.of(flag)
        .filter(each -> each.vendorId() != 0)
        .map(each -> String.format("vid=%04x&pid=%04x", each.vendorId(), each.productId()));
  }

  private static Map<String, Object> fields(Deviation deviation) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("id", deviation.id());
    fields.put("class", deviation.classOf().toString());
    fields.put("clause", deviation.clause());
    fields.put("effect", deviation.effect());
    fields.put("hosts", deviation.hosts());
    fields.put(
        "parameters", deviation.parameters().stream().map(ListDeviationsCommand::fields).toList());
    fields.put("quirk", deviation.quirk().map(LinuxQuirk::name).orElse(null));
    fields.put("setBy", deviation.quirk().map(ListDeviationsCommand::setBy).orElse(null));
    return fields;
  }

  private static Map<String, Object> fields(DeviationParameter parameter) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("name", parameter.name());
    fields.put("default", parameter.usual());
    fields.put("least", parameter.least());
    fields.put("most", parameter.most());
    return fields;
  }
}
