package dev.umsim.core.scsi;

import java.util.List;

/** A CD-ROM drive with a disc of one data track (MMC-6). */
public final class CdRomUnit extends BlockUnit {
  /** Bytes in a block of a data track. */
  public static final int BLOCK_SIZE = 2048;

  /**
   * A drive over a slot, whose media have blocks of 2048 bytes.
   *
   * @param serialNumber of the unit, in ASCII
   * @param lun distinguishes units of one device that share a serial number
   */
  public CdRomUnit(MediumSlot slot, InquiryData inquiryData, String serialNumber, int lun) {
    super(
        slot,
        inquiryData,
        new VitalProductData(DeviceType.CD_ROM, inquiryData, serialNumber, lun),
        new ModeParameters(List.of()));
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
  int blockSizeWithoutMedium() {
    return BLOCK_SIZE;
  }

  @Override
  public boolean writesThrough() {
    return true;
  }
}
