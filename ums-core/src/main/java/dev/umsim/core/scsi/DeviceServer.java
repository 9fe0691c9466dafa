package dev.umsim.core.scsi;

import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.BlockCommand.PreventAllowMediumRemoval;
import dev.umsim.core.scsi.BlockCommand.Read;
import dev.umsim.core.scsi.BlockCommand.ReadCapacity10;
import dev.umsim.core.scsi.BlockCommand.ReadCapacity16;
import dev.umsim.core.scsi.BlockCommand.ReadFormatCapacities;
import dev.umsim.core.scsi.BlockCommand.StartStopUnit;
import dev.umsim.core.scsi.BlockCommand.SynchronizeCache;
import dev.umsim.core.scsi.BlockCommand.Verify;
import dev.umsim.core.scsi.BlockCommand.Write;
import dev.umsim.core.scsi.PrimaryCommand.Inquiry;
import dev.umsim.core.scsi.PrimaryCommand.ModeSense;
import dev.umsim.core.scsi.PrimaryCommand.TestUnitReady;

/**
 * What answers the commands of one logical unit (SAM-5, section 4.5.19).
 *
 * <p>One method for each command, so that a new command cannot be forgotten. A method says what the
 * unit intends and moves nothing, or it refuses with the sense that says why.
 */
public interface DeviceServer {
  /** Where the blocks of the intents are. */
  Medium medium();

  /** Whether writes are made durable one by one, because there is no write cache. */
  boolean writesThrough();

  Intent testUnitReady(TestUnitReady command) throws CheckConditionException;

  Intent inquiry(Inquiry command) throws CheckConditionException;

  Intent modeSense(ModeSense command) throws CheckConditionException;

  Intent startStopUnit(StartStopUnit command) throws CheckConditionException;

  Intent preventAllowMediumRemoval(PreventAllowMediumRemoval command)
      throws CheckConditionException;

  Intent readFormatCapacities(ReadFormatCapacities command) throws CheckConditionException;

  Intent readCapacity10(ReadCapacity10 command) throws CheckConditionException;

  Intent readCapacity16(ReadCapacity16 command) throws CheckConditionException;

  Intent read(Read command) throws CheckConditionException;

  Intent write(Write command) throws CheckConditionException;

  Intent verify(Verify command) throws CheckConditionException;

  Intent synchronizeCache(SynchronizeCache command) throws CheckConditionException;
}
