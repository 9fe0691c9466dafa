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
}
