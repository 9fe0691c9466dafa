package dev.umsim.sim.host;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.ForwardingLink;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import java.util.ArrayList;
import java.util.List;

/** A link that passes everything on and writes down what was submitted. */
final class RecordedLink extends ForwardingLink {
  final List<String> submitted = new ArrayList<>();

  RecordedLink(UsbLink inner) {
    super(inner);
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
}
