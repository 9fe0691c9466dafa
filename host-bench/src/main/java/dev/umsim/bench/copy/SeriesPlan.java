package dev.umsim.bench.copy;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.Parameter;
import dev.umsim.core.usb.Speed;
import java.util.List;

/**
 * Copies that are to be measured one after the other: every speed with every operation with every
 * size of commands, each so many times.
 *
 * @param speeds highest speeds of the port
 * @param copy what is common to all of them
 */
public record SeriesPlan(
    List<Speed> speeds,
    List<Operation> operations,
    List<Integer> commandBytes,
    int repetitions,
    CopyPlan copy) {
  public SeriesPlan {
    if (repetitions < 1) {
      throw NotationException.about("%s is at least 1, not %d", Parameter.REPETITIONS, repetitions);
    }
    speeds = List.copyOf(speeds);
    operations = List.copyOf(operations);
    commandBytes = List.copyOf(commandBytes);
  }
}
