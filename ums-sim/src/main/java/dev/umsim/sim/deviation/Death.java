package dev.umsim.sim.deviation;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.DataSoFar;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.RequestChoices;
import dev.umsim.core.usb.SetupPacket;
import java.util.function.BooleanSupplier;

/** A device that answers so many commands and then nothing, until it has lost its power. */
final class Death {
  private final long commands;
  private long begun;

  Death(long commands) {
    this.commands = commands;
  }

  private boolean dead() {
    return begun > commands;
  }

  DeviceChoices apply(DeviceChoices choices) {
    return choices
        .with(
            new TransportChoices.Deviating(choices.transport()) {
              @Override
              public void beforeCommand(
                  CommandBlockWrapper command, BooleanSupplier hostWaits, Runnable begin) {
                begun++;
                super.beforeCommand(command, hostWaits, begin);
              }

              @Override
              public boolean goesOn(CommandBlockWrapper command, DataSoFar soFar) {
                return !dead() && super.goesOn(command, soFar);
              }
            })
        .with(
            new RequestChoices.Deviating(choices.requests()) {
              @Override
              public ControlAnswer answer(SetupPacket setup, ControlAnswer correct) {
                return dead() ? ControlAnswer.SILENCE : super.answer(setup, correct);
              }

              @Override
              public void poweredOn() {
                begun = 0;
                super.poweredOn();
              }
            });
  }
}
