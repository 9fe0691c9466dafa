package dev.umsim.core.testing;

import dev.umsim.core.usb.BulkPipe;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbFunction;
import dev.umsim.core.usb.descriptor.InterfaceDescriptor;

/** A function whose pipes can be looked at from outside. */
public final class ObservedFunction implements UsbFunction {
  private final UsbFunction inner;
  private EndpointPipes pipes;

  public ObservedFunction(UsbFunction inner) {
    this.inner = inner;
  }

  /** The pipe of one of its endpoints, once it has been configured. */
  public BulkPipe pipe(int endpoint) {
    return pipes.pipe(endpoint);
  }

  @Override
  public InterfaceDescriptor describe(Speed speed) {
    return inner.describe(speed);
  }

  @Override
  public void configured(EndpointPipes pipes) {
    this.pipes = pipes;
    inner.configured(pipes);
  }

  @Override
  public void deconfigured() {
    inner.deconfigured();
  }

  @Override
  public ControlAnswer request(SetupPacket setup) {
    return inner.request(setup);
  }

  @Override
  public void haltCleared(int endpointAddress) {
    inner.haltCleared(endpointAddress);
  }

  @Override
  public void close() {
    inner.close();
  }
}
