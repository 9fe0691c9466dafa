package dev.umsim.bench.check;

import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.simulated.SimulatedExtras;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.sim.check.CheckResult;
import dev.umsim.sim.check.Outcome;
import dev.umsim.sim.check.Suite;
import dev.umsim.sim.check.SuiteOptions;
import dev.umsim.sim.check.SuiteReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Simulated devices under the suite, in this process. */
final class CheckedTarget {
  private static final SimulatedExtras.Drive FIXED = drive(false);
  private static final SimulatedExtras.Drive REMOVABLE = drive(true);

  /** A device with a fixed and a removable disk, both in memory. */
  static final SimulatedExtras TWO_DISKS =
      new SimulatedExtras(
          true,
          List.of(REMOVABLE, FIXED),
          SimulatedExtras.CONTROLLED.identifyData(),
          SimulatedExtras.CONTROLLED.speed(),
          SimulatedExtras.CONTROLLED.player());

  private CheckedTarget() {}

  private static SimulatedExtras.Drive drive(boolean removable) {
    return new SimulatedExtras.Drive(
        removable, OptionalInt.empty(), OptionalLong.empty(), java.util.Optional.empty());
  }

  /** All of the catalogue, strictly, on a device. */
  static SuiteReport run(String target, SimulatedExtras extras) {
    var notation = TargetNotation.parse(target);
    try (var device =
        new TargetDevice(
            () -> Targets.open(notation, Writes.TO_OVERLAY, extras), false, true, true)) {
      return Suite.run(device, SuiteOptions.USUAL.withStrict(true), result -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (DeviceGoneException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What has failed, or was warned of, or was not run, each in a line. */
  static List<String> wrong(SuiteReport report) {
    var lines = new ArrayList<String>();
    for (var result : report.results()) {
      if (result.outcome() != Outcome.PASS && result.outcome() != Outcome.NOT_APPLICABLE) {
        lines.add(line(result));
      }
    }
    return lines;
  }

  private static String line(CheckResult result) {
    return result.outcome()
        + " "
        + result.check().id()
        + " "
        + result.detail()
        + result.findings().stream().map(each -> each.expected() + " | " + each.seen()).toList();
  }
}
