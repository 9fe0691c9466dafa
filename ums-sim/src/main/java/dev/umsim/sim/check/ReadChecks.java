package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.READS;

import dev.umsim.core.host.DeviceGoneException;
import java.util.Arrays;
import java.util.List;

/** Reads (SBC-3, sections 5.11 to 5.14). */
final class ReadChecks {
  private static final int READ_6 = 0x08;
  private static final int READ_10 = 0x28;
  private static final int READ_12 = 0xa8;
  private static final int READ_16 = 0x88;
  private static final String RANGE = "SBC-3, 5.11 and 4.13: LOGICAL BLOCK ADDRESS OUT OF RANGE";

  static final List<Check> ALL =
      List.of(
          check(READS, "read-10", "READ(10) reads blocks", "SBC-3, 5.11")
              .hosts("All")
              .needs(Need.READY)
              .run(
                  t -> {
                    for (int blocks : new int[] {1, 2, 7, 8}) {
                      var reply = t.read(0, blocks);
                      t.expect(reply.passed() && reply.full(), "all blocks", reply.toString());
                    }
                  }),
          same("read-6", "READ(6)", "SBC-3, 5.10", t -> Cdbs.six(READ_6, 1, 2)),
          same("read-12", "READ(12)", "SBC-3, 5.12", t -> Cdbs.twelve(READ_12, 1, 2)),
          same("read-16", "READ(16)", "SBC-3, 5.13", t -> Cdbs.sixteen(READ_16, 1, 2)),
          check(
                  READS,
                  "read-6-of-256",
                  "READ(6) with a transfer length of 0 reads 256 blocks",
                  "SBC-3, 5.10: TRANSFER LENGTH")
              .forgiven()
              .needs(Need.DISK)
              .run(
                  t -> {
                    t.applies(t.blocks() >= 256, "the medium has too few blocks");
                    t.requireOptional(t.in(t.blockSize(), Cdbs.six(READ_6, 0, 1)), "READ(6)");
                    int bytes = 256 * t.blockSize();
                    var reply = t.in(bytes, Cdbs.six(READ_6, 0, 0));
                    t.expect(reply.passed() && reply.full(), "256 blocks", reply.toString());
                  }),
          check(
                  READS,
                  "read-same-every-time",
                  "A block is the same every time it is read, alone or among others",
                  "SBC-3, 5.11")
              .needs(Need.READY)
              .run(
                  t -> {
                    var eight = t.blocksAt(0, 8);
                    for (int block = 0; block < 8; block++) {
                      var one = t.read(block, 1).bytes();
                      t.expect(
                          Arrays.equals(
                              one,
                              Arrays.copyOfRange(
                                  eight, block * t.blockSize(), (block + 1) * t.blockSize())),
                          "the same as among others",
                          "another");
                    }
                  }),
          check(
                  READS,
                  "read-nothing",
                  "READ(10) of no blocks is no error, and moves nothing",
                  "SBC-3, 5.11: TRANSFER LENGTH 0")
              .needs(Need.READY)
              .run(t -> t.expectPassed(t.none(Cdbs.read(0, 0)))),
          refused("read-behind-end", "READ(10) of the first block behind the end", READ_10, 0, 1),
          refused("read-across-end", "READ(10) that begins within and ends behind", READ_10, -1, 2),
          refused("read-far-behind-end", "READ(10) far behind the end", READ_10, 1000, 8),
          check(
                  READS,
                  "read-across-end-fails",
                  "READ(10) across the end fails, whatever has been sent before",
                  RANGE)
              .needs(Need.READY)
              .run(
                  t -> {
                    smallerThanTen(t);
                    var reply = t.in(2 * t.blockSize(), Cdbs.read(t.blocks() - 1, 2));
                    t.expect(!reply.passed(), "status 01", reply.toString());
                  }),
          check(
                  READS,
                  "read-at-largest-address",
                  "READ(10) at FFFFFFFF is refused: the sum with its length does not wrap around",
                  RANGE)
              .hosts("None sends it; the block that is read is one that nobody meant")
              .needs(Need.READY)
              .run(
                  t -> {
                    t.applies(t.blocks() < 0xffffffffL, "the medium has 2 TiB or more");
                    for (int blocks : new int[] {1, 2, 8}) {
                      var reply =
                          t.in(blocks * t.blockSize(), Cdbs.ten(READ_10, 0xffffffffL, blocks));
                      t.expectFailed(reply, 5);
                    }
                  }),
          check(
                  READS,
                  "read-12-of-too-many",
                  "READ(12) of more blocks than there are is refused",
                  RANGE)
              .needs(Need.DISK)
              .run(
                  t -> {
                    t.requireKnown(t.in(t.blockSize(), Cdbs.twelve(READ_12, 0, 1)), "READ(12)");
                    var reply = t.in(t.blockSize(), Cdbs.twelve(READ_12, 1, 0xffffffffL));
                    t.expect(!reply.passed(), "status 01 or 02", reply.verdict());
                  }),
          check(READS, "read-16-beyond-32-bits", "READ(16) heeds all 64 bits of its address", RANGE)
              .needs(Need.DISK)
              .run(
                  t -> {
                    t.requireKnown(t.in(t.blockSize(), Cdbs.sixteen(READ_16, 0, 1)), "READ(16)");
                    for (long lba :
                        new long[] {1L << 32, 1L << 40, 1L << 63, -1L, (1L << 32) + 1}) {
                      if (lba < 0 || lba >= t.blocks()) {
                        var reply = t.in(t.blockSize(), Cdbs.sixteen(READ_16, lba, 1));
                        t.expectFailed(reply, 5);
                      }
                    }
                  }),
          check(
                  READS,
                  "read-16-beyond-31-bits",
                  "READ(16) takes its address for an unsigned number",
                  "SBC-3, 5.13: LOGICAL BLOCK ADDRESS")
              .needs(Need.DISK)
              .run(
                  t -> {
                    t.applies(t.blocks() > 1L << 31, "the medium has less than 2^31 blocks");
                    long lba = 1L << 31;
                    var reply =
                        t.requireKnown(
                            t.in(t.blockSize(), Cdbs.sixteen(READ_16, lba, 1)), "READ(16)");
                    t.expect(reply.passed() && reply.full(), "the block", reply.toString());
                  }),
          check(
                  READS,
                  "read-10-beyond-31-bits",
                  "READ(10) takes its address for an unsigned number",
                  "SBC-3, 5.11: LOGICAL BLOCK ADDRESS")
              .needs(Need.DISK)
              .run(
                  t -> {
                    t.applies(t.blocks() > 1L << 31, "the medium has less than 2^31 blocks");
                    var reply = t.read(1L << 31, 1);
                    t.expect(reply.passed() && reply.full(), "the block", reply.toString());
                  }),
          check(
                  READS,
                  "read-protection-refused",
                  "READ(10) with RDPROTECT is refused by a unit without protection information",
                  "SBC-3, 5.11, table 64: RDPROTECT")
              .forgiven()
              .needs(Need.DISK)
              .run(
                  t -> {
                    t.applies(t.unit().version() >= 5, "SPC-2 and before have a LUN there");
                    int other = (t.lun() + 3) % 8;
                    var cdb = Cdbs.with(Cdbs.read(0, 1), 1, (other == 0 ? 5 : other) << 5);
                    t.expectFailed(t.in(t.blockSize(), cdb), 5);
                  }),
          check(
                  READS,
                  "read-lun-in-command",
                  "READ(10) with its own LUN in bits 7 to 5 of byte 1 is carried out",
                  "SPC-4, 4.2: the LUN field of SCSI-2")
              .trips("edk2 and GRUB, which send it, and read no unit but the first")
              .needs(Need.READY)
              .run(
                  t -> {
                    var cdb = Cdbs.with(Cdbs.read(0, 1), 1, (t.lun() % 8) << 5);
                    t.expectPassed(t.in(t.blockSize(), cdb));
                  }),
          check(
                  READS,
                  "read-first-after-others",
                  "The first block is the same after other commands have failed",
                  "SBC-3, 5.11")
              .needs(Need.READY)
              .run(
                  t -> {
                    var before = t.blocksAt(0, 1);
                    t.in(t.blockSize(), t.readBehindEnd(1));
                    t.none(CommandChecks.UNKNOWN);
                    t.expect(Arrays.equals(t.blocksAt(0, 1), before), "the same", "another");
                  }));

