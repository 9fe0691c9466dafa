package dev.umsim.sim.deviation;

import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.usb.RequestChoices;

/** All choices of a device: about its transport, its commands and its requests on endpoint 0. */
public record DeviceChoices(
    TransportChoices transport, CommandChoices commands, RequestChoices requests) {
  DeviceChoices with(TransportChoices other) {
    return new DeviceChoices(other, commands, requests);
  }

  DeviceChoices with(CommandChoices other) {
    return new DeviceChoices(transport, other, requests);
  }

  DeviceChoices with(RequestChoices other) {
    return new DeviceChoices(transport, commands, other);
  }
}
