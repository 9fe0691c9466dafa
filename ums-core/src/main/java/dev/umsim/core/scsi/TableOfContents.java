package dev.umsim.core.scsi;

import dev.umsim.core.scsi.MultimediaCommand.ReadToc;
import java.util.ArrayList;
import java.util.List;

/** What READ TOC tells of a disc with one data track (MMC-6, section 6.25). */
final class TableOfContents {
  private static final int TRACKS = 0;
  private static final int SESSIONS = 1;
  private static final int RAW = 2;

  private static final int TRACK = 1;
  private static final int SESSION = 1;
  private static final int LEAD_OUT = 0xaa;

  /** ADR 1: Q sub-channel holds the position. CONTROL 4: a data track that must not be copied. */
  static final int DATA_TRACK = 0x14;

  private TableOfContents() {}

  /** Refuses a format that there is not, whatever the disc is. */
  static void requireFormat(ReadToc command) throws CheckConditionException {
    if (command.format() > RAW) {
      throw new CheckConditionException(
          command.formatInControl()
              ? SenseData.invalidCdbBit(9, 7)
              : SenseData.invalidCdbBit(2, 3));
    }
  }

  static byte[] read(Disc disc, ReadToc command) throws CheckConditionException {
    return switch (command.format()) {
      case TRACKS -> tracks(disc, command);
      case SESSIONS -> sessions(command);
      default -> raw(disc, command);
    };
  }

  /** Format 0: where the tracks from the given one on begin, and where the lead-out does. */
  private static byte[] tracks(Disc disc, ReadToc command) throws CheckConditionException {
    int first = command.trackOrSession();
    if (first > TRACK && first != LEAD_OUT) {
      throw new CheckConditionException(SenseData.invalidCdbByte(6));
    }
    boolean msf = command.minutesSecondsFrames();
    var descriptors = new ArrayList<byte[]>();
    if (first != LEAD_OUT) {
      descriptors.add(track(TRACK, 0, msf));
    }
    descriptors.add(track(LEAD_OUT, disc.leadOut(), msf));
    return table(TRACK, TRACK, descriptors);
  }

  /**
   * Format 1: where the first track of the last session begins. The session asked for is of no
   * account.
   */
  private static byte[] sessions(ReadToc command) {
    return table(SESSION, SESSION, List.of(track(TRACK, 0, command.minutesSecondsFrames())));
  }

  private static byte[] track(int number, long block, boolean minutesSecondsFrames) {
    var descriptor = new byte[8];
    descriptor[1] = DATA_TRACK;
    descriptor[2] = (byte) number;
    Disc.putAddress(descriptor, 4, block, minutesSecondsFrames);
    return descriptor;
  }

  /** Format 2: the entries of the lead-in, whose addresses are always minutes and so on. */
  private static byte[] raw(Disc disc, ReadToc command) throws CheckConditionException {
    if (command.trackOrSession() > SESSION) {
      throw new CheckConditionException(SenseData.invalidCdbByte(6));
    }
    var firstTrack = entry(0xa0);
    firstTrack[8] = TRACK;
    var lastTrack = entry(0xa1);
    lastTrack[8] = TRACK;
    var leadOut = entry(0xa2);
    // The byte before the minute belongs to another field and stays 0.
    Disc.putAddress(leadOut, 7, disc.leadOut(), true);
    var track = entry(TRACK);
    Disc.putAddress(track, 7, 0, true);
    return table(SESSION, SESSION, List.of(firstTrack, lastTrack, leadOut, track));
  }

  private static byte[] entry(int point) {
    var entry = new byte[11];
    entry[0] = SESSION;
    entry[1] = DATA_TRACK;
    entry[3] = (byte) point;
    return entry;
  }

  private static byte[] table(int first, int last, List<byte[]> entries) {
    var header = new byte[4];
    header[2] = (byte) first;
    header[3] = (byte) last;
    var parts = new ArrayList<byte[]>();
    parts.add(header);
    parts.addAll(entries);
    var table = Bytes.join(parts);
    Bytes.put16(table, 0, table.length - 2);
    return table;
  }
}
