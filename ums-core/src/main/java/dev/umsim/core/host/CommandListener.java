package dev.umsim.core.host;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.SenseData;
import dev.umsim.core.usb.Direction;
import java.util.Optional;

/** Is told of every command when it is over. */
@FunctionalInterface
public interface CommandListener {
  /** A command is over. */
  void completed(CompletedCommand command);

  /**
   * A command with what came of it.
   *
   * @param startNanos when its wrapper was sent, in the time of the link
   * @param endNanos when its status had come, or it was given up
   * @param direction of the data; means nothing if dataLength is 0
   * @param dataLength dCBWDataTransferLength in bytes
   * @param movedBytes bytes that went over in the data phase
   * @param status bCSWStatus, or nothing if none came
   * @param residue dCSWDataResidue
   * @param senseData what a REQUEST SENSE that the host sent after a failed command has brought
   * @param problem in words, of a command that did not come to its status
   */
  record CompletedCommand(
      long startNanos,
      long endNanos,
      int lun,
      Cdb cdb,
      Direction direction,
      long dataLength,
      long movedBytes,
      Optional<Integer> status,
      long residue,
      Optional<SenseData> senseData,
      Optional<String> problem) {}
}
