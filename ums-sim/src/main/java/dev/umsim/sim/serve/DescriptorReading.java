package dev.umsim.sim.serve;

import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.descriptor.ConfigurationDescriptor;
import dev.umsim.core.usb.descriptor.DescriptorType;
import dev.umsim.core.usb.descriptor.DeviceDescriptor;
import dev.umsim.core.usb.descriptor.MalformedDescriptorException;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/**
 * Reads the descriptors of a device over its link, one request after the other, without waiting
 * (USB 2.0, section 9.1.2).
 */
final class DescriptorReading {
  private enum Step {
    DEVICE,
    CONFIGURATION_LENGTH,
    CONFIGURATION,
    DONE
  }

  /** Is told once how it ended. */
  interface Reader {
    void described(DeviceDescription description);

    void notDescribed(String why);
  }

  private final UsbLink link;
  private final Reader reader;
  private final ControlTransfer request = new ControlTransfer(this::completed);
  private Step step = Step.DEVICE;

  @SuppressWarnings("NullAway.Init")
  private byte[] device;

  DescriptorReading(UsbLink link, Reader reader) {
    this.link = link;
    this.reader = reader;
  }

  void start() {
    ask(DescriptorType.DEVICE, DeviceDescriptor.LENGTH);
  }

  private void ask(int type, int length) {
    var setup = StandardRequest.getDescriptor(type, 0, 0, length);
    link.submit(request.of(setup, Unpooled.buffer(length), 0));
  }

  private void completed(Transfer transfer) {
    if (transfer.status() != Transfer.Status.OK) {
      reader.notDescribed("GET_DESCRIPTOR ended with " + transfer.status());
      return;
    }
    try {
      step = next(ByteBufUtil.getBytes(transfer.buffer(), 0, transfer.movedBytes()));
    } catch (MalformedDescriptorException e) {
      reader.notDescribed(e.getMessage());
    }
  }

  private Step next(byte[] bytes) throws MalformedDescriptorException {
    return switch (step) {
      case DEVICE -> {
        device = bytes;
        ask(DescriptorType.CONFIGURATION, ConfigurationDescriptor.LENGTH);
        yield Step.CONFIGURATION_LENGTH;
      }
      case CONFIGURATION_LENGTH -> {
        ask(DescriptorType.CONFIGURATION, ConfigurationDescriptor.totalLength(bytes));
        yield Step.CONFIGURATION;
      }
      case CONFIGURATION -> {
        reader.described(DeviceDescription.decode(link.speed(), device, bytes));
        yield Step.DONE;
      }
      case DONE -> throw new IllegalStateException("a request after the last one");
    };
  }
}
