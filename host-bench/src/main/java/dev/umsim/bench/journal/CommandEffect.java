package dev.umsim.bench.journal;

import dev.umsim.core.scsi.Cdb;

/** What a command may do to the blocks of a unit (SBC-4 and SPC-5, by operation code). */
sealed interface CommandEffect {
  /** It changes no block. */
  record None() implements CommandEffect {}

  /**
   * It writes blocks.
   *
   * @param blockCount -1 for all to the end of the medium
   */
  record Writes(long firstBlock, long blockCount) implements CommandEffect {
    static final long TO_THE_END = -1;
  }

  /** It may change what cannot be put back, or it is not known. */
  record Unknown() implements CommandEffect {}

  /** Of the bytes of a command descriptor block. */
  static CommandEffect of(Cdb cdb) {
    int code = cdb.operationCode();
    return switch (code) {
      // TEST UNIT READY, REZERO, REQUEST SENSE, READ(6), SEEK(6), INQUIRY, MODE SENSE(6),
      // START STOP UNIT, RECEIVE DIAGNOSTIC RESULTS, PREVENT ALLOW MEDIUM REMOVAL
      case 0x00, 0x01, 0x03, 0x08, 0x0b, 0x12, 0x1a, 0x1b, 0x1c, 0x1e -> new None();
      // READ FORMAT CAPACITIES, READ CAPACITY(10), READ(10), SEEK(10), VERIFY(10), PRE-FETCH(10),
      // SYNCHRONIZE CACHE(10)
      case 0x23, 0x25, 0x28, 0x2b, 0x2f, 0x34, 0x35 -> new None();
      // READ TOC, GET CONFIGURATION, GET EVENT STATUS NOTIFICATION, LOG SENSE, MODE SENSE(10),
      // PERSISTENT RESERVE IN; what CD-ROM drives read by 42 and 51, disks discard and write by
      case 0x43, 0x46, 0x4a, 0x4d, 0x5a, 0x5e -> new None();
      // READ(16), VERIFY(16), PRE-FETCH(16), SYNCHRONIZE CACHE(16), SERVICE ACTION IN(16)
      case 0x88, 0x8f, 0x90, 0x91, 0x9e -> new None();
      // REPORT LUNS, MAINTENANCE IN, READ(12), VERIFY(12)
      case 0xa0, 0xa3, 0xa8, 0xaf -> new None();
      // WRITE(6), for which 0 blocks are 256
      case 0x0a -> writes(cdb.u32(0) & 0x1fffff, cdb.u8(4) == 0 ? 256 : cdb.u8(4));
      // WRITE(10), WRITE AND VERIFY(10)
      case 0x2a, 0x2e -> writes(cdb.u32(2), cdb.u16(7));
      // WRITE(12), WRITE AND VERIFY(12)
      case 0xaa, 0xae -> writes(cdb.u32(2), cdb.u32(6));
      // WRITE(16), WRITE AND VERIFY(16)
      case 0x8a, 0x8e -> writes(cdb.u64(2), cdb.u32(10));
      // WRITE SAME(10) and (16), for which 0 blocks are all that follow
      case 0x41 -> writes(cdb.u32(2), cdb.u16(7) == 0 ? Writes.TO_THE_END : cdb.u16(7));
      case 0x93 -> writes(cdb.u64(2), cdb.u32(10) == 0 ? Writes.TO_THE_END : cdb.u32(10));
      default -> new Unknown();
    };
  }

  private static CommandEffect writes(long firstBlock, long blockCount) {
    return new Writes(firstBlock, blockCount);
  }
}