  private ReadChecks() {}

  private interface Form {
    byte[] cdb(Trial t);
  }

  private static Check same(String id, String name, String clause, Form form) {
    return check(READS, id, name + " reads the same blocks as READ(10)", clause)
        .needs(Need.DISK)
        .run(
            t -> {
              var right = t.blocksAt(1, 2);
              var reply = t.requireKnown(t.in(2 * t.blockSize(), form.cdb(t)), name);
              t.expect(
                  reply.passed() && Arrays.equals(reply.bytes(), right),
                  "the same blocks",
                  reply.passed() ? "others" : reply.toString());
            });
  }

  /** READ(10) reaches no further than 2^32 blocks. */
  private static void smallerThanTen(Trial t) {
    t.applies(t.blocks() < 0xffff0000L, "READ(10) does not reach the end of the medium");
  }

  private static Check refused(String id, String what, int opcode, long fromEnd, int blocks) {
    return check(READS, id, what + " is refused", RANGE)
        .needs(Need.READY)
        .run(
            t -> {
              smallerThanTen(t);
              var cdb = Cdbs.ten(opcode, t.blocks() + fromEnd, blocks);
              refusal(t, t.in(blocks * t.blockSize(), cdb));
            });
  }

  /** A device that sends what there is before it fails has failed as well. */
  static void refusal(Trial t, Reply reply) throws DeviceGoneException {
    t.expectFailed(reply, 5);
  }
}
