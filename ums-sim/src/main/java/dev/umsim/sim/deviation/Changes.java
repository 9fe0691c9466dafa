package dev.umsim.sim.deviation;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.bot.DataSoFar;
import dev.umsim.core.bot.Halts;
import dev.umsim.core.bot.ReceivedCommand;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.RequestChoices;
import dev.umsim.core.usb.SetupPacket;
import io.netty.buffer.ByteBuf;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The common changes of a device's choices. */
final class Changes {
  private Changes() {}

  /** Another status than the correct one. */
  @FunctionalInterface
  interface StatusEdit {
    CommandStatusWrapper of(CommandBlockWrapper command, CommandStatusWrapper correct);
  }

  /** Which pipes are halted before a status. */
  @FunctionalInterface
  interface HaltChoice {
    Halts of(CommandBlockWrapper command, DataSoFar soFar, CommandStatusWrapper status);
  }

  /** What was received where a command was expected, given what the correct device takes it for. */
  @FunctionalInterface
  interface Reception {
    ReceivedCommand of(ByteBuf bytes, int length, ReceivedCommand correct);
  }

  // Commands.

  /** What a device does about commands changes. */
  static Deviation.Change commands(UnaryOperator<CommandChoices> change) {
    return (choices, traits) -> choices.with(change.apply(choices.commands()));
  }

  /** Something else is intended about some commands. */
  static Deviation.Change intent(Predicate<Cdb> which, Commands.Intention intention) {
    return commands(inner -> Commands.intending(inner, which, intention));
  }

  /** The same with something to remember, anew for each device. */
  static Deviation.Change remembering(
      Predicate<Cdb> which, Supplier<Commands.Intention> intentions) {
    return commands(inner -> Commands.intending(inner, which, intentions.get()));
  }

  /** The replies to some commands are others. */
  static Deviation.Change reply(Predicate<Cdb> which, UnaryOperator<byte[]> edit) {
    return commands(inner -> Commands.replying(inner, which, edit));
  }

  /** Some commands are read as if their bytes were others. */
  static Deviation.Change reading(Predicate<Cdb> which, Consumer<byte[]> edit) {
    return commands(inner -> Commands.reading(inner, which, edit));
  }

  // Transport.

  /** What a device does in its transport changes. */
  static Deviation.Change transport(UnaryOperator<TransportChoices> change) {
    return (choices, traits) -> choices.with(change.apply(choices.transport()));
  }

  static Deviation.Change status(StatusEdit edit) {
    return statuses(() -> edit);
  }

  /** Statuses are others, with something to remember, anew for each device. */
  static Deviation.Change statuses(Supplier<StatusEdit> edits) {
    return transport(
        inner -> {
          var edit = edits.get();
          return new TransportChoices.Deviating(inner) {
            @Override
            public CommandStatusWrapper status(
                CommandBlockWrapper command, CommandStatusWrapper correct) {
              return edit.of(command, super.status(command, correct));
            }
          };
        });
  }

  /** Pipes are halted with some statuses. */
  static Deviation.Change halting(HaltChoice halts) {
    return transport(
        inner ->
            new TransportChoices.Deviating(inner) {
              @Override
              public Halts haltsBeforeStatus(
                  CommandBlockWrapper command, DataSoFar soFar, CommandStatusWrapper status) {
                var more = halts.of(command, soFar, status);
                return more == Halts.NONE ? super.haltsBeforeStatus(command, soFar, status) : more;
              }
            });
  }

  /** Some commands are never answered, and no command after them before a reset. */
  static Deviation.Change silence(Predicate<Cdb> which) {
    return transport(
        inner ->
            new TransportChoices.Deviating(inner) {
              @Override
              public boolean goesOn(CommandBlockWrapper command, DataSoFar soFar) {
                return !which.test(command.cdb()) && super.goesOn(command, soFar);
              }
            });
  }

  static Deviation.Change receiving(Reception reception) {
    return transport(
        inner ->
            new TransportChoices.Deviating(inner) {
              @Override
              public ReceivedCommand receive(ByteBuf bytes, int length) {
                return reception.of(bytes, length, super.receive(bytes, length));
              }
            });
  }

  // Requests on endpoint 0.

  static Deviation.Change requests(UnaryOperator<RequestChoices> change) {
    return (choices, traits) -> choices.with(change.apply(choices.requests()));
  }

  /** Some requests are read as others. */
  static Deviation.Change request(UnaryOperator<SetupPacket> edit) {
    return requests(
        inner ->
            new RequestChoices.Deviating(inner) {
              @Override
              public SetupPacket taken(SetupPacket received) {
                return edit.apply(super.taken(received));
              }
            });
  }

  static Deviation.Change answer(BiFunction<SetupPacket, ControlAnswer, ControlAnswer> edit) {
    return requests(
        inner ->
            new RequestChoices.Deviating(inner) {
              @Override
              public ControlAnswer answer(SetupPacket setup, ControlAnswer correct) {
                return edit.apply(setup, super.answer(setup, correct));
              }
            });
  }

  /** Some answers of data are others. */
  static Deviation.Change dataAnswer(Predicate<SetupPacket> which, UnaryOperator<byte[]> edit) {
    return answer(
        (setup, answer) ->
            which.test(setup) && answer instanceof ControlAnswer.Data data
                ? new ControlAnswer.Data(edit.apply(data.bytes().clone()))
                : answer);
  }
}
