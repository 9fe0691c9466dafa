package dev.umsim.sim.host;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A link that passes everything on and writes down what was submitted. */
final class RecordedLink implements UsbLink {
  private final UsbLink inner;
  final List<String> submitted = new ArrayList<>();

  RecordedLink(UsbLink inner) {
    this.inner = inner;
  }

  @Override
  public void submit(Transfer transfer) {
    if (transfer instanceof ControlTransfer control) {
      submitted.add(
          String.format(
              "%02x %02x index %02x",
              control.setup().requestType(), control.setup().request(), control.setup().index()));
    } else if (transfer instanceof BulkTransfer bulk) {
      submitted.add((bulk.endpointAddress() >= 0x80 ? "in " : "out ") + bulk.length());
    }
    inner.submit(transfer);
  }

  @Override
  public void cancel(Transfer transfer) {
    submitted.add("cancel");
    inner.cancel(transfer);
  }

  @Override
  public void resetPort() {
    submitted.add("reset port");
    inner.resetPort();
  }

  @Override
  public Speed speed() {
    return inner.speed();
  }

  @Override
  public void onDisconnect(Runnable action) {
    inner.onDisconnect(action);
  }

  @Override
  public boolean runUntil(BooleanSupplier done, long timeoutNanos) {
    return inner.runUntil(done, timeoutNanos);
  }

  @Override
  public long nanos() {
    return inner.nanos();
  }

  @Override
  public TimeBase timeBase() {
    return inner.timeBase();
  }

  @Override
  public void close() {
    inner.close();
  }
}
