package dev.umsim.sim.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Shows a difference: what was expected and what came, side by side and field by field. */
public final class DifferenceReport {
  private static final int LONGEST_CELL = 44;

  private DifferenceReport() {}

  private record Row(String name, String expected, String observed) {
    boolean differs() {
      return !expected.equals(observed);
    }
  }

  /** Lines of text about a difference. */
  public static List<String> lines(Difference difference) {
    var decoder = new WireDecoder();
    var lines = new ArrayList<String>();
    Exchange command = null;
    for (var exchange : difference.before()) {
      decoder.follow(exchange.host());
      if (!decoder.host(exchange.host()).isEmpty()) {
        command = exchange;
      }
    }
    var expected = difference.expected();
    boolean isCommand = !decoder.host(expected.host()).isEmpty();
    if (command != null && !isCommand) {
      lines.add("after line " + command.line() + ": " + hostLine(decoder, command.host()));
      decoder.host(command.host()).forEach(field -> lines.add("    " + named(field)));
    }
    lines.add("line " + expected.line() + ": " + hostLine(decoder, expected.host()));
    decoder.host(expected.host()).forEach(field -> lines.add("    " + named(field)));
    decoder.follow(expected.host());
    lines.addAll(table(rows(decoder, difference)));
    return lines;
  }

  private static String hostLine(WireDecoder decoder, HostLine host) {
    var text = shortened("> " + host.text(), 72);
    var summary = decoder.summary(host);
    return summary.isEmpty() ? text : text + "  (" + summary + ")";
  }

  private static String named(Field field) {
    return field.name() + ": " + field.value();
  }

  private static List<Row> rows(WireDecoder decoder, Difference difference) {
    var expected = difference.expected();
    var observed = difference.observed();
    var rows = new ArrayList<Row>();
    rows.add(
        new Row(
            "answer",
            expected.answer().text().replace("\n< or ", " or "),
            observed.answer().text()));
    if (!expected.events().isEmpty() || !observed.events().isEmpty()) {
      rows.add(new Row("events", events(expected.events()), events(observed.events())));
    }
    var left = bytes(expected.answer()).map(each -> decoder.received(expected.host(), each));
    var right =
        observed.bytes().length() > 0 && observed.bytes().length() <= 4 * Content.LONGEST_HEX
            ? decoder.received(expected.host(), observed.bytes())
            : List.<Field>of();
    rows.addAll(merge(left.orElse(List.of()), right));
    return rows;
  }

  private static Optional<HexBytes> bytes(Answer answer) {
    var content =
        answer instanceof Answer.Data data
            ? data.content()
            : answer instanceof Answer.Babble babble ? babble.content() : Content.NOT_GIVEN;
    return content instanceof Content.Hex hex ? Optional.of(hex.bytes()) : Optional.empty();
  }

  private static String events(List<DeviceEvent> events) {
    return events.stream().map(DeviceEvent::toString).collect(Collectors.joining("; "));
  }

  /** Fields of the same name stand beside each other, in the order of their first appearance. */
  private static List<Row> merge(List<Field> left, List<Field> right) {
    var rows = new ArrayList<Row>();
    var rest = new ArrayList<>(right);
    for (var field : left) {
      int place = 0;
      while (place < rest.size() && !rest.get(place).name().equals(field.name())) {
        place++;
      }
      if (place == rest.size()) {
        rows.add(new Row(field.name(), field.value(), ""));
      } else {
        for (var passed : rest.subList(0, place)) {
          rows.add(new Row(passed.name(), "", passed.value()));
        }
        rows.add(new Row(field.name(), field.value(), rest.get(place).value()));
        rest.subList(0, place + 1).clear();
      }
    }
    rest.forEach(field -> rows.add(new Row(field.name(), "", field.value())));
    return rows;
  }

  private static List<String> table(List<Row> rows) {
    var shown = new ArrayList<Row>();
    shown.add(new Row("", "the file", "the device"));
    for (var row : rows) {
      shown.add(
          new Row(
              (row.differs() ? "* " : "  ") + row.name(),
              shortened(row.expected(), LONGEST_CELL),
              shortened(row.observed(), LONGEST_CELL)));
    }
    int first = shown.stream().mapToInt(row -> row.name().length()).max().orElse(0);
    int second = shown.stream().mapToInt(row -> row.expected().length()).max().orElse(0);
    var format = "  %-" + Math.max(1, first) + "s  %-" + Math.max(1, second) + "s  %s";
    return shown.stream()
        .map(
            row ->
                String.format(format, row.name(), row.expected(), row.observed()).stripTrailing())
        .toList();
  }

  private static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 3) + "...";
  }
}
