package dev.umsim.core.scsi;

/** The commands of units that hold blocks (SBC-3, and two of MMC-6 that every stick knows). */
public sealed interface BlockCommand extends UnitCommand {

  /**
   * How wide the fields of a command that names blocks are: 21, 32, 32 or 64 bits for the LBA, and
   * 8, 16, 32 or 32 for the count.
   */
  enum Form {
    SIX,
    TEN,
    TWELVE,
    SIXTEEN;

    static Form of(Cdb cdb) {
      return switch (cdb.operationCode() >> 5) {
        case 0 -> SIX;
        case 4 -> SIXTEEN;
        case 5 -> TWELVE;
        default -> TEN;
      };
    }

    long lba(Cdb cdb) {
      return switch (this) {
        case SIX -> (cdb.u8(1) & 0x1f) << 16 | cdb.u16(2);
        case TEN, TWELVE -> cdb.u32(2);
        case SIXTEEN -> cdb.u64(2);
      };
    }

    /** The count; in the form of 6 bytes 0 stands for 256 (SBC-3, section 5.8). */
    long blockCount(Cdb cdb) {
      return switch (this) {
        case SIX -> cdb.u8(4) == 0 ? 256 : cdb.u8(4);
        case TEN -> cdb.u16(7);
        case TWELVE -> cdb.u32(6);
        case SIXTEEN -> cdb.u32(10);
      };
    }

    /** A CDB of this form. */
    Cdb encode(Operation operation, int flags, long lba, long blockCount) {
      var bytes = new byte[Cdb.lengthFor(operation.code())];
      bytes[0] = (byte) operation.code();
      bytes[1] = (byte) flags;
      switch (this) {
        case SIX -> {
          bytes[1] |= (byte) (lba >> 16 & 0x1f);
          Bytes.put16(bytes, 2, (int) lba);
          bytes[4] = (byte) blockCount;
        }
        case TEN -> {
          Bytes.put32(bytes, 2, lba);
          Bytes.put16(bytes, 7, (int) blockCount);
        }
        case TWELVE -> {
          Bytes.put32(bytes, 2, lba);
          Bytes.put32(bytes, 6, blockCount);
        }
        case SIXTEEN -> {
          Bytes.put64(bytes, 2, lba);
          Bytes.put32(bytes, 10, blockCount);
        }
      }
      return new Cdb(bytes);
    }
  }

  /** The forms of commands that have none of 6 bytes. */
  enum LongForm {
    TEN(Form.TEN),
    TWELVE(Form.TWELVE),
    SIXTEEN(Form.SIXTEEN);

    private final Form width;

    LongForm(Form width) {
      this.width = width;
    }

    static LongForm of(Cdb cdb) {
      return switch (Form.of(cdb)) {
        case SIX, TEN -> TEN;
        case TWELVE -> TWELVE;
        case SIXTEEN -> SIXTEEN;
      };
    }
  }

  /** The forms of commands that have neither one of 6 nor one of 12 bytes. */
  enum TenOrSixteen {
    TEN(Form.TEN),
    SIXTEEN(Form.SIXTEEN);

    private final Form width;

    TenOrSixteen(Form width) {
      this.width = width;
    }

    static TenOrSixteen of(Cdb cdb) {
      return Form.of(cdb) == Form.SIXTEEN ? SIXTEEN : TEN;
    }
  }

  /** READ (6), (10), (12) and (16) (SBC-3, sections 5.7 to 5.11). */
  record Read(Form form, long lba, long blockCount, boolean disablePageOut, boolean forceUnitAccess)
      implements BlockCommand {
    static Read decode(Cdb cdb) {
      var form = Form.of(cdb);
      boolean flags = form != Form.SIX;
      return new Read(
          form,
          form.lba(cdb),
          form.blockCount(cdb),
          flags && cdb.bit(1, 4),
          flags && cdb.bit(1, 3));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.read(this);
    }

    @Override
    public Cdb encode() {
      return form.encode(
          switch (form) {
            case SIX -> Operation.READ_6;
            case TEN -> Operation.READ_10;
            case TWELVE -> Operation.READ_12;
            case SIXTEEN -> Operation.READ_16;
          },
          cacheFlags(disablePageOut, forceUnitAccess),
          lba,
          blockCount);
    }
  }

