package dev.umsim.core.scsi;

/**
 * A command that a host may send, decoded: one record each.
 *
 * <p>The device decodes and the host encodes the same records: {@code decode(encode(x))} is {@code
 * x}. A record holds the fields that are evaluated; that a CDB sets nothing beyond them is checked
 * by {@link Operation}.
 */
public sealed interface Command permits TargetCommand, UnitCommand {
  /** The CDB of this command. */
  Cdb encode();

  /** What a CDB of this operation asks for; any CDB of sufficient length asks for something. */
  static Command decode(Operation operation, Cdb cdb) {
    return switch (operation) {
      case TEST_UNIT_READY -> new PrimaryCommand.TestUnitReady();
      case REQUEST_SENSE -> TargetCommand.RequestSense.decode(cdb);
      case INQUIRY -> PrimaryCommand.Inquiry.decode(cdb);
      case MODE_SELECT_6, MODE_SELECT_10 -> PrimaryCommand.ModeSelect.decode(cdb);
      case MODE_SENSE_6, MODE_SENSE_10 -> PrimaryCommand.ModeSense.decode(cdb);
      case SEND_DIAGNOSTIC -> PrimaryCommand.SendDiagnostic.decode(cdb);
      case REPORT_SUPPORTED_OPERATION_CODES ->
          PrimaryCommand.ReportSupportedOperationCodes.decode(cdb);
      case REPORT_LUNS -> TargetCommand.ReportLuns.decode(cdb);
      case FORMAT_UNIT -> BlockCommand.FormatUnit.decode(cdb);
      case READ_6, READ_10, READ_12, READ_16 -> BlockCommand.Read.decode(cdb);
      case WRITE_6, WRITE_10, WRITE_12, WRITE_16 -> BlockCommand.Write.decode(cdb);
      case START_STOP_UNIT -> BlockCommand.StartStopUnit.decode(cdb);
      case PREVENT_ALLOW_MEDIUM_REMOVAL -> BlockCommand.PreventAllowMediumRemoval.decode(cdb);
      case READ_FORMAT_CAPACITIES -> BlockCommand.ReadFormatCapacities.decode(cdb);
      case READ_CAPACITY_10 -> BlockCommand.ReadCapacity10.decode(cdb);
      case READ_CAPACITY_16 -> BlockCommand.ReadCapacity16.decode(cdb);
      case GET_LBA_STATUS -> BlockCommand.GetLbaStatus.decode(cdb);
      case SEEK_10 -> BlockCommand.Seek.decode(cdb);
      case WRITE_AND_VERIFY_10, WRITE_AND_VERIFY_12, WRITE_AND_VERIFY_16 ->
          BlockCommand.WriteAndVerify.decode(cdb);
      case VERIFY_10, VERIFY_12, VERIFY_16 -> BlockCommand.Verify.decode(cdb);
      case SYNCHRONIZE_CACHE_10, SYNCHRONIZE_CACHE_16 -> BlockCommand.SynchronizeCache.decode(cdb);
      case WRITE_SAME_10, WRITE_SAME_16 -> BlockCommand.WriteSame.decode(cdb);
      case UNMAP -> BlockCommand.Unmap.decode(cdb);
      case READ_SUB_CHANNEL -> MultimediaCommand.ReadSubChannel.decode(cdb);
      case READ_TOC -> MultimediaCommand.ReadToc.decode(cdb);
      case READ_HEADER -> MultimediaCommand.ReadHeader.decode(cdb);
      case GET_CONFIGURATION -> MultimediaCommand.GetConfiguration.decode(cdb);
      case GET_EVENT_STATUS_NOTIFICATION ->
          MultimediaCommand.GetEventStatusNotification.decode(cdb);
      case READ_DISC_INFORMATION -> MultimediaCommand.ReadDiscInformation.decode(cdb);
      case READ_TRACK_INFORMATION -> MultimediaCommand.ReadTrackInformation.decode(cdb);
      case READ_DVD_STRUCTURE -> MultimediaCommand.ReadDvdStructure.decode(cdb);
      case MECHANISM_STATUS -> MultimediaCommand.MechanismStatus.decode(cdb);
    };
  }
}
