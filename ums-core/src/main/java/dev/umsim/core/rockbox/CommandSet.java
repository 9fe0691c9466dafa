package dev.umsim.core.rockbox;

/** What a revision of the driver does about a command. */
interface CommandSet {
  /** Answers the command, or does not. */
  void execute(CommandBlock command, int unit, StorageDrive drive);
}
