package dev.umsim.bench.cli;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.simulated.TargetDescription;
import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.exchange.RecordedCases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A target whose links are written down.
 *
 * @param notes is told what the file cannot say of the device
 */
record RecordedTarget(
    Target inner, TargetNotation notation, RecordedCases cases, Consumer<String> notes)
    implements Target {
  @Override
  public Set<Speed> speeds() {
    return inner.speeds();
  }

  @Override
  public boolean onlyRead() {
    return inner.onlyRead();
  }

  @Override
  public void beforeWriting(Disk disk, long firstBlock, long blockCount) throws HostException {
    inner.beforeWriting(disk, firstBlock, blockCount);
  }

  @Override
  public long commandTimeoutNanos() {
    return inner.commandTimeoutNanos();
  }

  @Override
  public OptionalInt interfaceNumber() {
    return inner.interfaceNumber();
  }

  @Override
  public String speedRefusal() {
    return inner.speedRefusal();
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

  @Override
  public Optional<Medium> medium(int lun) {
    return inner.medium(lun);
  }

  @Override
  public Optional<DeviceControls> controls() {
    return inner.controls();
  }

  @Override
  public List<Path> images() {
    return inner.images();
  }

  @Override
  public Optional<IOException> lastFailure() {
    return inner.lastFailure();
  }

  @Override
  public void close() throws IOException {
    inner.close();
  }
}
