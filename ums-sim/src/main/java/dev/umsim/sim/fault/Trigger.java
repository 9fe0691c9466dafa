package dev.umsim.sim.fault;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.usb.SetupPacket;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * When something goes wrong: at a command or a request that meets all conditions.
 *
 * @param request bRequest, for a request on endpoint 0; without one it is about commands
 * @param opcode the operation code
 * @param lun the unit
 * @param blocks that a READ or a WRITE has to touch
 * @param nth how often the conditions have to be met: from this time on
 * @param every only each so-manieth time
 * @param times how often it goes wrong; 0 for ever
 * @param afterMilliseconds how long the device has had its power
 * @param probability with which it goes wrong when all is met
 */
public record Trigger(
    OptionalInt request,
    OptionalInt opcode,
    OptionalInt lun,
    Optional<Blocks> blocks,
    long nth,
    long every,
    long times,
    long afterMilliseconds,
    double probability) {
  /** The first command of all. */
  public static final Trigger ALWAYS =
      new Trigger(
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          1,
          1,
          1,
          0,
          1);

  /**
   * A row of blocks.
   *
   * @param last is one of them
   */
  public record Blocks(long first, long last) {}

  boolean fits(CommandBlockWrapper command) {
    return request.isEmpty()
        && (opcode.isEmpty() || opcode.getAsInt() == command.cdb().operationCode())
        && (lun.isEmpty() || lun.getAsInt() == command.lun())
        && (blocks.isEmpty() || touches(command.cdb(), blocks.get()));
  }

  boolean fits(SetupPacket setup) {
    return request.isPresent() && request.getAsInt() == setup.request();
  }

  private static boolean touches(Cdb cdb, Blocks blocks) {
    return BlockCommands.moves(cdb)
        && BlockCommands.first(cdb) <= blocks.last()
        && BlockCommands.first(cdb) + BlockCommands.count(cdb) > blocks.first();
  }
}
