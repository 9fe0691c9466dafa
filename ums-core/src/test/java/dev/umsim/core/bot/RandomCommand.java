package dev.umsim.core.bot;

import dev.umsim.core.testing.Hex;
import java.util.Random;

/**
 * A command made at random, with what it has to do to a disk of so many blocks.
 *
 * @param flow which way its data goes: 'n', 'i' or 'o'
 * @param deviceBytes how much of it
 * @param shortenable whether the host may ask for less
 * @param fails whether it is refused
 * @param firstBlock of those read, written or compared; -1 if none are
 * @param writes whether they are written
 */
record RandomCommand(
    int lun,
    byte[] cdb,
    char flow,
    int deviceBytes,
    boolean shortenable,
    boolean fails,
    int firstBlock,
    boolean writes) {
  private static final int BLOCK = 512;

  /** One of many, on LUN 0 of so many blocks; LUN 1 is protected from writes, 2 is not there. */
  static RandomCommand next(Random random, int blockCount) {
    int first = random.nextInt(blockCount);
    int blocks = Math.min(blockCount - first, 1 + random.nextInt(20));
    return switch (random.nextInt(16)) {
      case 0 -> none("00 00 00 00 00 00");
      case 1 -> reply("12 00 00 00 FF 00", 96);
      case 2 -> reply("5A 00 08 00 00 00 00 FF FF 00", 36);
      case 3 -> reply("03 00 00 00 12 00", 18);
      case 4 -> new RandomCommand(0, cdb("25 00*9"), 'i', 8, false, false, -1, false);
      case 5 -> none("35 0" + (random.nextBoolean() ? "2" : "0") + " 00*8");
      case 6 -> refused(0, random.nextBoolean() ? "FF 00*5" : "3B 00*9");
      case 7 -> refused(0, "28 00 00 FF 00 00 00 00 01 00");
      case 8 -> refused(1, "2A 00 00 00 00 00 00 00 01 00");
      case 9 -> refused(2, "00 00*5");
      case 10 -> none(String.format("2F 00 00 00 00 %02x 00 00 %02x 00", first, blocks));
      case 11, 12, 13 ->
          new RandomCommand(
              0,
              blocks(0x28, random, first, blocks),
              'i',
              blocks * BLOCK,
              false,
              false,
              first,
              false);
      default ->
          new RandomCommand(
              0,
              blocks(0x2a, random, first, blocks),
              'o',
              blocks * BLOCK,
              false,
              false,
              first,
              true);
    };
  }

  private static byte[] cdb(String text) {
    return Hex.bytes(text);
  }

  private static RandomCommand none(String cdb) {
    return new RandomCommand(0, cdb(cdb), 'n', 0, false, false, -1, false);
  }

  private static RandomCommand reply(String cdb, int bytes) {
    return new RandomCommand(0, cdb(cdb), 'i', bytes, true, false, -1, false);
  }

  private static RandomCommand refused(int lun, String cdb) {
    return new RandomCommand(lun, cdb(cdb), 'n', 0, false, true, -1, false);
  }

  /** READ or WRITE in one of its three forms. */
  private static byte[] blocks(int code, Random random, int first, int blocks) {
    return switch (random.nextInt(3)) {
      case 0 -> cdb(String.format("%02x 00 00 00 00 %02x 00 00 %02x 00", code, first, blocks));
      case 1 ->
          cdb(
              String.format(
                  "%02x 00 00 00 00 %02x 00 00 00 %02x 00 00", code + 0x80, first, blocks));
      default ->
          cdb(String.format("%02x 00 00*7 %02x 00 00 00 %02x 00 00", code + 0x60, first, blocks));
    };
  }
}
