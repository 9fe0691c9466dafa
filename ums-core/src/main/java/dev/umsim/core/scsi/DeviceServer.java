package dev.umsim.core.scsi;

import dev.umsim.core.scsi.BlockCommand.FormatUnit;
import dev.umsim.core.scsi.BlockCommand.GetLbaStatus;
import dev.umsim.core.scsi.BlockCommand.PreventAllowMediumRemoval;
import dev.umsim.core.scsi.BlockCommand.Read;
import dev.umsim.core.scsi.BlockCommand.ReadCapacity10;
import dev.umsim.core.scsi.BlockCommand.ReadCapacity16;
import dev.umsim.core.scsi.BlockCommand.ReadFormatCapacities;
import dev.umsim.core.scsi.BlockCommand.Seek;
import dev.umsim.core.scsi.BlockCommand.StartStopUnit;
import dev.umsim.core.scsi.BlockCommand.SynchronizeCache;
import dev.umsim.core.scsi.BlockCommand.Unmap;
import dev.umsim.core.scsi.BlockCommand.Verify;
import dev.umsim.core.scsi.BlockCommand.Write;
import dev.umsim.core.scsi.BlockCommand.WriteAndVerify;
import dev.umsim.core.scsi.BlockCommand.WriteSame;
import dev.umsim.core.scsi.MultimediaCommand.GetConfiguration;
import dev.umsim.core.scsi.MultimediaCommand.GetEventStatusNotification;
import dev.umsim.core.scsi.MultimediaCommand.MechanismStatus;
import dev.umsim.core.scsi.MultimediaCommand.ReadDiscInformation;
import dev.umsim.core.scsi.MultimediaCommand.ReadDvdStructure;
import dev.umsim.core.scsi.MultimediaCommand.ReadHeader;
import dev.umsim.core.scsi.MultimediaCommand.ReadSubChannel;
import dev.umsim.core.scsi.MultimediaCommand.ReadToc;
import dev.umsim.core.scsi.MultimediaCommand.ReadTrackInformation;
import dev.umsim.core.scsi.PrimaryCommand.Inquiry;
import dev.umsim.core.scsi.PrimaryCommand.ModeSelect;
import dev.umsim.core.scsi.PrimaryCommand.ModeSense;
import dev.umsim.core.scsi.PrimaryCommand.ReportSupportedOperationCodes;
import dev.umsim.core.scsi.PrimaryCommand.SendDiagnostic;
import dev.umsim.core.scsi.PrimaryCommand.TestUnitReady;

/**
 * What answers the commands of one logical unit (SAM-5, section 4.5.19).
 *
 * <p>One method for each command. A method says what the unit intends and moves nothing, or it
 * refuses with the sense that says why. The commands that a kind of unit does not know are left as
 * they are here: {@link Operation} does not let them come so far.
 */
public interface DeviceServer {
  /** What kind of unit it is, which decides what commands it knows. */
  DeviceType type();

  /**
   * Whether it knows a command that units of its type may know. One that it does not know is
   * refused and not listed, as if it did not exist.
   */
  default boolean supports(Operation operation) {
    return true;
  }

  /** Where its medium is. */
  MediumSlot slot();

  /** Whether writes are made durable one by one, because the write cache is off. */
  boolean writesThrough();

  /** Settings that the host has made are as they were at first. */
  void resetSettings();

  Intent testUnitReady(TestUnitReady command) throws CheckConditionException;

  Intent inquiry(Inquiry command) throws CheckConditionException;

  Intent modeSense(ModeSense command) throws CheckConditionException;

  default Intent modeSelect(ModeSelect command) throws CheckConditionException {
    throw unknown();
  }

  default Intent sendDiagnostic(SendDiagnostic command) throws CheckConditionException {
    throw unknown();
  }

  Intent reportSupportedOperationCodes(ReportSupportedOperationCodes command)
      throws CheckConditionException;

  default Intent formatUnit(FormatUnit command) throws CheckConditionException {
    throw unknown();
  }

  default Intent read(Read command) throws CheckConditionException {
    throw unknown();
  }

  default Intent write(Write command) throws CheckConditionException {
    throw unknown();
  }

  default Intent startStopUnit(StartStopUnit command) throws CheckConditionException {
    throw unknown();
  }

  default Intent preventAllowMediumRemoval(PreventAllowMediumRemoval command)
      throws CheckConditionException {
    throw unknown();
  }

  default Intent readFormatCapacities(ReadFormatCapacities command) throws CheckConditionException {
    throw unknown();
  }

  default Intent readCapacity10(ReadCapacity10 command) throws CheckConditionException {
    throw unknown();
  }

  default Intent readCapacity16(ReadCapacity16 command) throws CheckConditionException {
    throw unknown();
  }

  default Intent getLbaStatus(GetLbaStatus command) throws CheckConditionException {
    throw unknown();
  }

  default Intent seek(Seek command) throws CheckConditionException {
    throw unknown();
  }

  default Intent writeAndVerify(WriteAndVerify command) throws CheckConditionException {
    throw unknown();
  }

  default Intent verify(Verify command) throws CheckConditionException {
    throw unknown();
  }

  default Intent synchronizeCache(SynchronizeCache command) throws CheckConditionException {
    throw unknown();
  }

  default Intent writeSame(WriteSame command) throws CheckConditionException {
    throw unknown();
  }

  default Intent unmap(Unmap command) throws CheckConditionException {
    throw unknown();
  }

  default Intent readToc(ReadToc command) throws CheckConditionException {
    throw unknown();
  }

  default Intent readHeader(ReadHeader command) throws CheckConditionException {
    throw unknown();
  }

  default Intent readSubChannel(ReadSubChannel command) throws CheckConditionException {
    throw unknown();
  }

  default Intent getConfiguration(GetConfiguration command) throws CheckConditionException {
    throw unknown();
  }

  default Intent getEventStatusNotification(GetEventStatusNotification command)
      throws CheckConditionException {
    throw unknown();
  }

  default Intent readDiscInformation(ReadDiscInformation command) throws CheckConditionException {
    throw unknown();
  }

  default Intent readTrackInformation(ReadTrackInformation command) throws CheckConditionException {
    throw unknown();
  }

  default Intent readDvdStructure(ReadDvdStructure command) throws CheckConditionException {
    throw unknown();
  }

  default Intent mechanismStatus(MechanismStatus command) throws CheckConditionException {
    throw unknown();
  }

  private static CheckConditionException unknown() {
    return new CheckConditionException(SenseData.of(Sense.INVALID_OPERATION_CODE));
  }
}
