package dev.umsim.bench.device;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.bus.HostController;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A target that hands everything on to another one; what is to be otherwise is overridden. It is
 * not served unless it says so itself: a server would get the device without what stands around it.
 */
public abstract class ForwardingTarget implements Target {
  /** The target that does the work. */
  protected final Target inner;

  /** Forwards to {@code inner}, and closes it when it is closed. */
  protected ForwardingTarget(Target inner) {
    this.inner = inner;
  }

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
  public NotationException speedRefusal() {
    return inner.speedRefusal();
  }

  @Override
  public UsbLink attach(Speed highestSpeed, HostController controller) {
    return inner.attach(highestSpeed, controller);
  }

  @Override
  public UsbLink attach(Speed highestSpeed) {
    return inner.attach(highestSpeed);
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
