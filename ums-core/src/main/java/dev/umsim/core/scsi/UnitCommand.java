package dev.umsim.core.scsi;

/** A command that a logical unit answers. */
public sealed interface UnitCommand extends Command
    permits PrimaryCommand, BlockCommand, MultimediaCommand {
  /** Lets the unit say what it intends. */
  Intent executeOn(DeviceServer server) throws CheckConditionException;
}
