package dev.umsim.bench.remote;

import dev.umsim.bench.device.ServedTarget;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.unit.ServedUnit;
import dev.umsim.core.usb.UsbLink;
import java.util.List;

/** A device that another server exports, handed on. It can be plugged in once. */
final class ServedRemote implements ServedTarget {
  private final UsbLink link;
  private boolean plugged;

  ServedRemote(UsbLink link) {
    this.link = link;
  }

  @Override
  public UsbLink plug() {
    if (plugged) {
      throw new NotationException("a device of another server is plugged in once; start anew");
    }
    plugged = true;
    return link;
  }

  @Override
  public List<ServedUnit> units() {
    return List.of();
  }

  @Override
  public void close() {}
}
