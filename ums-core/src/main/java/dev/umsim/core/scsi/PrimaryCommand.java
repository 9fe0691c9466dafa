package dev.umsim.core.scsi;

/** The commands that units of every kind have (SPC-4). */
public sealed interface PrimaryCommand extends UnitCommand {

  /** TEST UNIT READY (section 6.47). */
  record TestUnitReady() implements PrimaryCommand {
    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.testUnitReady(this);
    }

    @Override
    public Cdb encode() {
      return Cdb.of(0x00, 0, 0, 0, 0, 0);
    }
  }

  /** INQUIRY (section 6.6). */
  record Inquiry(boolean vitalProductData, int page, int allocationLength)
      implements PrimaryCommand {
    static Inquiry decode(Cdb cdb) {
      return new Inquiry(cdb.bit(1, 0), cdb.u8(2), cdb.u16(3));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.inquiry(this);
    }

    @Override
    public Cdb encode() {
      return Cdb.of(
          0x12, vitalProductData ? 1 : 0, page, allocationLength >> 8, allocationLength & 0xff, 0);
    }
  }

  /**
   * MODE SENSE (6) and (10) (sections 6.13 and 6.14).
   *
   * @param ten whether it is the form of 10 bytes
   * @param longLba whether long block descriptors are welcome; in the form of 10 bytes only
   * @param pageControl 0 current, 1 changeable, 2 default, 3 saved values
   */
  record ModeSense(
      boolean ten,
      boolean disableBlockDescriptors,
      boolean longLba,
      int pageControl,
      int page,
      int subpage,
      int allocationLength)
      implements PrimaryCommand {
    static ModeSense decode(Cdb cdb) {
      boolean ten = cdb.operationCode() == 0x5a;
      return new ModeSense(
          ten,
          cdb.bit(1, 3),
          ten && cdb.bit(1, 4),
          cdb.u8(2) >> 6,
          cdb.u8(2) & 0x3f,
          cdb.u8(3),
          ten ? cdb.u16(7) : cdb.u8(4));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.modeSense(this);
    }

    @Override
    public Cdb encode() {
      int flags = (disableBlockDescriptors ? 0x08 : 0) | (longLba ? 0x10 : 0);
      int page = pageControl << 6 | this.page;
      return ten
          ? Cdb.of(
              0x5a,
              flags,
              page,
              subpage,
              0,
              0,
              0,
              allocationLength >> 8,
              allocationLength & 0xff,
              0)
          : Cdb.of(0x1a, flags, page, subpage, allocationLength, 0);
    }
  }

  /**
   * MODE SELECT (6) and (10) (sections 6.11 and 6.12).
   *
   * @param ten whether it is the form of 10 bytes
   * @param pageFormat PF: whether pages follow the header as the standard has them
   * @param savePages SP
   * @param parameterListLength in bytes
   */
  record ModeSelect(boolean ten, boolean pageFormat, boolean savePages, int parameterListLength)
      implements PrimaryCommand {
    static ModeSelect decode(Cdb cdb) {
      boolean ten = cdb.operationCode() == 0x55;
      return new ModeSelect(ten, cdb.bit(1, 4), cdb.bit(1, 0), ten ? cdb.u16(7) : cdb.u8(4));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.modeSelect(this);
    }

    @Override
    public Cdb encode() {
      int flags = (pageFormat ? 0x10 : 0) | (savePages ? 0x01 : 0);
      int length = parameterListLength;
      return ten
          ? Cdb.of(0x55, flags, 0, 0, 0, 0, 0, length >> 8, length & 0xff, 0)
          : Cdb.of(0x15, flags, 0, 0, length, 0);
    }
  }

  /**
   * SEND DIAGNOSTIC (section 6.42).
   *
   * @param selfTestCode 0 to 7
   * @param flags b4 PF, b2 SELFTEST, b1 DEVOFFL, b0 UNITOFFL
   */
  record SendDiagnostic(int selfTestCode, int flags, int parameterListLength)
      implements PrimaryCommand {
    static SendDiagnostic decode(Cdb cdb) {
      return new SendDiagnostic(cdb.u8(1) >> 5, cdb.u8(1) & 0x17, cdb.u16(3));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.sendDiagnostic(this);
    }

    @Override
    public Cdb encode() {
      return Cdb.of(
          0x1d,
          selfTestCode << 5 | flags,
          0,
          parameterListLength >> 8,
          parameterListLength & 0xff,
          0);
    }
  }

  /**
   * REPORT SUPPORTED OPERATION CODES (section 6.35).
   *
   * @param returnTimeouts RCTD: whether descriptors of timeouts are asked for
   * @param options 0 all commands, 1 to 3 one command
   */
  record ReportSupportedOperationCodes(
      boolean returnTimeouts,
      int options,
      int operationCode,
      int serviceAction,
      long allocationLength)
      implements PrimaryCommand {
    static ReportSupportedOperationCodes decode(Cdb cdb) {
      return new ReportSupportedOperationCodes(
          cdb.bit(2, 7), cdb.u8(2) & 7, cdb.u8(3), cdb.u16(4), cdb.u32(6));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.reportSupportedOperationCodes(this);
    }

    @Override
    public Cdb encode() {
      var bytes = new byte[12];
      bytes[0] = (byte) 0xa3;
      bytes[1] = 0x0c;
      bytes[2] = (byte) ((returnTimeouts ? 0x80 : 0) | options);
      bytes[3] = (byte) operationCode;
      Bytes.put16(bytes, 4, serviceAction);
      Bytes.put32(bytes, 6, allocationLength);
      return new Cdb(bytes);
    }
  }
}
