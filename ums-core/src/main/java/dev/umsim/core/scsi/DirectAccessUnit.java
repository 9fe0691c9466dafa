package dev.umsim.core.scsi;

import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.BlockCommand.FormatUnit;
import dev.umsim.core.scsi.BlockCommand.GetLbaStatus;
import dev.umsim.core.scsi.BlockCommand.ReadCapacity16;
import dev.umsim.core.scsi.BlockCommand.Unmap;
import dev.umsim.core.scsi.BlockCommand.Write;
import dev.umsim.core.scsi.BlockCommand.WriteAndVerify;
import dev.umsim.core.scsi.BlockCommand.WriteSame;
import java.util.List;

/** A disk: a direct access block device, fixed or with media that come and go (SBC-3). */
public final class DirectAccessUnit extends BlockUnit {
  private static final int WRITE_PROTECT = 0x80;
  private static final int DPO_AND_FUA = 0x10;

  private final int physicalExponent;
  private final ModePage flexibleDisk;
  private final ModePage caching;

  /**
   * A disk over a slot.
   *
   * @param serialNumber of the unit, in ASCII
   * @param lun distinguishes units of one device that share a serial number
   * @param writeCache whether writes may at first wait for SYNCHRONIZE CACHE before they are
   *     durable
   * @param physicalExponent a physical block is 2 to this power logical ones, 0 to 15
   */
  public DirectAccessUnit(
      MediumSlot slot,
      InquiryData inquiryData,
      String serialNumber,
      int lun,
      boolean writeCache,
      int physicalExponent) {
    this(
        slot,
        inquiryData,
        new VitalProductData(DeviceType.DISK, inquiryData, serialNumber, lun),
        DiskModePages.flexibleDisk(),
        DiskModePages.caching(writeCache),
        physicalExponent);
  }

  private DirectAccessUnit(
      MediumSlot slot,
      InquiryData inquiryData,
      VitalProductData vitalProductData,
      ModePage flexibleDisk,
      ModePage caching,
      int physicalExponent) {
    super(slot, inquiryData, vitalProductData, DiskModePages.with(flexibleDisk, caching));
    this.flexibleDisk = flexibleDisk;
    this.caching = caching;
    this.physicalExponent = physicalExponent;
  }

  @Override
  public DeviceType type() {
    return DeviceType.DISK;
  }

  @Override
  int deviceSpecificParameter() {
    boolean protectedMedium = slot().medium().filter(Medium::writeProtected).isPresent();
    return (protectedMedium ? WRITE_PROTECT : 0) | DPO_AND_FUA;
  }

  @Override
  void refreshModePages() {
    DiskModePages.describe(flexibleDisk, capacity());
  }

  @Override
  int blockSizeWithoutMedium() {
    return 512;
  }

  @Override
  public boolean writesThrough() {
    return !DiskModePages.writeCacheEnabled(caching);
  }

  @Override
  public Intent readCapacity16(ReadCapacity16 command) throws CheckConditionException {
    requireNoStrayLba(command.lba(), command.partialMediumIndicator());
    var medium = requireMedium();
    return Intent.Reply.allocated(
        capacityOf(medium).encode16(physicalExponent, medium.thin()), command.allocationLength());
  }

  private Medium requireWritable() throws CheckConditionException {
    var medium = requireMedium();
    if (medium.writeProtected()) {
      throw new CheckConditionException(SenseData.of(Sense.WRITE_PROTECTED));
    }
    return medium;
  }

  @Override
  public Intent write(Write command) throws CheckConditionException {
    requireInRange(requireWritable(), command.lba(), command.blockCount());
    return command.blockCount() == 0
        ? Intent.GOOD
        : new Intent.WriteBlocks(command.lba(), command.blockCount(), command.forceUnitAccess());
  }

  @Override
  public Intent writeAndVerify(WriteAndVerify command) throws CheckConditionException {
    if (command.byteCheck() > 1) {
      throw new CheckConditionException(SenseData.invalidCdbBit(1, 2));
    }
    requireInRange(requireWritable(), command.lba(), command.blockCount());
    return command.blockCount() == 0
        ? Intent.GOOD
        : new Intent.WriteAndVerifyBlocks(
            command.lba(), command.blockCount(), command.byteCheck() == 1);
  }

  /** How many blocks has to be said: 0 does not mean all (WSNZ of the block limits page). */
  @Override
  public Intent writeSame(WriteSame command) throws CheckConditionException {
    boolean thin = slot().medium().filter(Medium::thin).isPresent();
    if (command.unmap() && slot().medium().isPresent() && !thin) {
      throw new CheckConditionException(SenseData.invalidCdbBit(1, 3));
    }
    if (command.blockCount() == 0
        || command.blockCount() > VitalProductData.MAX_WRITE_SAME_BLOCKS) {
      int at = command.form() == BlockCommand.TenOrSixteen.TEN ? 7 : 10;
      throw new CheckConditionException(SenseData.invalidCdbByte(at));
    }
    requireInRange(requireWritable(), command.lba(), command.blockCount());
    return new Intent.WriteSame(
        command.lba(), command.blockCount(), command.noDataOut(), command.unmap());
  }

  /** A medium that gives no blocks back has no UNMAP, as its provisioning page says. */
  @Override
  public boolean supports(Operation operation) {
    boolean full = slot().medium().filter(medium -> !medium.thin()).isPresent();
    return super.supports(operation) && !(operation == Operation.UNMAP && full);
  }

  @Override
  public Intent unmap(Unmap command) throws CheckConditionException {
    var medium = requireWritable();
    if (command.parameterListLength() == 0) {
      return Intent.GOOD;
    }
    return new Intent.Parameters(
        command.parameterListLength(),
        false,
        whileTheMediumStays(
            list -> new Intent.Deallocate(UnmapParameters.decode(list, medium.blockCount()))));
  }

  @Override
  public Intent getLbaStatus(GetLbaStatus command) throws CheckConditionException {
    var medium = requireMedium();
    requireInRange(medium, command.lba(), 1);
    var extent = medium.extentAt(command.lba());
    var header = new byte[8];
    Bytes.put32(header, 0, 4 + 16);
    var descriptor = new byte[16];
    Bytes.put64(descriptor, 0, command.lba());
    Bytes.put32(descriptor, 8, Capacity.saturated(extent.blockCount()));
    descriptor[12] = (byte) (extent.allocated() ? 0 : 1);
    return Intent.Reply.allocated(
        Bytes.join(List.of(header, descriptor)), command.allocationLength());
  }

  /**
   * The medium is always formatted. Formatting it again leaves the blocks as they are, which the
   * standard allows, and harms no image.
   */
  @Override
  public Intent formatUnit(FormatUnit command) throws CheckConditionException {
    var medium = requireWritable();
    if (!command.formatData()) {
      return Intent.GOOD;
    }
    int mostBytes =
        command.longList() ? FormatParameters.LONG_HEADER_BYTES : FormatParameters.MOST_BYTES;
    return new Intent.Parameters(
        mostBytes, true, whileTheMediumStays(list -> format(list, command.longList(), medium)));
  }

  private static Intent format(byte[] list, boolean longHeader, Medium medium)
      throws CheckConditionException {
    FormatParameters.check(list, longHeader, capacityOf(medium));
    return Intent.GOOD;
  }
}
