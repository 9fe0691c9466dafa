package dev.umsim.bench.device;

import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.capture.CaptureWriter;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A target whose links are captured. */
public record CapturedTarget(Target inner, CaptureWriter capture) implements Target {
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
    return capture.capture(inner.attach(highestSpeed));
  }

  @Override
  public ServedTarget serve(EventLoop loop) throws IOException {
    return inner.serve(loop);
  }

  @Override
  public Optional<Medium> medium(int lun) {
    return inner.medium(lun);
  }

  @Override
  public Optional<DeviceControls> controls() {
    return inner.controls().map(controls -> new CapturedControls(controls, capture));
  }

  /** A device that is plugged in again is captured again. */
  private record CapturedControls(DeviceControls inner, CaptureWriter capture)
      implements DeviceControls {
    @Override
    public UsbLink reconnect() {
      return capture.captureAgain(inner.reconnect());
    }

    @Override
    public boolean failBlock(boolean reads, boolean writes, long block) {
      return inner.failBlock(reads, writes, block);
    }

    @Override
    public boolean eject(OptionalInt drive) {
      return inner.eject(drive);
    }

    @Override
    public boolean insert(OptionalInt drive) {
      return inner.insert(drive);
    }

    @Override
    public List<String> takeEvents() {
      return inner.takeEvents();
    }
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
