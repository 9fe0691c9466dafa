package dev.umsim.core.bot;

import dev.umsim.core.scsi.Sense;
import java.util.Optional;

/**
 * How far the data phase of a command has come.
 *
 * @param movedBytes that have gone over
 * @param failure why the command has failed already, if it has
 * @param endedByHost the host has sent a short packet before all that it had announced
 */
public record DataSoFar(long movedBytes, Optional<Sense> failure, boolean endedByHost) {}
