package dev.umsim.core.rockbox;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.DeviceEvents;
import dev.umsim.core.firmware.SerialFirmware;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.PortDevice;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbPort;
import dev.umsim.core.usb.descriptor.EndpointDescriptor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rockbox's own chapter 9 (Rockbox firmware/usbstack/usb_core.c at 789d796): the device as the port
 * sees it, with the mass storage driver as its only function.
 *
 * <p>Setup packets are events of the one thread like any other and wait until it has time. The same
 * device can be plugged in again and again, and remembers what its driver remembers.
 */
public final class RockboxCore implements PortDevice {
  private final RockboxSettings settings;
  private final RockboxFunction function;
  private final SerialFirmware firmware;
  private final DeviceRequests requests;
  private @Nullable UsbPort port;
  private Speed speed = Speed.FULL;
  private int configuration;

  /** A bus reset has been seen and not been dealt with yet: setup packets are dropped. */
  private boolean resetPending;

  /** Endpoint 0 is stuck in a request, and setup packets are dropped, until a bus reset. */
  private boolean controlLost;

  /** A device that is switched on and not plugged in. */
  public RockboxCore(
      RockboxSettings settings,
      RockboxFunction function,
      SerialFirmware firmware,
      DeviceEvents events) {
    this.settings = settings;
    this.function = function;
    this.firmware = firmware;
    requests = new DeviceRequests(settings, function, new Control(), events);
  }

  @Override
  public void attach(UsbPort port) {
    if (this.port != null) {
      throw new IllegalStateException("the device is attached already");
    }
    if (firmware.stopped()) {
      firmware.restart();
      function.powerUp();
    }
    this.port = port;
    resetPending = false;
    controlLost = false;
  }

  @Override
  public boolean attached() {
    return port != null;
  }

  @Override
  public List<Integer> endpointsOf(int interfaceNumber) {
    var description = function.describe(speed);
    return interfaceNumber == description.number()
        ? description.endpoints().stream().map(EndpointDescriptor::address).toList()
        : List.of();
  }

  @Override
  public void detach() {
    firmware.forget(event -> event instanceof Setup);
    deconfigure();
    port().silence();
    port = null;
  }

  /** Memory for accesses to media goes back, and is taken anew if the plug is put in again. */
  @Override
  public void close() {
    function.close();
  }

  @Override
  public Speed reset(Speed highestSpeed) {
    firmware.forget(event -> event instanceof Setup);
    if (configuration != 0) {
      resetPending = true;
      firmware.post(() -> resetPending = false);
    }
    controlLost = false;
    deconfigure();
    speed = settings.highSpeed() ? highestSpeed : Speed.FULL;
    return speed;
  }

  @Override
  public void setup(SetupPacket setup) {
    if (!resetPending && !controlLost) {
      firmware.forget(event -> event instanceof Setup);
      firmware.post(new Setup(setup));
    }
  }

  private void deconfigure() {
    configuration = 0;
    function.deconfigured();
    for (int endpoint : endpointsOf(0)) {
      port().bulkPipe(endpoint).close();
    }
  }

  private void configure(int value) {
    deconfigure();
    configuration = value;
    if (value != 0) {
      for (var endpoint : function.describe(speed).endpoints()) {
        port().bulkPipe(endpoint.address()).open(endpoint.maxPacketBytes());
      }
      function.configured(port()::bulkPipe);
    }
  }

  /** A setup packet that waits for the thread. */
  private final class Setup implements Runnable {
    private final SetupPacket setup;

    Setup(SetupPacket setup) {
      this.setup = setup;
    }

    @Override
    public void run() {
      requests.answer(setup).ifPresent(this::send);
    }

    private void send(ControlAnswer answer) {
      port().answer(setup, answer);
    }
  }

  /** What requests change in the device. */
  private final class Control implements DeviceRequests.Device {
    @Override
    public Speed speed() {
      return speed;
    }

    @Override
    public int configuration() {
      return configuration;
    }

    @Override
    public void setConfiguration(int value) {
      configure(value);
    }

    @Override
    public boolean halted(int endpointAddress) {
      return isOpen(endpointAddress) && port().bulkPipe(endpointAddress).halted();
    }

    @Override
    public void setHalted(int endpointAddress, boolean halted) {
      if (!isOpen(endpointAddress)) {
        return;
      }
      if (halted) {
        port().bulkPipe(endpointAddress).halt();
      } else {
        port().bulkPipe(endpointAddress).clearHalt();
      }
    }

    private boolean isOpen(int endpointAddress) {
      return configuration != 0 && endpointsOf(0).contains(endpointAddress);
    }

    @Override
    public void loseControl() {
      controlLost = true;
    }

    @Override
    public void silence() {
      deconfigure();
      port().silence();
    }
  }

  /** The port that it is plugged into. */
  private UsbPort port() {
    return requireNonNull(port, "not attached");
  }
}