  /** WRITE (6), (10), (12) and (16) (SBC-3, sections 5.31 to 5.34). */
  record Write(
      Form form, long lba, long blockCount, boolean disablePageOut, boolean forceUnitAccess)
      implements BlockCommand {
    static Write decode(Cdb cdb) {
      var form = Form.of(cdb);
      boolean flags = form != Form.SIX;
      return new Write(
          form,
          form.lba(cdb),
          form.blockCount(cdb),
          flags && cdb.bit(1, 4),
          flags && cdb.bit(1, 3));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.write(this);
    }

    @Override
    public Cdb encode() {
      return form.encode(
          switch (form) {
            case SIX -> Operation.WRITE_6;
            case TEN -> Operation.WRITE_10;
            case TWELVE -> Operation.WRITE_12;
            case SIXTEEN -> Operation.WRITE_16;
          },
          cacheFlags(disablePageOut, forceUnitAccess),
          lba,
          blockCount);
    }
  }

  /**
   * VERIFY (10), (12) and (16) (SBC-3, sections 5.28 to 5.30).
   *
   * @param byteCheck 0 the medium alone, 1 against as many blocks of data, 3 against one block
   */
  record Verify(LongForm form, long lba, long blockCount, boolean disablePageOut, int byteCheck)
      implements BlockCommand {
    static Verify decode(Cdb cdb) {
      var form = LongForm.of(cdb);
      return new Verify(
          form, form.width.lba(cdb), form.width.blockCount(cdb), cdb.bit(1, 4), cdb.u8(1) >> 1 & 3);
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.verify(this);
    }

    @Override
    public Cdb encode() {
      return form.width.encode(
          switch (form) {
            case TEN -> Operation.VERIFY_10;
            case TWELVE -> Operation.VERIFY_12;
            case SIXTEEN -> Operation.VERIFY_16;
          },
          cacheFlags(disablePageOut, false) | byteCheck << 1,
          lba,
          blockCount);
    }
  }

