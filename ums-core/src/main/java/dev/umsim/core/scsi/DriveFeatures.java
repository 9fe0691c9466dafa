package dev.umsim.core.scsi;

import dev.umsim.core.scsi.MultimediaCommand.GetConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What GET CONFIGURATION tells of a drive for CDs and DVDs: its features, and which of them the
 * medium makes current (MMC-6, section 5.3).
 */
final class DriveFeatures {
  private static final int CD_ROM = 0x0008;
  private static final int DVD_ROM = 0x0010;

  private static final int PERSISTENT = 0x02;
  private static final int CURRENT = 0x01;

  private static final int ALL = 0;
  private static final int CURRENT_ONES = 1;
  private static final int EXACTLY_ONE = 2;

  private DriveFeatures() {}

  /** One feature: its code, and the descriptor with the code in it. */
  private record Feature(int code, byte[] descriptor) {
    boolean isCurrent() {
      return (descriptor[2] & CURRENT) != 0;
    }

    static Feature of(int code, int version, int flags, int... data) {
      var descriptor = new byte[4 + data.length];
      Bytes.put16(descriptor, 0, code);
      descriptor[2] = (byte) (version << 2 | flags);
      descriptor[3] = (byte) data.length;
      for (int i = 0; i < data.length; i++) {
        descriptor[4 + i] = (byte) data[i];
      }
      return new Feature(code, descriptor);
    }
  }

  static byte[] read(Optional<Disc> disc, GetConfiguration command) throws CheckConditionException {
    var parts = new ArrayList<byte[]>();
    var header = new byte[8];
    Bytes.put16(header, 6, disc.map(each -> each.isCompact() ? CD_ROM : DVD_ROM).orElse(0));
    parts.add(header);
    for (var feature : features(disc)) {
      boolean asked =
          switch (command.requestedType()) {
            case ALL -> feature.code() >= command.startingFeature();
            case CURRENT_ONES -> feature.code() >= command.startingFeature() && feature.isCurrent();
            case EXACTLY_ONE -> feature.code() == command.startingFeature();
            default -> throw new CheckConditionException(SenseData.invalidCdbBit(1, 1));
          };
      if (asked) {
        parts.add(feature.descriptor());
      }
    }
    var reply = Bytes.join(parts);
    Bytes.put32(reply, 0, reply.length - 4);
    return reply;
  }

  /** In ascending order of their codes. */
  private static List<Feature> features(Optional<Disc> disc) {
    int cd = disc.filter(Disc::isCompact).isPresent() ? CURRENT : 0;
    int dvd = disc.isPresent() && cd == 0 ? CURRENT : 0;
    int always = PERSISTENT | CURRENT;
    return List.of(
        // Profile list: the ones that it can be, and which it is.
        Feature.of(0x0000, 0, always, 0x00, DVD_ROM, dvd, 0, 0x00, CD_ROM, cd, 0),
        // Core: the physical interface is USB; DBE.
        Feature.of(0x0001, 2, always, 0, 0, 0, 8, 1, 0, 0, 0),
        // Morphing: what changes is told by events, to a host that polls.
        Feature.of(0x0002, 1, always, 2, 0, 0, 0),
        // Removable medium: a tray that ejects, loads and can be locked.
        Feature.of(0x0003, 2, always, 0x39, 0, 0, 0),
        // Random readable: in blocks of 2048 bytes, one at a time.
        Feature.of(0x0010, 0, cd | dvd, 0, 0, 0x08, 0, 0, 1, 0, 0),
        // CD read, without CD-Text and C2 errors.
        Feature.of(0x001e, 2, cd, 0, 0, 0, 0),
        // DVD read, of DVDs with one layer.
        Feature.of(0x001f, 1, dvd, 0, 0, 0, 0),
        // Power management, and time-outs.
        Feature.of(0x0100, 0, always),
        Feature.of(0x0105, 0, always, 0, 0, 0, 0));
  }
}
