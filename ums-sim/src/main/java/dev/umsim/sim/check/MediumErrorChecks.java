package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.MEDIUM_ERRORS;

import dev.umsim.core.host.DeviceGoneException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Errors of the medium, in the first, a middle and the last block, in both directions. */
final class MediumErrorChecks {
  private static final int MEDIUM_ERROR = 3;
  private static final int HARDWARE_ERROR = 4;
  private static final int BLOCKS = 384;

  static final List<Check> ALL = all();

  private MediumErrorChecks() {}

  private static List<Check> all() {
    var checks = new ArrayList<Check>();
    for (var place : List.of("first", "middle", "last")) {
      checks.add(
          check(
                  MEDIUM_ERRORS,
                  "read-error-" + place,
                  "A read whose " + place + " block is bad fails, and says so",
                  "SBC-3, 5.11; SPC-4, 4.5.6: UNRECOVERED READ ERROR")
              .hosts("All: a status of 00 gives wrong data")
              .needs(Need.READY, Need.MEDIUM_FAULTS)
              .run(
                  t -> {
                    long lba = start(t);
                    fail(t, true, bad(lba, place));
                    var reply = t.in(BLOCKS * t.blockSize(), Cdbs.read(lba, BLOCKS));
                    t.expectFailed(reply, MEDIUM_ERROR, HARDWARE_ERROR);
                  }));
      checks.add(
          check(
                  MEDIUM_ERRORS,
                  "read-error-residue-" + place,
                  "A read whose " + place + " block is bad has what is missing as its residue",
                  "BOT 1.0, 6.7.2 (4, 5)")
              .needs(Need.READY, Need.MEDIUM_FAULTS)
              .run(
                  t -> {
                    long lba = start(t);
                    fail(t, true, bad(lba, place));
                    long all = (long) BLOCKS * t.blockSize();
                    var reply = t.send(t.wrapper(Cdbs.read(lba, BLOCKS)).in(all));
                    t.require(reply.failed(), "the read did not fail");
                    long least = all - (bad(lba, place) - lba) * t.blockSize();
                    t.expect(
                        reply.residue() >= least,
                        "at least what is behind the bad block",
                        reply.toString());
                    ThirteenCaseChecks.endsIn(t, reply);
                  }));
      checks.add(
          check(
                  MEDIUM_ERRORS,
                  "write-error-" + place,
                  "A write whose " + place + " block is bad fails, and the next command goes on",
                  "SBC-3, 5.33; SPC-4, 4.5.6: WRITE ERROR; BOT 1.0, 6.7.3")
              .hosts("Linux, which resets the port for each bad block where the next one stalls")
              .needs(Need.WRITABLE, Need.WRITES, Need.MEDIUM_FAULTS)
              .run(
                  t -> {
                    long lba = start(t);
                    fail(t, false, bad(lba, place));
                    var reply = t.out(t.noise(BLOCKS * t.blockSize()), Cdbs.write(lba, BLOCKS));
                    if (!reply.failed()) {
                      // It may be kept in a cache, and then fails here.
                      reply = t.none(Cdbs.SYNCHRONIZE_CACHE_10);
                    }
                    t.expectFailed(reply, MEDIUM_ERROR, HARDWARE_ERROR);
                    WrapperChecks.alive(t);
                  }));
    }
    checks.addAll(further());
    return checks;
  }

