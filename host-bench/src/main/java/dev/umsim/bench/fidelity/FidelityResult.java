package dev.umsim.bench.fidelity;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** What the model says of the measured cells, and how far off it is. */
public record FidelityResult(List<Row> rows) {
  public FidelityResult {
    rows = List.copyOf(rows);
  }

  /**
   * A cell.
   *
   * @param modelled seconds, if the model has its device
   * @param firstRun seconds that the model said when it was run for the first time
   * @param latestFirstRun the same of the first run with the mechanisms that came last
   */
  public record Row(
      Cell cell, OptionalDouble modelled, OptionalDouble firstRun, OptionalDouble latestFirstRun) {
    /** By how many per cent the model is too slow; negative if it is too fast. */
    public OptionalDouble errorPercent() {
      return percentOff(modelled);
    }

    /** The same of the first run. */
    public OptionalDouble firstErrorPercent() {
      return percentOff(firstRun);
    }

    /** The same of the first run with the mechanisms that came last. */
    public OptionalDouble latestFirstErrorPercent() {
      return percentOff(latestFirstRun);
    }

    private OptionalDouble percentOff(OptionalDouble seconds) {
      return seconds.isEmpty() || cell.seconds().isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of((seconds.getAsDouble() / cell.seconds().getAsDouble() - 1) * 100);
    }

    boolean fitted() {
      return cell.kind() == CellKind.CALIBRATED;
    }
  }

  /** How far off cells are: the median, and how many are not further off than so much. */
  public record Spread(int cells, double medianPercent, int within15, int within20) {
    static Spread of(DoubleStream percents) {
      double[] sorted = percents.map(Math::abs).sorted().toArray();
      int middle = sorted.length / 2;
      double median =
          sorted.length == 0
              ? 0
              : sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
      return new Spread(
          sorted.length,
          median,
          (int) DoubleStream.of(sorted).filter(each -> each <= 15).count(),
          (int) DoubleStream.of(sorted).filter(each -> each <= 20).count());
    }
  }

  /** The rows of which the model says something. */
  public List<Row> modelled() {
    return rows.stream().filter(row -> row.modelled().isPresent()).toList();
  }

  /** The pages, in their order. */
  public List<String> pages() {
    return rows.stream().map(row -> row.cell().page()).distinct().toList();
  }

  /** The rows of one page alone. */
  public FidelityResult of(String page) {
    return new FidelityResult(rows.stream().filter(row -> row.cell().page().equals(page)).toList());
  }

  /** How far off the cells are that nothing was fitted to. */
  public Spread notFitted() {
    return notFitted(Row::errorPercent);
  }

  /** How far off the cells are that were not used in any way. */
  public Spread predicted() {
    return Spread.of(
        modelled().stream()
            .filter(row -> row.cell().kind() == CellKind.PREDICTED)
            .mapToDouble(this::percent));
  }

  /** How far off the first run was in the cells that nothing is fitted to. */
  public Spread notFittedAtFirst() {
    return notFitted(Row::firstErrorPercent);
  }

  /** The same of the first run with the mechanisms that came last. */
  public Spread notFittedAtLatestFirst() {
    return notFitted(Row::latestFirstErrorPercent);
  }

  private Spread notFitted(Function<Row, OptionalDouble> errorPercent) {
    return Spread.of(
        modelled().stream()
            .filter(row -> !row.fitted() && row.cell().kind() != CellKind.REPEAT)
            .map(errorPercent)
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble));
  }

  /** The largest error of a cell that something was fitted to. */
  public double worstFittedPercent() {
    return modelled().stream()
        .filter(Row::fitted)
        .mapToDouble(row -> Math.abs(percent(row)))
        .max()
        .orElse(0);
  }

  private double percent(Row row) {
    return row.errorPercent().getAsDouble();
  }

  /**
   * The time of one firmware as a multiple of that of another on the same device.
   *
   * @param row the table's row with the device
   */
  public record Ratio(String row, double measured, double modelled) {
    /** By how many per cent the modelled ratio is too large. */
    public double errorPercent() {
      return (modelled / measured - 1) * 100;
    }

    /** Whether the measured ratio says who is faster, beyond what such measurements scatter. */
    public boolean decided() {
      return measured < 0.9 || measured > 1.1;
    }

    /** Whether the model says the same one is faster. */
    public boolean sameWinner() {
      return measured > 1 == modelled > 1;
    }
  }

  /** Rockbox against the maker's firmware, wherever both were measured. */
  public List<Ratio> rockboxToMaker() {
    return modelled().stream()
        .filter(row -> row.cell().stack().equals("RB"))
        .flatMap(
            row ->
                modelled().stream()
                    .filter(other -> other.cell().stack().equals("OF"))
                    .filter(other -> other.cell().row().equals(row.cell().row()))
                    .map(other -> ratio(row, other)))
        .toList();
  }

  private static Ratio ratio(Row row, Row other) {
    return new Ratio(
        row.cell().row(),
        row.cell().seconds().getAsDouble() / other.cell().seconds().getAsDouble(),
        row.modelled().getAsDouble() / other.modelled().getAsDouble());
  }
}
