package dev.umsim.core.bot;

import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.SenseData;
import dev.umsim.core.scsi.Task;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far the data phase of a command has come.
 *
 * @param movedBytes that have gone over
 * @param failure why the command has failed already, if it has
 * @param endedByHost the host has sent a short packet before all that it had announced
 */
public record DataSoFar(long movedBytes, Optional<Sense> failure, boolean endedByHost) {
  /**
   * @param task of the command, or null if none is carried out
   */
  static DataSoFar of(long movedBytes, @Nullable Task task, boolean endedByHost) {
    var failure = task == null ? Optional.<Sense>empty() : task.failure().map(SenseData::sense);
    return new DataSoFar(movedBytes, failure, endedByHost);
  }
}