  private static List<Check> further() {
    return List.of(
        check(
                MEDIUM_ERRORS,
                "write-same-error",
                "A WRITE SAME over a bad block fails, at once or when the cache is written",
                "SBC-3, 5.41; SPC-4, 4.5.6: WRITE ERROR")
            .needs(Need.WRITABLE, Need.WRITES, Need.MEDIUM_FAULTS)
            .run(
                t -> {
                  long lba = start(t);
                  fail(t, false, lba + 2);
                  var reply = t.out(t.noise(t.blockSize()), Cdbs.ten(0x41, lba, 4));
                  t.requireKnown(reply, "WRITE SAME(10)");
                  if (!reply.failed()) {
                    reply = t.none(Cdbs.SYNCHRONIZE_CACHE_10);
                  }
                  t.expectFailed(reply, MEDIUM_ERROR, HARDWARE_ERROR);
                }),
        check(
                MEDIUM_ERRORS,
                "read-error-names-block",
                "The sense data of a read error names the block",
                "SBC-3, 4.18.1: INFORMATION is the address of the bad block")
            .forgiven()
            .hosts("Linux, which else gives up more blocks than are bad")
            .needs(Need.READY, Need.MEDIUM_FAULTS)
            .run(
                t -> {
                  long lba = start(t);
                  t.applies(lba + BLOCKS <= 0xffffffffL, "the address does not fit");
                  long bad = bad(lba, "middle");
                  fail(t, true, bad);
                  var reply = t.in(BLOCKS * t.blockSize(), Cdbs.read(lba, BLOCKS));
                  t.require(
                      reply.failed() && reply.sense().key() == MEDIUM_ERROR,
                      "the read did not fail with sense key 03");
                  t.expect(
                      reply.sense().valid() && reply.sense().information() == bad,
                      "VALID, and the bad block",
                      reply.sense().valid() ? "another block" : "VALID 0");
                }),
        check(
                MEDIUM_ERRORS,
                "read-error-in-one-block-only",
                "Blocks beside a bad one are read",
                "SBC-3, 5.11")
            .needs(Need.READY, Need.MEDIUM_FAULTS)
            .run(
                t -> {
                  long lba = start(t);
                  long bad = bad(lba, "middle");
                  fail(t, true, bad);
                  t.expectPassed(t.read(lba, 1));
                  t.expectPassed(t.read(lba + BLOCKS - 1, 1));
                  t.expectFailed(t.read(bad, 1), MEDIUM_ERROR, HARDWARE_ERROR);
                }),
        check(
                MEDIUM_ERRORS,
                "read-error-ends",
                "When the block can be read again it is",
                "SBC-3, 5.11")
            .needs(Need.READY, Need.MEDIUM_FAULTS)
            .run(
                t -> {
                  long lba = start(t);
                  var before = t.blocksAt(lba, 1);
                  fail(t, true, lba);
                  t.expectFailed(t.read(lba, 1), MEDIUM_ERROR, HARDWARE_ERROR);
                  fail(t, true, -1);
                  var after = t.read(lba, 1);
                  t.expectPassed(after);
                  t.expect(Arrays.equals(after.bytes(), before), "the same block", "another");
                }),
        check(
                MEDIUM_ERRORS,
                "read-error-many",
                "Ten read errors in a row leave the device able to go on",
                "BOT 1.0, 5.3.3 and 6.7.2")
            .needs(Need.READY, Need.MEDIUM_FAULTS)
            .run(
                t -> {
                  long lba = start(t);
                  fail(t, true, lba + 2);
                  for (int i = 0; i < 10; i++) {
                    t.expectFailed(t.read(lba, 4), MEDIUM_ERROR, HARDWARE_ERROR);
                  }
                  WrapperChecks.alive(t);
                }),
        check(
                MEDIUM_ERRORS,
                "verify-error",
                "VERIFY(10) of a bad block fails",
                "SBC-3, 5.29; SPC-4, 4.5.6: UNRECOVERED READ ERROR")
            .forgiven()
            .needs(Need.DISK, Need.MEDIUM_FAULTS)
            .run(
                t -> {
                  long lba = start(t);
                  t.requireOptional(t.none(Cdbs.ten(0x2f, lba, 4)), "VERIFY(10)");
                  fail(t, true, lba + 1);
                  t.expectFailed(t.none(Cdbs.ten(0x2f, lba, 4)), MEDIUM_ERROR, HARDWARE_ERROR);
                }),
        check(
                MEDIUM_ERRORS,
                "write-error-elsewhere",
                "A write that failed has changed no block but its own",
                "SBC-3, 5.33")
            .needs(Need.WRITABLE, Need.WRITES, Need.MEDIUM_FAULTS)
            .run(
                t -> {
                  long lba = start(t);
                  var before = t.noise(t.blockSize());
                  t.store(lba + 4, before);
                  t.none(Cdbs.SYNCHRONIZE_CACHE_10);
                  fail(t, false, lba + 2);
                  t.out(t.noise(4 * t.blockSize()), Cdbs.write(lba, 4));
                  fail(t, false, -1);
                  t.expect(
                      Arrays.equals(t.blocksAt(lba + 4, 1), before), "the block behind it", "else");
                }));
  }

  private static long start(Trial t) {
    t.applies(t.blocks() >= 4L * BLOCKS, "the medium has too few blocks");
    return t.blocks() / 2 & 0x0fffffffL;
  }

  private static long bad(long lba, String place) {
    return switch (place) {
      case "first" -> lba;
      case "last" -> lba + BLOCKS - 1;
      default -> lba + BLOCKS / 2 + 1;
    };
  }

  private static void fail(Trial t, boolean reads, long block) throws DeviceGoneException {
    t.session().note((reads ? "fail-read-lba " : "fail-write-lba ") + block);
    t.applies(t.controls().failBlock(reads, !reads, block), "no block of it can be made to fail");
  }
}
