package dev.umsim.core.scsi;

/** The commands of units that hold blocks (SBC-3, and two of MMC-6 that every stick knows). */
public sealed interface BlockCommand extends UnitCommand {

  /**
   * How wide the fields of a command that names blocks are: 32-bit LBA and 16-bit count, and so on.
   */
  enum Form {
    TEN,
    TWELVE,
    SIXTEEN;

    static Form of(Cdb cdb) {
      return switch (cdb.operationCode() >> 5) {
        case 4 -> SIXTEEN;
        case 5 -> TWELVE;
        default -> TEN;
      };
    }

    long lba(Cdb cdb) {
      return this == SIXTEEN ? cdb.u64(2) : cdb.u32(2);
    }

    long blockCount(Cdb cdb) {
      return switch (this) {
        case TEN -> cdb.u16(7);
        case TWELVE -> cdb.u32(6);
        case SIXTEEN -> cdb.u32(10);
      };
    }

    /** A CDB of this form; {@code codeOfTen} is the operation code of the form of 10 bytes. */
    Cdb encode(int codeOfTen, int flags, long lba, long blockCount) {
      var bytes = new byte[this == TEN ? 10 : this == TWELVE ? 12 : 16];
      bytes[1] = (byte) flags;
      switch (this) {
        case TEN -> {
          bytes[0] = (byte) codeOfTen;
          Bytes.put32(bytes, 2, lba);
          Bytes.put16(bytes, 7, (int) blockCount);
        }
        case TWELVE -> {
          bytes[0] = (byte) (codeOfTen | 0x80);
          Bytes.put32(bytes, 2, lba);
          Bytes.put32(bytes, 6, blockCount);
        }
        case SIXTEEN -> {
          bytes[0] = (byte) (codeOfTen + 0x60);
          Bytes.put64(bytes, 2, lba);
          Bytes.put32(bytes, 10, blockCount);
        }
      }
      return new Cdb(bytes);
    }
  }

  /** READ (10), (12) and (16) (SBC-3, sections 5.9 to 5.11). */
  record Read(Form form, long lba, long blockCount, boolean disablePageOut, boolean forceUnitAccess)
      implements BlockCommand {
    static Read decode(Cdb cdb) {
      var form = Form.of(cdb);
      return new Read(form, form.lba(cdb), form.blockCount(cdb), cdb.bit(1, 4), cdb.bit(1, 3));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.read(this);
    }

    @Override
    public Cdb encode() {
      return form.encode(0x28, cacheFlags(disablePageOut, forceUnitAccess), lba, blockCount);
    }
  }

  /** WRITE (10), (12) and (16) (SBC-3, sections 5.32 to 5.34). */
  record Write(
      Form form, long lba, long blockCount, boolean disablePageOut, boolean forceUnitAccess)
      implements BlockCommand {
    static Write decode(Cdb cdb) {
      var form = Form.of(cdb);
      return new Write(form, form.lba(cdb), form.blockCount(cdb), cdb.bit(1, 4), cdb.bit(1, 3));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.write(this);
    }

    @Override
    public Cdb encode() {
      return form.encode(0x2a, cacheFlags(disablePageOut, forceUnitAccess), lba, blockCount);
    }
  }

  /**
   * VERIFY (10) (SBC-3, section 5.28).
   *
   * @param byteCheck 0 the medium alone, 1 against as many blocks of data, 3 against one block
   */
  record Verify(Form form, long lba, long blockCount, boolean disablePageOut, int byteCheck)
      implements BlockCommand {
    static Verify decode(Cdb cdb) {
      var form = Form.of(cdb);
      return new Verify(
          form, form.lba(cdb), form.blockCount(cdb), cdb.bit(1, 4), cdb.u8(1) >> 1 & 3);
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.verify(this);
    }

    @Override
    public Cdb encode() {
      return form.encode(0x2f, cacheFlags(disablePageOut, false) | byteCheck << 1, lba, blockCount);
    }
  }

