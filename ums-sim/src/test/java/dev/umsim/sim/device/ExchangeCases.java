package dev.umsim.sim.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The cases of an exchange file, as far as tests here need its grammar. */
record ExchangeCases(List<String> deviceLines, List<ExchangeCases.Case> cases) {
  /** A case: host lines, each with its answer and the events between them. */
  record Case(String name, List<Step> steps) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** One host line and what the device did. */
  record Step(String host, List<String> events, String answer) {}

  static ExchangeCases read(String resource) {
    try (var in = ExchangeCases.class.getResourceAsStream(resource)) {
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ExchangeCases parse(String text) {
    var deviceLines = new ArrayList<String>();
    var cases = new ArrayList<Case>();
    boolean afterEmpty = false;
    String host = "";
    var events = new ArrayList<String>();
    for (var line : text.lines().toList()) {
      if (line.startsWith("!")) {
        deviceLines.add(line.substring(1).strip());
      } else if (line.startsWith("#") && afterEmpty) {
        cases.add(new Case(line.substring(1).strip(), new ArrayList<>()));
      } else if (line.startsWith("> ")) {
        host = line.substring(2);
      } else if (line.startsWith("= ")) {
        events.add(line.substring(2));
      } else if (line.startsWith("< ")) {
        var steps = cases.get(cases.size() - 1).steps();
        steps.add(new Step(host, List.copyOf(events), line.substring(2)));
        events.clear();
      }
      afterEmpty = line.isEmpty();
    }
    return new ExchangeCases(deviceLines, cases);
  }
}
