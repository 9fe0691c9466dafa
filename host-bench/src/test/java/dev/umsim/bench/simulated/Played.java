package dev.umsim.bench.simulated;

import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.host.HostException;
import dev.umsim.sim.exchange.CaseResult;
import dev.umsim.sim.exchange.ExchangeFile;
import dev.umsim.sim.exchange.ExchangePlayer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** Cases of a file, played against a simulated device that the file describes. */
final class Played {
  private Played() {}

  /** The results of the cases whose names fit. */
  static List<CaseResult> play(ExchangeFile file, String target, Predicate<String> names)
      throws IOException, HostException {
    var simulated = (Simulated) TargetNotation.parse(target);
    var description = SimulatedDescription.of(simulated, file.device(), Path.of("."));
    try (var opened = Targets.open(description.target(), Writes.TO_OVERLAY, description.extras())) {
      var link = opened.attach(Collections.max(opened.speeds()));
      try (var player =
          new ExchangePlayer(link, OptionalInt.empty(), opened.controls(), 1_000_000)) {
        var results = new ArrayList<CaseResult>();
        for (var each : file.cases()) {
          if (names.test(each.name())) {
            results.add(player.play(each));
          }
        }
        return results;
      }
    }
  }

  static List<CaseResult> play(ExchangeFile file, String target) throws IOException, HostException {
    return play(file, target, name -> true);
  }

  /** One case, of a device with the identity by which hosts know it where they need to. */
  static CaseResult play(ExchangeFile file, String name, List<String> deviations)
      throws IOException, HostException {
    var target =
        "sim:reference"
            + (deviations.isEmpty() ? "" : "?deviation=" + String.join(",", deviations))
            + (deviations.contains("protocol-of-vendor") ? "&vid=0451&pid=5416" : "");
    return play(file, target, name::equals).get(0);
  }
}
