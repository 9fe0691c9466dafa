package dev.umsim.core.scsi;

import dev.umsim.core.scsi.MultimediaCommand.ReadSubChannel;

/**
 * What READ SUB-CHANNEL tells of a disc with one data track (MMC-3, section 6.1.18): nothing is
 * played, the position is the beginning, and there are no catalogue numbers.
 */
final class SubChannel {
  private static final int POSITION = 1;
  private static final int CATALOGUE_NUMBER = 2;
  private static final int RECORDING_CODE = 3;
  private static final int TRACK = 1;
  private static final int INDEX = 1;

  /** Header, and the block of the three formats: AUDIO STATUS 0 means that there is none. */
  private static final int HEADER_BYTES = 4;

  private static final int POSITION_BYTES = 16;
  private static final int NUMBER_BYTES = 24;

  private SubChannel() {}

  static byte[] read(ReadSubChannel command) throws CheckConditionException {
    if (!command.subQ()) {
      // The header alone; what format it would be does not matter.
      return new byte[HEADER_BYTES];
    }
    return switch (command.format()) {
      case POSITION -> position(command.minutesSecondsFrames());
      case CATALOGUE_NUMBER -> block(NUMBER_BYTES, CATALOGUE_NUMBER);
      case RECORDING_CODE -> recordingCode(command.track());
      default -> throw new CheckConditionException(SenseData.invalidCdbByte(3));
    };
  }

  private static byte[] position(boolean minutesSecondsFrames) {
    var bytes = block(POSITION_BYTES, POSITION);
    bytes[5] = TableOfContents.DATA_TRACK;
    bytes[6] = TRACK;
    bytes[7] = INDEX;
    Disc.putAddress(bytes, 8, 0, minutesSecondsFrames);
    // The address within the track is 0 in both notations: a duration has no lead-in.
    return bytes;
  }

  private static byte[] recordingCode(int track) throws CheckConditionException {
    if (track != TRACK) {
      throw new CheckConditionException(SenseData.invalidCdbByte(6));
    }
    var bytes = block(NUMBER_BYTES, RECORDING_CODE);
    bytes[5] = TableOfContents.DATA_TRACK;
    bytes[6] = TRACK;
    return bytes;
  }

  private static byte[] block(int length, int format) {
    var bytes = new byte[length];
    Bytes.put16(bytes, 2, length - HEADER_BYTES);
    bytes[4] = (byte) format;
    return bytes;
  }
}
