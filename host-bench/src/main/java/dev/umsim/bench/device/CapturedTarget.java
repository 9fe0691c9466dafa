package dev.umsim.bench.device;

import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.bus.HostController;
import dev.umsim.sim.capture.CaptureWriter;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A target whose links are captured. */
public final class CapturedTarget extends ForwardingTarget {
  private final CaptureWriter capture;

  public CapturedTarget(Target inner, CaptureWriter capture) {
    super(inner);
    this.capture = capture;
  }

  @Override
  public ServedTarget serve(EventLoop loop) throws IOException {
    return inner.serve(loop);
  }

  @Override
  public ServedTarget servePaced(EventLoop loop) throws IOException {
    return inner.servePaced(loop);
  }

  @Override
  public UsbLink attach(Speed highestSpeed, HostController controller) {
    return capture.capture(inner.attach(highestSpeed, controller));
  }

  @Override
  public UsbLink attach(Speed highestSpeed) {
    return capture.capture(inner.attach(highestSpeed));
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
}
