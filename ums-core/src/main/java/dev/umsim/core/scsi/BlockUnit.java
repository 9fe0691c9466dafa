package dev.umsim.core.scsi;

import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.BlockCommand.PreventAllowMediumRemoval;
import dev.umsim.core.scsi.BlockCommand.Read;
import dev.umsim.core.scsi.BlockCommand.ReadCapacity10;
import dev.umsim.core.scsi.BlockCommand.ReadFormatCapacities;
import dev.umsim.core.scsi.BlockCommand.Seek;
import dev.umsim.core.scsi.BlockCommand.StartStopUnit;
import dev.umsim.core.scsi.BlockCommand.SynchronizeCache;
import dev.umsim.core.scsi.BlockCommand.Verify;
import dev.umsim.core.scsi.PrimaryCommand.Inquiry;
import dev.umsim.core.scsi.PrimaryCommand.ModeSelect;
import dev.umsim.core.scsi.PrimaryCommand.ModeSense;
import dev.umsim.core.scsi.PrimaryCommand.ReportSupportedOperationCodes;
import dev.umsim.core.scsi.PrimaryCommand.SendDiagnostic;
import dev.umsim.core.scsi.PrimaryCommand.TestUnitReady;
import java.util.Optional;

/**
 * What disks and CD drives have in common: blocks that are read, and a medium that may come and go.
 */
abstract sealed class BlockUnit implements DeviceServer permits DirectAccessUnit, CdRomUnit {
  private static final int BYTE_CHECK_RESERVED = 2;

  private final MediumSlot slot;
  private final InquiryData inquiryData;
  private final VitalProductData vitalProductData;
  private final ModeParameters modeParameters;

  BlockUnit(
      MediumSlot slot,
      InquiryData inquiryData,
      VitalProductData vitalProductData,
      ModeParameters modeParameters) {
    this.slot = slot;
    this.inquiryData = inquiryData;
    this.vitalProductData = vitalProductData;
    this.modeParameters = modeParameters;
  }

  /** DEVICE-SPECIFIC PARAMETER of the mode parameter header. */
  abstract int deviceSpecificParameter();

  /** Brings mode pages up to date that tell how the unit is, before they are looked at. */
  void refreshModePages() {}

  /** Bytes of a block of the media that may be in the slot, while none is. */
  abstract int blockSizeWithoutMedium();

  @Override
  public final MediumSlot slot() {
    return slot;
  }

  @Override
  public void resetSettings() {
    modeParameters.reset();
  }

  final Medium requireMedium() throws CheckConditionException {
    return slot.medium()
        .orElseThrow(() -> new CheckConditionException(SenseData.of(Sense.MEDIUM_NOT_PRESENT)));
  }

  final void requireInRange(Medium medium, long lba, long blockCount)
      throws CheckConditionException {
    if (!new BlockRange(lba, blockCount).within(medium.blockCount())) {
      throw new CheckConditionException(SenseData.of(Sense.LBA_OUT_OF_RANGE));
    }
  }

  static Capacity capacityOf(Medium medium) {
    return new Capacity(medium.blockCount(), medium.blockSize());
  }

  final Optional<Capacity> capacity() {
    return slot.medium().map(BlockUnit::capacityOf);
  }

  /**
   * Looks at a parameter list that is about the medium, if that is still the one that was there
   * when the command came.
   */
  final Intent.ParameterHandler whileTheMediumStays(Intent.ParameterHandler handler) {
    int generation = slot.generation();
    return list -> {
      if (slot.generation() != generation) {
        throw new CheckConditionException(SenseData.of(Sense.MEDIUM_NOT_PRESENT));
      }
      return handler.accept(list);
    };
  }

  @Override
  public Intent testUnitReady(TestUnitReady command) throws CheckConditionException {
    requireMedium();
    return Intent.GOOD;
  }

  @Override
  public Intent inquiry(Inquiry command) throws CheckConditionException {
    if (command.vitalProductData()) {
      boolean thin = slot.medium().filter(Medium::thin).isPresent();
      var page =
          vitalProductData
              .page(command.page(), thin)
              .orElseThrow(() -> new CheckConditionException(SenseData.invalidCdbByte(2)));
      return Intent.Reply.allocated(page, command.allocationLength());
    }
    if (command.page() != 0) {
      throw new CheckConditionException(SenseData.invalidCdbByte(2));
    }
    return Intent.Reply.allocated(
        inquiryData.encode(type(), slot.isRemovable()), command.allocationLength());
  }

  @Override
  public Intent modeSense(ModeSense command) throws CheckConditionException {
    refreshModePages();
    var capacity = type() == DeviceType.DISK ? capacity() : Optional.<Capacity>empty();
    return Intent.Reply.allocated(
        modeParameters.sense(command, deviceSpecificParameter(), capacity),
        command.allocationLength());
  }

  @Override
  public Intent modeSelect(ModeSelect command) throws CheckConditionException {
    refreshModePages();
    return modeParameters.select(command, capacity());
  }

