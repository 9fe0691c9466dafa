package dev.umsim.sim.bus;

import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.DeviceBuffer;
import dev.umsim.core.usb.DeviceIdentity;
import dev.umsim.core.usb.RequestChoices;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.UsbDevice;
import dev.umsim.core.usb.UsbFunction;
import dev.umsim.core.usb.descriptor.EndpointDescriptor;
import dev.umsim.core.usb.descriptor.InterfaceDescriptor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;

/** A function that always has data to send and room to receive, in packets of any size. */
final class EndlessFunction implements UsbFunction {
  static final int BULK_IN = 0x81;
  static final int BULK_OUT = 0x02;

  private final int maxPacketBytes;
  private final ByteBuf memory = Unpooled.buffer(1 << 16);
  private final DeviceBuffer toHost = new DeviceBuffer(this::armIn);
  private final DeviceBuffer fromHost = new DeviceBuffer(this::armOut);
  private EndpointPipes pipes;

  private EndlessFunction(int maxPacketBytes) {
    this.maxPacketBytes = maxPacketBytes;
  }

  /** A configured device with this function. */
  static SimulatedLink attach(Bus bus, Speed speed, int maxPacketBytes) {
    var identity = new DeviceIdentity(1, 2, 3, "m", "p", "0123456789AB");
    var device =
        new UsbDevice(
            identity, true, List.of(new EndlessFunction(maxPacketBytes)), RequestChoices.CORRECT);
    var link = new SimulatedLink(device, bus, speed);
    request(link, StandardRequest.setAddress(1));
    request(link, StandardRequest.setConfiguration(1));
    return link;
  }

  private static void request(SimulatedLink link, SetupPacket setup) {
    var transfer = new ControlTransfer(ended -> {});
    link.submit(transfer.of(setup));
    if (!link.runUntil(() -> !transfer.submitted(), 1_000_000_000)) {
      throw new AssertionError(setup + " was not answered");
    }
  }

  private void armIn() {
    pipes.pipe(BULK_IN).arm(toHost.of(memory, 0, memory.capacity()));
  }

  private void armOut() {
    pipes.pipe(BULK_OUT).arm(fromHost.of(memory, 0, memory.capacity()));
  }

  @Override
  public InterfaceDescriptor describe(Speed speed) {
    return new InterfaceDescriptor(
        0,
        0,
        0xff,
        0,
        0,
        0,
        List.of(
            EndpointDescriptor.bulk(BULK_IN, maxPacketBytes),
            EndpointDescriptor.bulk(BULK_OUT, maxPacketBytes)));
  }

  @Override
  public void configured(EndpointPipes pipes) {
    this.pipes = pipes;
    armIn();
    armOut();
  }

  @Override
  public void deconfigured() {
    toHost.withdraw();
    fromHost.withdraw();
  }

  @Override
  public ControlAnswer request(SetupPacket setup) {
    return ControlAnswer.STALL;
  }

  @Override
  public void haltCleared(int endpointAddress) {}

  @Override
  public void close() {}
}
