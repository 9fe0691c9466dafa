package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.WRITES;

import java.util.Arrays;
import java.util.List;

/** Writes (SBC-3, sections 5.33 to 5.36). */
final class WriteChecks {
  private static final int WRITE_6 = 0x0a;
  private static final int WRITE_10 = 0x2a;
  private static final int WRITE_12 = 0xaa;
  private static final int WRITE_16 = 0x8a;
  private static final String RANGE = "SBC-3, 5.33 and 4.13: LOGICAL BLOCK ADDRESS OUT OF RANGE";

  static final List<Check> ALL =
      List.of(
          check(WRITES, "write-10", "WRITE(10) writes blocks", "SBC-3, 5.33")
              .hosts("All")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    long lba = t.scratch(16);
                    for (int blocks : new int[] {1, 2, 7, 8}) {
                      var data = t.noise(blocks * t.blockSize());
                      var reply = t.out(data, Cdbs.write(lba, blocks));
                      t.expect(reply.passed() && reply.full(), "all blocks", reply.toString());
                      t.expect(
                          Arrays.equals(t.read(lba, blocks).bytes(), data),
                          "what was written",
                          "other data");
                    }
                  }),
          same("write-6", "WRITE(6)", "SBC-3, 5.32", lba -> Cdbs.six(WRITE_6, lba, 2)),
          same("write-12", "WRITE(12)", "SBC-3, 5.34", lba -> Cdbs.twelve(WRITE_12, lba, 2)),
          same("write-16", "WRITE(16)", "SBC-3, 5.35", lba -> Cdbs.sixteen(WRITE_16, lba, 2)),
          check(
                  WRITES,
                  "write-neighbours",
                  "A write leaves the blocks before and behind it alone",
                  "SBC-3, 5.33")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    long lba = t.scratch(8);
                    int block = t.blockSize();
                    var before = t.noise(4 * block);
                    t.store(lba, before);
                    var data = t.noise(2 * block);
                    t.store(lba + 1, data);
                    var after = t.blocksAt(lba, 4);
                    var right = before.clone();
                    System.arraycopy(data, 0, right, block, data.length);
                    t.expect(Arrays.equals(after, right), "the two in the middle", "others, too");
                  }),
          check(
                  WRITES,
                  "write-last-block",
                  "The last block can be written",
                  "SBC-3, 5.15.2 and 5.33")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    t.applies(t.blocks() <= 1L << 32, "WRITE(10) does not reach it");
                    long last = t.blocks() - 1;
                    var data = t.noise(t.blockSize());
                    var reply = t.out(data, Cdbs.write(last, 1));
                    t.expectPassed(reply);
                    t.expect(
                        Arrays.equals(t.read(last, 1).bytes(), data), "what was written", "else");
                  }),
          check(
                  WRITES,
                  "write-nothing",
                  "WRITE(10) of no blocks is no error",
                  "SBC-3, 5.33: TRANSFER LENGTH 0")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(t -> t.expectPassed(t.none(Cdbs.write(t.scratch(2), 0)))),
          refused("write-behind-end", "WRITE(10) of the first block behind the end", 0, 1),
          refused("write-across-end", "WRITE(10) that begins within and ends behind", -1, 2),
          refused("write-far-behind-end", "WRITE(10) far behind the end", 1000, 8),
          check(
                  WRITES,
                  "write-at-largest-address",
                  "WRITE(10) at FFFFFFFF is refused: the sum with its length does not wrap around",
                  RANGE)
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    t.applies(t.blocks() < 0xffffffffL, "the medium has 2 TiB or more");
                    var first = t.blocksAt(0, 2);
                    for (int blocks : new int[] {1, 2}) {
                      var data = t.noise(blocks * t.blockSize());
                      t.expectFailed(t.out(data, Cdbs.ten(WRITE_10, 0xffffffffL, blocks)), 5);
                    }
                    t.expect(Arrays.equals(t.blocksAt(0, 2), first), "the first blocks", "others");
                  }),
          check(
                  WRITES,
                  "write-failing-then-next",
                  "After a write that was refused the next command goes through",
                  "BOT 1.0, 6.7.3 (9); SBC-3, 5.33")
              .hosts("Linux, which resets the port for it six times")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    for (int blocks : new int[] {1, 2, 16}) {
                      var data = new byte[blocks * t.blockSize()];
                      t.out(data, t.writeBehindEnd(blocks));
                      WrapperChecks.alive(t);
                    }
                  }),
          check(
                  WRITES,
                  "write-protection-field-refused",
                  "WRITE(10) with WRPROTECT is refused by a unit without protection information",
                  "SBC-3, 5.33, table 112: WRPROTECT")
              .forgiven()
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    t.applies(t.unit().version() >= 5, "SPC-2 and before have a LUN there");
                    int other = (t.lun() + 3) % 8;
                    var cdb =
                        Cdbs.with(Cdbs.write(t.scratch(2), 1), 1, (other == 0 ? 5 : other) << 5);
                    t.expectFailed(t.out(t.noise(t.blockSize()), cdb), 5);
                  }),
          check(
                  WRITES,
                  "write-protected-medium",
                  "A write to a protected medium is refused, and changes nothing",
                  "SBC-3, 4.12: WRITE PROTECTED")
              .needs(Need.PROTECTED, Need.WRITES)
              .run(
                  t -> {
                    var before = t.blocksAt(0, 1);
                    t.expectFailed(t.out(t.noise(t.blockSize()), Cdbs.write(0, 1)), 7);
                    t.expect(Arrays.equals(t.blocksAt(0, 1), before), "as it was", "changed");
                  }),
          check(
                  WRITES,
                  "write-then-read-in-other-sizes",
                  "What was written block by block is read in one command, and the other way round",
                  "SBC-3, 5.11 and 5.33")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    long lba = t.scratch(16);
                    int block = t.blockSize();
                    var data = t.noise(8 * block);
                    for (int i = 0; i < 8; i++) {
                      t.store(lba + i, Arrays.copyOfRange(data, i * block, (i + 1) * block));
                    }
                    t.expect(Arrays.equals(t.blocksAt(lba, 8), data), "what was written", "else");
                    var other = t.noise(8 * block);
                    t.store(lba, other);
                    for (int i = 0; i < 8; i++) {
                      t.expect(
                          Arrays.equals(
                              t.blocksAt(lba + i, 1),
                              Arrays.copyOfRange(other, i * block, (i + 1) * block)),
                          "what was written",
                          "else");
                    }
                  }));

  private WriteChecks() {}

  private interface Form {
    byte[] cdb(long lba);
  }

  private static Check same(String id, String name, String clause, Form form) {
    return check(WRITES, id, name + " writes what READ(10) reads", clause)
        .needs(Need.WRITABLE, Need.WRITES)
        .run(
            t -> {
              long lba = Math.min(t.scratch(8), 0x1f0000);
              var data = t.noise(2 * t.blockSize());
              var reply = t.requireKnown(t.out(data, form.cdb(lba)), name);
              t.expectPassed(reply);
              t.expect(
                  !reply.passed() || Arrays.equals(t.blocksAt(lba, 2), data),
                  "what was written",
                  "other data");
            });
  }

  private static Check refused(String id, String what, long fromEnd, int blocks) {
    return check(WRITES, id, what + " is refused", RANGE)
        .needs(Need.WRITABLE, Need.WRITES)
        .run(
            t -> {
              t.applies(t.blocks() < 0xffff0000L, "WRITE(10) does not reach the end");
              var data = t.noise(blocks * t.blockSize());
              t.expectFailed(t.out(data, Cdbs.write(t.blocks() + fromEnd, blocks)), 5);
            });
  }
}
