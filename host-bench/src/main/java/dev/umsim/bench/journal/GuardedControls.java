package dev.umsim.bench.journal;

import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.usb.UsbLink;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/** The controls of a device whose links are guarded, also the one after it was reconnected. */
final class GuardedControls implements DeviceControls {
  private final DeviceControls inner;
  private final UnaryOperator<UsbLink> guard;

  GuardedControls(DeviceControls inner, UnaryOperator<UsbLink> guard) {
    this.inner = inner;
    this.guard = guard;
  }

  @Override
  public UsbLink reconnect() {
    return guard.apply(inner.reconnect());
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
  public boolean powerCycle() {
    return inner.powerCycle();
  }

  @Override
  public List<String> takeEvents() {
    return inner.takeEvents();
  }
}
