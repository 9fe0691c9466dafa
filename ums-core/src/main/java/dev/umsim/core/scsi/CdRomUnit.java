package dev.umsim.core.scsi;

import dev.umsim.core.scsi.MultimediaCommand.GetConfiguration;
import dev.umsim.core.scsi.MultimediaCommand.GetEventStatusNotification;
import dev.umsim.core.scsi.MultimediaCommand.MechanismStatus;
import dev.umsim.core.scsi.MultimediaCommand.ReadDiscInformation;
import dev.umsim.core.scsi.MultimediaCommand.ReadDvdStructure;
import dev.umsim.core.scsi.MultimediaCommand.ReadHeader;
import dev.umsim.core.scsi.MultimediaCommand.ReadSubChannel;
import dev.umsim.core.scsi.MultimediaCommand.ReadToc;
import dev.umsim.core.scsi.MultimediaCommand.ReadTrackInformation;
import java.util.Optional;

/** A drive for CDs and DVDs with one data track (MMC-6): a disc is as large as its medium. */
public final class CdRomUnit extends BlockUnit {
  /** Bytes in a block of a data track. */
  public static final int BLOCK_SIZE = 2048;

  private static final int DOOR_OPEN = 0x10;

  private final ModePage capabilities;

  /**
   * A drive over a slot, which from now on takes only media with blocks of 2048 bytes.
   *
   * @param serialNumber of the unit, in ASCII
   * @param lun distinguishes units of one device that share a serial number
   * @throws IllegalArgumentException if there is a medium with other blocks in the slot
   */
  public CdRomUnit(MediumSlot slot, InquiryData inquiryData, String serialNumber, int lun) {
    this(
        slot,
        inquiryData,
        new VitalProductData(DeviceType.CD_ROM, inquiryData, serialNumber, lun),
        CdModePages.capabilities());
  }

  private CdRomUnit(
      MediumSlot slot,
      InquiryData inquiryData,
      VitalProductData vitalProductData,
      ModePage capabilities) {
    super(slot, inquiryData, vitalProductData, CdModePages.with(capabilities));
    this.capabilities = capabilities;
    slot.requireBlockSize(BLOCK_SIZE);
  }

  @Override
  public DeviceType type() {
    return DeviceType.CD_ROM;
  }

  @Override
  int deviceSpecificParameter() {
    return 0;
  }

  @Override
  void refreshModePages() {
    CdModePages.tellLocked(capabilities, slot().removalPrevented());
  }

  @Override
  int blockSizeWithoutMedium() {
    return BLOCK_SIZE;
  }

  @Override
  public boolean writesThrough() {
    return true;
  }

  private Optional<Disc> disc() {
    return slot().medium().map(medium -> new Disc(medium.blockCount()));
  }

  private Disc requireDisc() throws CheckConditionException {
    return new Disc(requireMedium().blockCount());
  }

  @Override
  public Intent readToc(ReadToc command) throws CheckConditionException {
    TableOfContents.requireFormat(command);
    return Intent.Reply.allocated(
        TableOfContents.read(requireDisc(), command), command.allocationLength());
  }

  @Override
  public Intent readHeader(ReadHeader command) throws CheckConditionException {
    return Intent.Reply.allocated(
        DiscInformation.ofBlock(requireDisc(), command), command.allocationLength());
  }

  @Override
  public Intent readSubChannel(ReadSubChannel command) throws CheckConditionException {
    var reply = SubChannel.read(command);
    requireMedium();
    return Intent.Reply.allocated(reply, command.allocationLength());
  }

  @Override
  public Intent getConfiguration(GetConfiguration command) throws CheckConditionException {
    return Intent.Reply.allocated(DriveFeatures.read(disc(), command), command.allocationLength());
  }

  /** Events are told to a host that polls, and to no other. */
  @Override
  public Intent getEventStatusNotification(GetEventStatusNotification command)
      throws CheckConditionException {
    if (!command.polled()) {
      throw new CheckConditionException(SenseData.invalidCdbBit(1, 0));
    }
    return Intent.Reply.allocated(MediaEvent.read(slot(), command), command.allocationLength());
  }

  @Override
  public Intent readDiscInformation(ReadDiscInformation command) throws CheckConditionException {
    if (command.dataType() != 0) {
      throw new CheckConditionException(SenseData.invalidCdbBit(1, 2));
    }
    requireMedium();
    return Intent.Reply.allocated(DiscInformation.ofDisc(), command.allocationLength());
  }

  @Override
  public Intent readTrackInformation(ReadTrackInformation command) throws CheckConditionException {
    DiscInformation.requireAddressType(command);
    return Intent.Reply.allocated(
        DiscInformation.ofTrack(requireDisc(), command), command.allocationLength());
  }

  @Override
  public Intent readDvdStructure(ReadDvdStructure command) throws CheckConditionException {
    if (command.mediaType() != 0) {
      throw new CheckConditionException(SenseData.invalidCdbBit(1, 3));
    }
    var disc = requireDisc();
    if (disc.isCompact()) {
      throw new CheckConditionException(SenseData.of(Sense.CANNOT_READ_MEDIUM_INCOMPATIBLE_FORMAT));
    }
    return Intent.Reply.allocated(DvdStructure.read(disc, command), command.allocationLength());
  }

  /** Nothing is done, the head is at the beginning, and there is no changer. */
  @Override
  public Intent mechanismStatus(MechanismStatus command) {
    var bytes = new byte[8];
    bytes[1] = (byte) (slot().isEjected() ? DOOR_OPEN : 0);
    return Intent.Reply.allocated(bytes, command.allocationLength());
  }
}
