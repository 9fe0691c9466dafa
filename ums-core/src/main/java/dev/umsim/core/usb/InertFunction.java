package dev.umsim.core.usb;

import dev.umsim.core.usb.descriptor.EndpointDescriptor;
import dev.umsim.core.usb.descriptor.InterfaceDescriptor;
import java.util.List;

/**
 * A further interface of a composite device that is described and never used, such as the vendor's
 * own that stands beside the mass storage interface of many players.
 */
public final class InertFunction implements UsbFunction {
  private final int interfaceNumber;
  private final List<Integer> bulkEndpoints;

  /**
   * @param interfaceNumber bInterfaceNumber
   * @param bulkEndpoints addresses of its bulk endpoints, which always answer NAK
   */
  public InertFunction(int interfaceNumber, List<Integer> bulkEndpoints) {
    this.interfaceNumber = interfaceNumber;
    this.bulkEndpoints = List.copyOf(bulkEndpoints);
  }

  @Override
  public InterfaceDescriptor describe(Speed speed) {
    return new InterfaceDescriptor(
        interfaceNumber,
        0,
        0xff,
        0xff,
        0xff,
        0,
        bulkEndpoints.stream()
            .map(address -> EndpointDescriptor.bulk(address, speed.bulkMaxPacketBytes()))
            .toList());
  }

  @Override
  public void configured(EndpointPipes pipes) {}

  @Override
  public void deconfigured() {}

  @Override
  public ControlAnswer request(SetupPacket setup) {
    return ControlAnswer.STALL;
  }

  @Override
  public void haltCleared(int endpointAddress) {}

  @Override
  public void close() {}
}
