package dev.umsim.bench.cli;

import dev.umsim.bench.device.ForwardingTarget;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.simulated.TargetDescription;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.exchange.RecordedCases;
import java.util.function.Consumer;

/**
 * A target whose links are written down.
 *
 * @param notes is told what the file cannot say of the device
 */
final class RecordedTarget extends ForwardingTarget {
  private final TargetNotation notation;
  private final RecordedCases cases;
  private final Consumer<String> notes;

  RecordedTarget(
      Target inner, TargetNotation notation, RecordedCases cases, Consumer<String> notes) {
    super(inner);
    this.notation = notation;
    this.cases = cases;
    this.notes = notes;
  }

  @Override
  public UsbLink attach(Speed highestSpeed) {
    var link = inner.attach(highestSpeed);
    var device = TargetDescription.of(notation, inner, link.speed());
    if (cases.describe(device)) {
      device.unsaid().ifPresent(notes);
    }
    return cases.record(link);
  }
}
