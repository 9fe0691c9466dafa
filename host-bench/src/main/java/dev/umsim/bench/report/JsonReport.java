package dev.umsim.bench.report;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Writes a report as one JSON object of the schema {@code ums-bench/1}. */
public final class JsonReport {
  private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");
  private static final ObjectWriter WRITER =
      JsonMapper.builder()
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build()
          .writer()
          .with(
              new DefaultPrettyPrinter().withObjectIndenter(INDENTER).withArrayIndenter(INDENTER));

  private static final String BENCH = "ums-bench/1";

  private JsonReport() {}

  /** Writes the object, and a line end behind it. */
  public static void write(Report report, Appendable to) throws IOException {
    var rows = report.rows().stream().map(RowFields::of).toList();
    write(
        BENCH,
        report.version(),
        report.seed(),
        report.command(),
        rows,
        Optional.of(report.outcome()),
        to);
  }

  /**
   * Writes the object of other rows than those of a copy, and a line end behind it.
   *
   * @param version of this program, if it is known
   * @param command the words behind the program's name
   * @param rows their fields by name
   * @param outcome how it went beside that
   */
  public static void write(
      Optional<String> version,
      long seed,
      List<String> command,
      List<Map<String, Object>> rows,
      Outcome outcome,
      Appendable to)
      throws IOException {
    write(BENCH, version, seed, command, rows, Optional.of(outcome), to);
  }

  /**
   * Writes the object of rows of another kind, and a line end behind it.
   *
   * @param schema what the rows are
   */
  public static void write(
      String schema,
      Optional<String> version,
      long seed,
      List<String> command,
      List<Map<String, Object>> rows,
      Appendable to)
      throws IOException {
    write(schema, version, seed, command, rows, Optional.empty(), to);
  }

  private static void write(
      String schema,
      Optional<String> version,
      long seed,
      List<String> command,
      List<Map<String, Object>> rows,
      Optional<Outcome> outcome,
      Appendable to)
      throws IOException {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("schema", schema);
    fields.put("version", version.orElse(null));
    fields.put("seed", seed);
    fields.put("command", command);
    fields.put("rows", rows);
    outcome.ifPresent(each -> each.addTo(fields));
    to.append(WRITER.writeValueAsString(fields)).append('\n');
  }
}
