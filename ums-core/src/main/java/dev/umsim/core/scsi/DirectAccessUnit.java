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

/** A fixed disk: a direct access block device whose medium stays (SBC-3). */
public final class DirectAccessUnit implements DeviceServer {
  private static final int BYTE_CHECK_RESERVED = 2;

  private final Medium medium;
  private final InquiryData inquiryData;
  private final VitalProductData vitalProductData;
  private final ModeParameters modeParameters;
  private final boolean writeCache;

  /**
   * @param serialNumber of the unit, in ASCII
   * @param lun distinguishes units of one device that share a serial number
   * @param writeCache whether writes may wait for SYNCHRONIZE CACHE before they are durable
   */
  public DirectAccessUnit(
      Medium medium, InquiryData inquiryData, String serialNumber, int lun, boolean writeCache) {
    this.medium = medium;
    this.inquiryData = inquiryData;
    this.writeCache = writeCache;
    vitalProductData = new VitalProductData(inquiryData, serialNumber, lun);
    modeParameters = new ModeParameters(writeCache);
  }

  @Override
  public Medium medium() {
    return medium;
  }

  @Override
  public boolean writesThrough() {
    return !writeCache;
  }

  @Override
  public Intent testUnitReady(TestUnitReady command) {
    return Intent.GOOD;
  }

  @Override
  public Intent inquiry(Inquiry command) throws CheckConditionException {
    if (command.vitalProductData()) {
      var page =
          vitalProductData
              .page(command.page())
              .orElseThrow(() -> new CheckConditionException(SenseData.invalidCdbByte(2)));
      return Intent.Reply.allocated(page, command.allocationLength());
    }
    if (command.page() != 0) {
      throw new CheckConditionException(SenseData.invalidCdbByte(2));
    }
    return Intent.Reply.allocated(inquiryData.encode(), command.allocationLength());
  }

  @Override
  public Intent modeSense(ModeSense command) throws CheckConditionException {
    var parameters =
        modeParameters.sense(
            command, medium.blockCount(), medium.blockSize(), medium.writeProtected());
    return Intent.Reply.allocated(parameters, command.allocationLength());
  }

  /** There is nothing to eject and nothing that turns; stopping writes out what is cached. */
  @Override
  public Intent startStopUnit(StartStopUnit command) {
    boolean stops = command.powerCondition() == 0 && !command.start();
    return stops && !command.noFlush() ? new Intent.Synchronize(command.immediate()) : Intent.GOOD;
  }

  /** A medium that stays cannot be kept from going; hosts rely on the refusal (macOS does). */
  @Override
  public Intent preventAllowMediumRemoval(PreventAllowMediumRemoval command)
      throws CheckConditionException {
    throw new CheckConditionException(SenseData.of(Sense.INVALID_OPERATION_CODE));
  }

  @Override
  public Intent readFormatCapacities(ReadFormatCapacities command) {
    return Intent.Reply.allocated(capacity().encodeFormatCapacities(), command.allocationLength());
  }

  @Override
  public Intent readCapacity10(ReadCapacity10 command) throws CheckConditionException {
    requireNoStrayLba(command.lba(), command.partialMediumIndicator());
    return Intent.Reply.fixed(capacity().encode10());
  }

  @Override
  public Intent readCapacity16(ReadCapacity16 command) throws CheckConditionException {
    requireNoStrayLba(command.lba(), command.partialMediumIndicator());
    return Intent.Reply.allocated(capacity().encode16(), command.allocationLength());
  }

  private static void requireNoStrayLba(long lba, boolean partialMediumIndicator)
      throws CheckConditionException {
    if (lba != 0 && !partialMediumIndicator) {
      throw new CheckConditionException(SenseData.invalidCdbByte(2));
    }
  }

  @Override
  public Intent read(Read command) throws CheckConditionException {
    requireInRange(command.lba(), command.blockCount());
    return command.blockCount() == 0
        ? Intent.GOOD
        : new Intent.ReadBlocks(command.lba(), command.blockCount());
  }

  @Override
  public Intent write(Write command) throws CheckConditionException {
    if (medium.writeProtected()) {
      throw new CheckConditionException(SenseData.of(Sense.WRITE_PROTECTED));
    }
    requireInRange(command.lba(), command.blockCount());
    return command.blockCount() == 0
        ? Intent.GOOD
        : new Intent.WriteBlocks(command.lba(), command.blockCount(), command.forceUnitAccess());
  }

  @Override
  public Intent verify(Verify command) throws CheckConditionException {
    if (command.byteCheck() == BYTE_CHECK_RESERVED) {
      throw new CheckConditionException(SenseData.invalidCdbBit(1, 2));
    }
    requireInRange(command.lba(), command.blockCount());
    if (command.blockCount() == 0) {
      return Intent.GOOD;
    }
    return switch (command.byteCheck()) {
      case 0 -> new Intent.VerifyBlocks(command.lba(), command.blockCount());
      case 1 -> new Intent.CompareBlocks(command.lba(), command.blockCount(), false);
      default -> new Intent.CompareBlocks(command.lba(), command.blockCount(), true);
    };
  }

  @Override
  public Intent synchronizeCache(SynchronizeCache command) throws CheckConditionException {
    requireInRange(command.lba(), command.blockCount());
    return new Intent.Synchronize(command.immediate());
  }

  /** All numbers are unsigned, and none is added to another: a sum might wrap. */
  private void requireInRange(long lba, long blockCount) throws CheckConditionException {
    long capacity = medium.blockCount();
    if (Long.compareUnsigned(lba, capacity) > 0
        || Long.compareUnsigned(blockCount, capacity - lba) > 0) {
      throw new CheckConditionException(SenseData.of(Sense.LBA_OUT_OF_RANGE));
    }
  }

  private Capacity capacity() {
    return new Capacity(medium.blockCount(), medium.blockSize());
  }
}
