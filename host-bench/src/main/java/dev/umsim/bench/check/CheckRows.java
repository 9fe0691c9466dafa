package dev.umsim.bench.check;

import dev.umsim.sim.check.CheckResult;
import dev.umsim.sim.check.Finding;
import dev.umsim.sim.check.Rung;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The rows of the schema {@code ums-check/1}. */
public final class CheckRows {
  /** Its name. */
  public static final String SCHEMA = "ums-check/1";

  private CheckRows() {}

  /**
   * One row for each result.
   *
   * @param known why the failure of a check is lived with
   * @param saved the exchange file of a check, by its id
   */
  public static List<Map<String, Object>> of(
      List<CheckResult> results,
      Function<CheckResult, Optional<String>> known,
      Map<String, String> saved) {
    return results.stream().map(each -> of(each, known, saved)).toList();
  }

  private static Map<String, Object> of(
      CheckResult result,
      Function<CheckResult, Optional<String>> known,
      Map<String, String> saved) {
    var check = result.check();
    var fields = new LinkedHashMap<String, Object>();
    fields.put("id", check.id());
    fields.put("group", check.group().toString());
    fields.put("title", check.title());
    fields.put("clause", check.clause());
    fields.put("severity", check.severity().toString());
    fields.put("outcome", result.outcome().toString());
    fields.put("detail", result.detail());
    fields.put("findings", result.findings().stream().map(CheckRows::of).toList());
    fields.put("revivedBy", result.revivedBy().map(Rung::toString).orElse(null));
    fields.put("known", known.apply(result).isPresent());
    fields.put("exchange", saved.get(check.id()));
    fields.put("seconds", BigDecimal.valueOf(result.nanos(), 9));
    return fields;
  }

  private static Map<String, Object> of(Finding finding) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("clause", finding.clause());
    fields.put("expected", finding.expected());
    fields.put("seen", finding.seen());
    fields.put("fingerprint", finding.fingerprint());
    return fields;
  }
}
