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
      case MODE_SENSE_6, MODE_SENSE_10 -> PrimaryCommand.ModeSense.decode(cdb);
      case START_STOP_UNIT -> BlockCommand.StartStopUnit.decode(cdb);
      case PREVENT_ALLOW_MEDIUM_REMOVAL -> BlockCommand.PreventAllowMediumRemoval.decode(cdb);
      case READ_FORMAT_CAPACITIES -> BlockCommand.ReadFormatCapacities.decode(cdb);
      case READ_CAPACITY_10 -> BlockCommand.ReadCapacity10.decode(cdb);
      case READ_CAPACITY_16 -> BlockCommand.ReadCapacity16.decode(cdb);
      case READ_10, READ_12, READ_16 -> BlockCommand.Read.decode(cdb);
      case WRITE_10, WRITE_12, WRITE_16 -> BlockCommand.Write.decode(cdb);
      case VERIFY_10 -> BlockCommand.Verify.decode(cdb);
      case SYNCHRONIZE_CACHE_10 -> BlockCommand.SynchronizeCache.decode(cdb);
      case REPORT_LUNS -> TargetCommand.ReportLuns.decode(cdb);
    };
  }
}
