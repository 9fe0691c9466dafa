package dev.umsim.sim.deviation;

import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.usb.RequestChoices;

/**
 * All choices of a device: about its transport, its commands, its requests on endpoint 0, and what
 * stands beside the mass storage function.
 */
public record DeviceChoices(
    TransportChoices transport,
    CommandChoices commands,
    RequestChoices requests,
    Composition composition) {
  /** The choices of a device that does nothing else. */
  public DeviceChoices(
      TransportChoices transport, CommandChoices commands, RequestChoices requests) {
    this(transport, commands, requests, Composition.ALONE);
  }

  DeviceChoices with(TransportChoices other) {
    return new DeviceChoices(other, commands, requests, composition);
  }

  DeviceChoices with(CommandChoices other) {
    return new DeviceChoices(transport, other, requests, composition);
  }

  DeviceChoices with(RequestChoices other) {
    return new DeviceChoices(transport, commands, other, composition);
  }

  DeviceChoices with(Composition other) {
    return new DeviceChoices(transport, commands, requests, other);
  }
}
