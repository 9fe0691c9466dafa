package dev.umsim.core.scsi;

import dev.umsim.core.scsi.MultimediaCommand.ReadDvdStructure;
import java.util.List;

/** What READ DVD STRUCTURE tells of a DVD-ROM of one layer (MMC-6, section 6.22). */
final class DvdStructure {
  private static final int PHYSICAL_FORMAT = 0x00;
  private static final int COPYRIGHT = 0x01;
  private static final int MANUFACTURER = 0x04;
  private static final int LIST = 0xff;

  private static final int HEADER_BYTES = 4;

  /** A sector of the lead-in. */
  private static final int SECTOR_BYTES = 2048;

  private static final int COPYRIGHT_BYTES = 4;

  /** RDS: the structure can be read. */
  private static final int READABLE = 0x40;

  /** The sector number of block 0. */
  private static final int FIRST_SECTOR = 0x03_0000;

  private static final int LAST_SECTOR = 0xff_ffff;

  private DvdStructure() {}

  static byte[] read(Disc disc, ReadDvdStructure command) throws CheckConditionException {
    return switch (command.format()) {
      case PHYSICAL_FORMAT -> physicalFormat(disc, command.layer());
      // No protection, no regions.
      case COPYRIGHT -> structure(COPYRIGHT_BYTES);
      case MANUFACTURER -> structure(SECTOR_BYTES);
      case LIST -> list();
      default -> throw new CheckConditionException(SenseData.invalidCdbByte(7));
    };
  }

  private static byte[] physicalFormat(Disc disc, int layer) throws CheckConditionException {
    if (layer != 0) {
      throw new CheckConditionException(SenseData.invalidCdbByte(6));
    }
    var structure = structure(SECTOR_BYTES);
    // DVD-ROM, version 1; 120 mm, no maximum rate; one embossed layer; the usual densities.
    structure[4] = 0x01;
    structure[5] = 0x0f;
    structure[6] = 0x01;
    Bytes.put32(structure, 8, FIRST_SECTOR);
    Bytes.put32(structure, 12, Math.min(disc.leadOut() + FIRST_SECTOR - 1, LAST_SECTOR));
    // There is no second layer, and so the end of layer 0 stays 0.
    return structure;
  }

  private static byte[] list() {
    var list =
        Bytes.join(
            List.of(
                new byte[HEADER_BYTES],
                entry(PHYSICAL_FORMAT, SECTOR_BYTES),
                entry(COPYRIGHT, COPYRIGHT_BYTES),
                entry(MANUFACTURER, SECTOR_BYTES)));
    Bytes.put16(list, 0, list.length - 2);
    return list;
  }

  private static byte[] entry(int format, int contentBytes) {
    var entry = new byte[4];
    entry[0] = (byte) format;
    entry[1] = READABLE;
    Bytes.put16(entry, 2, HEADER_BYTES + contentBytes);
    return entry;
  }

  private static byte[] structure(int contentBytes) {
    var structure = new byte[HEADER_BYTES + contentBytes];
    Bytes.put16(structure, 0, structure.length - 2);
    return structure;
  }
}
