package dev.umsim.core.scsi;

/** A command that the target answers, which knows the units and keeps their sense. */
public sealed interface TargetCommand extends Command {

  /** REQUEST SENSE (SPC-4, section 6.39). */
  record RequestSense(boolean descriptors, int allocationLength) implements TargetCommand {
    static RequestSense decode(Cdb cdb) {
      return new RequestSense(cdb.bit(1, 0), cdb.u8(4));
    }

    @Override
    public Cdb encode() {
      return Cdb.of(0x03, descriptors ? 1 : 0, 0, 0, allocationLength, 0);
    }
  }

  /** REPORT LUNS (SPC-4, section 6.33). */
  record ReportLuns(int selectReport, long allocationLength) implements TargetCommand {
    static ReportLuns decode(Cdb cdb) {
      return new ReportLuns(cdb.u8(2), cdb.u32(6));
    }

    @Override
    public Cdb encode() {
      var bytes = new byte[12];
      bytes[0] = (byte) 0xa0;
      bytes[2] = (byte) selectReport;
      Bytes.put32(bytes, 6, allocationLength);
      return new Cdb(bytes);
    }
  }
}
