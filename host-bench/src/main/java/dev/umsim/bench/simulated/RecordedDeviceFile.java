package dev.umsim.bench.simulated;

import dev.umsim.bench.file.InputFile;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.SimulatedKey;
import dev.umsim.bench.notation.TargetNotation.Setting;
import dev.umsim.bench.notation.TargetNotation.Simulated;
import dev.umsim.sim.recorded.LatencyLaw;
import dev.umsim.sim.recorded.RecordedTraits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The file that a {@code device} key names, and the target with the settings of it: those of the
 * target itself win.
 */
record RecordedDeviceFile(Simulated notation, RecordedTraits traits) {
  private static final RecordedTraits NONE =
      new RecordedTraits(Map.of(), Map.of(), Map.of(), Map.of(), false, LatencyLaw.NONE);

  /** Any of these in a target is another medium than the file's. */
  private static final Set<String> MEDIUM =
      Set.of(
          SimulatedKey.IMAGE.toString(),
          SimulatedKey.SIZE.toString(),
          SimulatedKey.BLOCKS.toString(),
          SimulatedKey.FILL.toString());

  static RecordedDeviceFile of(Simulated target) throws IOException {
    Optional<String> file = target.value(SimulatedKey.DEVICE.toString());
    if (file.isEmpty()) {
      return new RecordedDeviceFile(target, NONE);
    }
    var path = Path.of(file.get());
    var traits = RecordedTraits.read(InputFile.require(path));
    var merged = new Simulated(target.name(), List.of());
    var own = target.settings().stream().map(Setting::key).toList();
    boolean otherMedium = own.stream().anyMatch(MEDIUM::contains);
    for (var each : traits.settings().entrySet()) {
      var key = SimulatedKey.parse(each.getKey(), target.name()).toString();
      if (key.equals(SimulatedKey.DEVICE.toString())) {
        throw new NotationException(path + " names another device file; leave that out");
      }
      if (!own.contains(key) && !(otherMedium && MEDIUM.contains(key))) {
        merged = merged.with(key, value(key, each.getValue(), path));
      }
    }
    var settings = new ArrayList<Setting>(merged.settings());
    target.settings().stream()
        .filter(each -> !each.key().equals(SimulatedKey.DEVICE.toString()))
        .forEach(settings::add);
    return new RecordedDeviceFile(new Simulated(target.name(), List.copyOf(settings)), traits);
  }

  /** An image stands beside the file that names it. */
  private static String value(String key, String text, Path file) {
    return key.equals(SimulatedKey.IMAGE.toString())
        ? file.toAbsolutePath().resolveSibling(text).toString()
        : text;
  }
}
