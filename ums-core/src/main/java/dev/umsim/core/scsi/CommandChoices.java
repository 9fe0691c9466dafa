package dev.umsim.core.scsi;

/**
 * Where a device may differ from the correct one in what it does about commands.
 *
 * <p>A deviation implements this and changes one thing; several wrap each other.
 */
public interface CommandChoices {
  /** The correct device. */
  CommandChoices CORRECT = (lun, cdb, correct) -> correct;

  /** What the device intends about a command, given what the correct device does. */
  Intent intent(int lun, Cdb cdb, Intent correct);
}
