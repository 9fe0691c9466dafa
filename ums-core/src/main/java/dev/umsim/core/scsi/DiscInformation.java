package dev.umsim.core.scsi;

import dev.umsim.core.scsi.MultimediaCommand.ReadHeader;
import dev.umsim.core.scsi.MultimediaCommand.ReadTrackInformation;

/**
 * What READ DISC INFORMATION, READ TRACK INFORMATION and READ HEADER tell of a disc with one data
 * track (MMC-6, sections 6.21 and 6.26, and MMC-3).
 */
final class DiscInformation {
  private static final int BY_BLOCK = 0;
  private static final int BY_SESSION = 2;

  /** The only track, and the only session. */
  private static final int ONLY = 1;

  /** The data mode of a track whose blocks have 2048 bytes and a correction code. */
  private static final int MODE_1 = 1;

  private static final int DATA_UNINTERRUPTED = 4;

  private DiscInformation() {}

  /** A finished disc of one finished session, for unrestricted use. */
  static byte[] ofDisc() {
    var bytes = new byte[34];
    Bytes.put16(bytes, 0, bytes.length - 2);
    bytes[2] = 0x0e;
    bytes[3] = ONLY;
    bytes[4] = ONLY;
    bytes[5] = ONLY;
    bytes[6] = ONLY;
    bytes[7] = 0x20;
    return bytes;
  }

  /** Refuses a type of address that there is not, whatever the disc is. */
  static void requireAddressType(ReadTrackInformation command) throws CheckConditionException {
    if (command.addressType() > BY_SESSION) {
      throw new CheckConditionException(SenseData.invalidCdbBit(1, 1));
    }
  }

  static byte[] ofTrack(Disc disc, ReadTrackInformation command) throws CheckConditionException {
    if (command.addressType() == BY_BLOCK) {
      requireOnDisc(disc, command.address());
    } else if (command.address() != ONLY) {
      throw new CheckConditionException(SenseData.invalidCdbByte(2));
    }
    var bytes = new byte[36];
    Bytes.put16(bytes, 0, bytes.length - 2);
    bytes[2] = ONLY;
    bytes[3] = ONLY;
    bytes[5] = DATA_UNINTERRUPTED;
    bytes[6] = MODE_1;
    Bytes.put32(bytes, 24, disc.leadOut());
    return bytes;
  }

  static byte[] ofBlock(Disc disc, ReadHeader command) throws CheckConditionException {
    requireOnDisc(disc, command.lba());
    var bytes = new byte[8];
    bytes[0] = MODE_1;
    Disc.putAddress(bytes, 4, command.lba(), command.minutesSecondsFrames());
    return bytes;
  }

  private static void requireOnDisc(Disc disc, long block) throws CheckConditionException {
    if (Long.compareUnsigned(block, disc.blockCount()) >= 0) {
      throw new CheckConditionException(SenseData.of(Sense.LBA_OUT_OF_RANGE));
    }
  }
}
