package dev.umsim.bench.report;

import dev.umsim.core.host.Note;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a run went, beside its rows.
 *
 * @param notes what is irregular about the device
 * @param failures what kept it from having all rows, in their order
 */
public record Outcome(List<Note> notes, List<Failure> failures) {
  /** All rows are there, and there is nothing to say about the device. */
  public static final Outcome GOOD = new Outcome(List.of(), List.of());

  public Outcome {
    notes = List.copyOf(notes);
    failures = List.copyOf(failures);
  }

  /** All rows but those after a failure. */
  public static Outcome of(List<Failure> failures) {
    return new Outcome(List.of(), failures);
  }

  /** Adds the fields to those of an object. */
  void addTo(Map<String, Object> fields) {
    fields.put("complete", failures.isEmpty());
    fields.put("error", failures.isEmpty() ? null : fields(failures.get(failures.size() - 1)));
    fields.put("failures", failures.stream().map(Outcome::fields).toList());
    fields.put("notes", notes.stream().map(Outcome::fields).toList());
  }

  private static Map<String, Object> fields(Failure failure) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("line", failure.line());
    fields.put("exitStatus", failure.exitStatus());
    fields.put("where", failure.where());
    return fields;
  }

  private static Map<String, Object> fields(Note note) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("id", note.irregularity().toString());
    fields.put("what", note.irregularity().what());
    fields.put("seen", note.seen());
    fields.put("clause", note.irregularity().clause());
    fields.put("linux", note.irregularity().linux());
    return fields;
  }
}
