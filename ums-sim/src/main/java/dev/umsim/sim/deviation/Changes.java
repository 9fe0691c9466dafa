package dev.umsim.sim.deviation;

import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandChoices;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The common changes of a device's choices. */
final class Changes {
  private Changes() {}

  /** Something else is intended about some commands. */
  static Deviation.Change intent(Predicate<Cdb> which, Commands.Intention intention) {
    return commands(inner -> Commands.intending(inner, which, intention));
  }

  /** The replies to some commands are others. */
  static Deviation.Change reply(Predicate<Cdb> which, UnaryOperator<byte[]> edit) {
    return commands(inner -> Commands.replying(inner, which, edit));
  }

  /** Some commands are read as if their bytes were others. */
  static Deviation.Change reading(Predicate<Cdb> which, Consumer<byte[]> edit) {
    return commands(inner -> Commands.reading(inner, which, edit));
  }

  /** What a device does about commands changes. */
  static Deviation.Change commands(UnaryOperator<CommandChoices> change) {
    return (choices, traits) -> choices.with(change.apply(choices.commands()));
  }

  /** What a device does in its transport changes. */
  static Deviation.Change transport(UnaryOperator<TransportChoices> change) {
    return (choices, traits) -> choices.with(change.apply(choices.transport()));
  }
}