  @Override
  public Intent reportSupportedOperationCodes(ReportSupportedOperationCodes command)
      throws CheckConditionException {
    return Intent.Reply.allocated(
        SupportedOperationCodes.report(this, command), command.allocationLength());
  }

  /**
   * The default self test always passes; nothing else can be diagnosed. DEVOFFL and UNITOFFL only
   * permit a test to do what this one has no use for.
   */
  @Override
  public Intent sendDiagnostic(SendDiagnostic command) throws CheckConditionException {
    if (command.selfTestCode() != 0) {
      throw new CheckConditionException(SenseData.invalidCdbBit(1, 7));
    }
    if (command.parameterListLength() != 0) {
      throw new CheckConditionException(SenseData.invalidCdbByte(3));
    }
    return Intent.GOOD;
  }

  @Override
  public Intent startStopUnit(StartStopUnit command) throws CheckConditionException {
    boolean powerConditionGiven = command.powerCondition() != 0;
    if (powerConditionGiven || !slot.isRemovable() || !command.loadEject()) {
      boolean stops = !powerConditionGiven && !command.start() && !command.noFlush();
      return stops ? synchronizeThen(command.immediate(), () -> {}) : Intent.GOOD;
    }
    return command.start() ? load() : eject(command);
  }

  private Intent load() throws CheckConditionException {
    if (slot.isEjected() && slot.removalPrevented()) {
      throw new CheckConditionException(SenseData.of(Sense.MEDIUM_REMOVAL_PREVENTED));
    }
    if (slot.medium().isEmpty() && !slot.isEjected()) {
      throw new CheckConditionException(SenseData.of(Sense.MEDIUM_NOT_PRESENT));
    }
    return new Intent.Effect(slot::load);
  }

  private Intent eject(StartStopUnit command) throws CheckConditionException {
    if (slot.medium().isEmpty()) {
      return Intent.GOOD;
    }
    if (slot.removalPrevented()) {
      throw new CheckConditionException(SenseData.of(Sense.MEDIUM_REMOVAL_PREVENTED));
    }
    return command.noFlush()
        ? new Intent.Effect(slot::eject)
        : synchronizeThen(command.immediate(), slot::eject);
  }

  /** Writes out what may be cached, if anything can be. */
  private Intent synchronizeThen(boolean immediate, Runnable then) {
    boolean needed = slot.medium().filter(medium -> !medium.writeProtected()).isPresent();
    return needed ? new Intent.Synchronize(immediate, then) : new Intent.Effect(then);
  }

  /** A medium that stays cannot be kept from going; macOS relies on the refusal. */
  @Override
  public boolean supports(Operation operation) {
    return operation != Operation.PREVENT_ALLOW_MEDIUM_REMOVAL || slot.isRemovable();
  }

  @Override
  public Intent preventAllowMediumRemoval(PreventAllowMediumRemoval command) {
    return new Intent.Effect(() -> slot.preventRemoval(command.prevent()));
  }

  @Override
  public Intent readFormatCapacities(ReadFormatCapacities command) {
    var list =
        slot.medium()
            .map(medium -> capacityOf(medium).encodeFormatCapacities())
            .orElseGet(() -> Capacity.encodeNoMedium(blockSizeWithoutMedium()));
    return Intent.Reply.allocated(list, command.allocationLength());
  }

  @Override
  public Intent readCapacity10(ReadCapacity10 command) throws CheckConditionException {
    requireNoStrayLba(command.lba(), command.partialMediumIndicator());
    return Intent.Reply.fixed(capacityOf(requireMedium()).encode10());
  }

  static void requireNoStrayLba(long lba, boolean partialMediumIndicator)
      throws CheckConditionException {
    if (lba != 0 && !partialMediumIndicator) {
      throw new CheckConditionException(SenseData.invalidCdbByte(2));
    }
  }

  @Override
  public Intent read(Read command) throws CheckConditionException {
    requireInRange(requireMedium(), command.lba(), command.blockCount());
    return command.blockCount() == 0
        ? Intent.GOOD
        : new Intent.ReadBlocks(command.lba(), command.blockCount());
  }

  @Override
  public Intent seek(Seek command) throws CheckConditionException {
    requireInRange(requireMedium(), command.lba(), 1);
    return Intent.GOOD;
  }

  @Override
  public Intent verify(Verify command) throws CheckConditionException {
    if (command.byteCheck() == BYTE_CHECK_RESERVED) {
      throw new CheckConditionException(SenseData.invalidCdbBit(1, 2));
    }
    requireInRange(requireMedium(), command.lba(), command.blockCount());
    if (command.blockCount() == 0) {
      return Intent.GOOD;
    }
    return switch (command.byteCheck()) {
      case 0 -> new Intent.VerifyBlocks(command.lba(), command.blockCount());
      case 1 -> new Intent.CompareBlocks(command.lba(), command.blockCount());
      default -> new Intent.CompareWithOneBlock(command.lba(), command.blockCount());
    };
  }

  @Override
  public Intent synchronizeCache(SynchronizeCache command) throws CheckConditionException {
    requireInRange(requireMedium(), command.lba(), command.blockCount());
    return synchronizeThen(command.immediate(), () -> {});
  }
}