  /**
   * SYNCHRONIZE CACHE (10) (SBC-3, section 5.26).
   *
   * @param blockCount 0 means to the end of the medium
   */
  record SynchronizeCache(long lba, long blockCount, boolean immediate) implements BlockCommand {
    static SynchronizeCache decode(Cdb cdb) {
      return new SynchronizeCache(cdb.u32(2), cdb.u16(7), cdb.bit(1, 1));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.synchronizeCache(this);
    }

    @Override
    public Cdb encode() {
      return Form.TEN.encode(0x35, immediate ? 0x02 : 0, lba, blockCount);
    }
  }

  /** READ CAPACITY (10) (SBC-3, section 5.15). */
  record ReadCapacity10(long lba, boolean partialMediumIndicator) implements BlockCommand {
    static ReadCapacity10 decode(Cdb cdb) {
      return new ReadCapacity10(cdb.u32(2), cdb.bit(8, 0));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.readCapacity10(this);
    }

    @Override
    public Cdb encode() {
      return Form.TEN.encode(0x25, 0, lba, partialMediumIndicator ? 1 : 0);
    }
  }

  /** READ CAPACITY (16) (SBC-3, section 5.16). */
  record ReadCapacity16(long lba, boolean partialMediumIndicator, long allocationLength)
      implements BlockCommand {
    static ReadCapacity16 decode(Cdb cdb) {
      return new ReadCapacity16(cdb.u64(2), cdb.bit(14, 0), cdb.u32(10));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.readCapacity16(this);
    }

    @Override
    public Cdb encode() {
      var bytes = new byte[16];
      bytes[0] = (byte) 0x9e;
      bytes[1] = 0x10;
      Bytes.put64(bytes, 2, lba);
      Bytes.put32(bytes, 10, allocationLength);
      bytes[14] = (byte) (partialMediumIndicator ? 1 : 0);
      return new Cdb(bytes);
    }
  }

  /** READ FORMAT CAPACITIES (MMC-6, section 6.23). */
  record ReadFormatCapacities(int allocationLength) implements BlockCommand {
    static ReadFormatCapacities decode(Cdb cdb) {
      return new ReadFormatCapacities(cdb.u16(7));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.readFormatCapacities(this);
    }

    @Override
    public Cdb encode() {
      return Form.TEN.encode(0x23, 0, 0, allocationLength);
    }
  }

  /** START STOP UNIT (SBC-3, section 5.25). */
  record StartStopUnit(
      boolean immediate, int powerCondition, boolean noFlush, boolean loadEject, boolean start)
      implements BlockCommand {
    static StartStopUnit decode(Cdb cdb) {
      return new StartStopUnit(
          cdb.bit(1, 0), cdb.u8(4) >> 4, cdb.bit(4, 2), cdb.bit(4, 1), cdb.bit(4, 0));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.startStopUnit(this);
    }

    @Override
    public Cdb encode() {
      int flags = (noFlush ? 4 : 0) | (loadEject ? 2 : 0) | (start ? 1 : 0);
      return Cdb.of(0x1b, immediate ? 1 : 0, 0, 0, powerCondition << 4 | flags, 0);
    }
  }

  /** PREVENT ALLOW MEDIUM REMOVAL (SBC-3, section 5.13). */
  record PreventAllowMediumRemoval(boolean prevent) implements BlockCommand {
    static PreventAllowMediumRemoval decode(Cdb cdb) {
      return new PreventAllowMediumRemoval(cdb.bit(4, 0));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.preventAllowMediumRemoval(this);
    }

    @Override
    public Cdb encode() {
      return Cdb.of(0x1e, 0, 0, 0, prevent ? 1 : 0, 0);
    }
  }

  private static int cacheFlags(boolean disablePageOut, boolean forceUnitAccess) {
    return (disablePageOut ? 0x10 : 0) | (forceUnitAccess ? 0x08 : 0);
  }
}