  /**
   * SYNCHRONIZE CACHE (10) and (16) (SBC-3, sections 5.26 and 5.27).
   *
   * @param blockCount 0 means to the end of the medium
   */
  record SynchronizeCache(TenOrSixteen form, long lba, long blockCount, boolean immediate)
      implements BlockCommand {
    static SynchronizeCache decode(Cdb cdb) {
      var form = TenOrSixteen.of(cdb);
      return new SynchronizeCache(
          form, form.width.lba(cdb), form.width.blockCount(cdb), cdb.bit(1, 1));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.synchronizeCache(this);
    }

    @Override
    public Cdb encode() {
      return form.width.encode(
          switch (form) {
            case TEN -> Operation.SYNCHRONIZE_CACHE_10;
            case SIXTEEN -> Operation.SYNCHRONIZE_CACHE_16;
          },
          immediate ? 0x02 : 0,
          lba,
          blockCount);
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
      return Form.TEN.encode(Operation.READ_CAPACITY_10, 0, lba, partialMediumIndicator ? 1 : 0);
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
      return Form.TEN.encode(Operation.READ_FORMAT_CAPACITIES, 0, 0, allocationLength);
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

  /**
   * WRITE AND VERIFY (10), (12) and (16) (SBC-3, sections 5.36 to 5.38).
   *
   * @param byteCheck 0 whether the blocks can be read again, 1 whether they hold what was written
   */
  record WriteAndVerify(
      LongForm form, long lba, long blockCount, boolean disablePageOut, int byteCheck)
      implements BlockCommand {
    static WriteAndVerify decode(Cdb cdb) {
      var form = LongForm.of(cdb);
      return new WriteAndVerify(
          form, form.width.lba(cdb), form.width.blockCount(cdb), cdb.bit(1, 4), cdb.u8(1) >> 1 & 3);
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.writeAndVerify(this);
    }

    @Override
    public Cdb encode() {
      return form.width.encode(
          switch (form) {
            case TEN -> Operation.WRITE_AND_VERIFY_10;
            case TWELVE -> Operation.WRITE_AND_VERIFY_12;
            case SIXTEEN -> Operation.WRITE_AND_VERIFY_16;
          },
          cacheFlags(disablePageOut, false) | byteCheck << 1,
          lba,
          blockCount);
    }
  }

  /**
   * WRITE SAME (10) and (16) (SBC-3, sections 5.40 and 5.41).
   *
   * @param unmap whether the blocks may be given back instead
   * @param noDataOut NDOB: no block is sent, zeros are meant; in the form of 16 bytes only
   */
  record WriteSame(TenOrSixteen form, long lba, long blockCount, boolean unmap, boolean noDataOut)
      implements BlockCommand {
    static WriteSame decode(Cdb cdb) {
      var form = TenOrSixteen.of(cdb);
      return new WriteSame(
          form,
          form.width.lba(cdb),
          form.width.blockCount(cdb),
          cdb.bit(1, 3),
          form == TenOrSixteen.SIXTEEN && cdb.bit(1, 0));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.writeSame(this);
    }

    @Override
    public Cdb encode() {
      int flags = (unmap ? 0x08 : 0) | (noDataOut ? 0x01 : 0);
      return form.width.encode(
          switch (form) {
            case TEN -> Operation.WRITE_SAME_10;
            case SIXTEEN -> Operation.WRITE_SAME_16;
          },
          flags,
          lba,
          blockCount);
    }
  }

  /** UNMAP (SBC-3, section 5.28). */
  record Unmap(int parameterListLength) implements BlockCommand {
    static Unmap decode(Cdb cdb) {
      return new Unmap(cdb.u16(7));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.unmap(this);
    }

    @Override
    public Cdb encode() {
      return Form.TEN.encode(Operation.UNMAP, 0, 0, parameterListLength);
    }
  }

  /** GET LBA STATUS (SBC-3, section 5.4). */
  record GetLbaStatus(long lba, long allocationLength) implements BlockCommand {
    static GetLbaStatus decode(Cdb cdb) {
      return new GetLbaStatus(cdb.u64(2), cdb.u32(10));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.getLbaStatus(this);
    }

    @Override
    public Cdb encode() {
      return Form.SIXTEEN.encode(Operation.GET_LBA_STATUS, 0x12, lba, allocationLength);
    }
  }

  /** SEEK (10) (SBC-2, obsolete since). */
  record Seek(long lba) implements BlockCommand {
    static Seek decode(Cdb cdb) {
      return new Seek(cdb.u32(2));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.seek(this);
    }

    @Override
    public Cdb encode() {
      return Form.TEN.encode(Operation.SEEK_10, 0, lba, 0);
    }
  }

  /**
   * FORMAT UNIT (SBC-3, section 5.2).
   *
   * @param longList whether the parameter list begins with the long header
   * @param formatData whether there is a parameter list
   * @param completeList CMPLST
   */
  record FormatUnit(boolean longList, boolean formatData, boolean completeList)
      implements BlockCommand {
    static FormatUnit decode(Cdb cdb) {
      return new FormatUnit(cdb.bit(1, 5), cdb.bit(1, 4), cdb.bit(1, 3));
    }

    @Override
    public Intent executeOn(DeviceServer server) throws CheckConditionException {
      return server.formatUnit(this);
    }

    @Override
    public Cdb encode() {
      int flags = (longList ? 0x20 : 0) | (formatData ? 0x10 : 0) | (completeList ? 0x08 : 0);
      return Cdb.of(0x04, flags, 0, 0, 0, 0);
    }
  }

  private static int cacheFlags(boolean disablePageOut, boolean forceUnitAccess) {
    return (disablePageOut ? 0x10 : 0) | (forceUnitAccess ? 0x08 : 0);
  }
}
