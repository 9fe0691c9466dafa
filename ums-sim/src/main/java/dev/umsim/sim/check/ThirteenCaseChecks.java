package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.CASES;

import dev.umsim.core.host.DeviceGoneException;
import java.util.Arrays;
import java.util.List;

/**
 * The thirteen cases of host and device agreeing about data, or not (BOT 1.0, section 6.7).
 *
 * <p>What is legal is wide: data may be padded or cut by STALL, data to the device taken or refused
 * at any point, and a command refused whole. The sums have to be right.
 */
final class ThirteenCaseChecks {
  private static final String NO_DATA = "BOT 1.0, 6.7.1";
  private static final String FROM_DEVICE = "BOT 1.0, 6.7.2";
  private static final String TO_DEVICE = "BOT 1.0, 6.7.3";

  /** A command on a device, whose reply is judged. */
  private interface Trying {
    Reply run(Trial t) throws DeviceGoneException;
  }

  /** A judgement. */
  private interface Judging {
    void judge(Trial t, Reply reply) throws DeviceGoneException;
  }

  static final List<Check> ALL =
      List.of(
          of("case-1-status", "Hn = Dn: passes or fails", NO_DATA + " (1)", c1(), passesOrFails()),
          of("case-1-residue", "Hn = Dn: the residue is 0", NO_DATA + " (1)", c1(), residue(0)),
          of(
              "case-1-no-data-phase",
              "Hn = Dn: neither STALL nor an empty packet before the status",
              NO_DATA + " (1)",
              c1(),
              noDataPhase()),
          of(
              "case-2-read-status",
              "Hn < Di: a READ for which there is no room is a phase error, or fails",
              NO_DATA + " (2)",
              t -> t.send(t.wrapper(Cdbs.read(0, 1))),
              neverPasses()),
          of(
              "case-2-no-data",
              "Hn < Di: no packet comes before the status",
              NO_DATA + " (2)",
              t -> t.send(t.wrapper(Cdbs.inquiry(36))),
              (t, reply) ->
                  t.expect(
                      !reply.emptyPacketBeforeStatus(), "the status at once", reply.toString())),
          of(
              "case-2-capacity-status",
              "Hn < Di: a READ CAPACITY(10) for which there is no room is a phase error, or fails",
              NO_DATA + " (2)",
              t -> t.send(t.wrapper(Cdbs.READ_CAPACITY_10)),
              neverPasses()),
          writes(
              "case-3-status",
              "Hn < Do: a WRITE without data is a phase error, or fails",
              NO_DATA + " (3)",
              t -> t.send(t.wrapper(Cdbs.write(t.scratch(2), 1))),
              neverPasses()),
          check(
                  CASES,
                  "case-3-nothing-written",
                  "Hn < Do: a WRITE without data changes nothing",
                  NO_DATA + " (3)")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    long lba = t.scratch(2);
                    var before = t.noise(t.blockSize());
                    t.store(lba, before);
                    t.send(t.wrapper(Cdbs.write(lba, 1)));
                    t.expect(
                        Arrays.equals(t.blocksAt(lba, 1), before),
                        "what was there before",
                        "something else");
                  }),
          of(
              "case-4-status",
              "Hi > Dn: a command without data passes or fails",
              FROM_DEVICE + " (4)",
              c4(),
              passesOrFails()),
          of(
              "case-4-residue",
              "Hi > Dn: the residue is all that was asked for",
              FROM_DEVICE + " (4): what is padded does not count",
              c4(),
              (t, reply) -> residueIs(t, reply, t.blockSize())),
          forgiven(
              "case-4-end",
              "Hi > Dn: the data phase ends in STALL, or is padded to its full length",
              FROM_DEVICE + " (4)",
              c4(),
              (t, reply) -> endsIn(t, reply)),
          of(
              "case-4-status-behind-data",
              "Hi > Dn: the status does not come in place of data",
              FROM_DEVICE + " (4)",
              c4(),
              (t, reply) ->
                  t.expect(
                      !reply.inPlaceOfData(), "STALL, or padding to the end", reply.toString())),
          of(
              "case-4-failing-residue",
              "Hi > Dn, as a command fails: the residue is all that was asked for",
              FROM_DEVICE + " (4)",
              t -> t.send(t.wrapper(t.readBehindEnd(1)).in(t.blockSize())),
              (t, reply) -> residueIs(t, reply, t.blockSize())),
          of(
              "case-4-failing-status",
              "Hi > Dn, as a command fails: it has failed, and no phase error",
              FROM_DEVICE + " (4)",
              t -> t.send(t.wrapper(t.readBehindEnd(1)).in(t.blockSize())),
              (t, reply) -> t.expect(reply.failed(), "status 01", reply.verdict())),
          of(
              "case-4-failing-behind-data",
              "Hi > Dn, as a command fails: the status does not come in place of data",
              FROM_DEVICE + " (4)",
              t -> t.send(t.wrapper(t.readBehindEnd(1)).in(t.blockSize())),
              (t, reply) ->
                  t.expect(
                      !reply.inPlaceOfData(), "STALL, or padding to the end", reply.toString())),
          forgiven(
              "case-4-failing-end",
              "Hi > Dn, as a command fails: the data phase ends in STALL, or is padded",
              FROM_DEVICE + " (4)",
              t -> t.send(t.wrapper(t.readBehindEnd(1)).in(t.blockSize())),
              (t, reply) -> endsIn(t, reply)),
          of(
              "case-4-unknown-command-end",
              "Hi > Dn, as a command is unknown: it has failed, with all as residue",
              FROM_DEVICE + " (4)",
              t -> t.send(t.wrapper(CommandChecks.UNKNOWN).in(t.blockSize())),
              (t, reply) -> {
                t.expect(reply.failed(), "status 01", reply.verdict());
                residueIs(t, reply, t.blockSize());
              }),
          of(
              "case-5-status",
              "Hi > Di: a READ of fewer blocks than there is room for passes, or fails",
              FROM_DEVICE + " (5)",
              c5(),
              passesOrFails()),
          of(
              "case-5-residue",
              "Hi > Di: the residue is what there is no data for",
              FROM_DEVICE + " (5)",
              c5(),
              (t, reply) -> residueIs(t, reply, reply.passed() ? t.blockSize() : -1)),
          of(
              "case-5-data",
              "Hi > Di: the block comes",
              FROM_DEVICE + " (5)",
              c5(),
              (t, reply) -> {
                t.applies(reply.passed(), "the command was refused whole");
                var block = t.blocksAt(0, 1);
                t.expect(
                    reply.moved() >= block.length
                        && Arrays.equals(Arrays.copyOf(reply.bytes(), block.length), block),
                    "the block first",
                    reply.toString());
              }),
          forgiven(
              "case-5-end",
              "Hi > Di: less data than asked for ends in STALL, or is padded to its full length",
              FROM_DEVICE + " (5): it shall end in STALL",
              c5(),
              (t, reply) -> endsIn(t, reply)),
          forgiven(
              "case-5-reply-end",
              "Hi > Di: a shorter reply ends in STALL, or is padded to its full length",
              FROM_DEVICE + " (5): it shall end in STALL",
              t -> t.send(t.wrapper(Cdbs.READ_CAPACITY_10).in(64)),
              (t, reply) -> endsIn(t, reply)),
          of(
              "case-5-reply-residue",
              "Hi > Di: the residue of a shorter reply is what there is no data for",
              FROM_DEVICE + " (5)",
              t -> t.send(t.wrapper(Cdbs.READ_CAPACITY_10).in(64)),
              (t, reply) -> residueIs(t, reply, reply.passed() ? 64 - 8 : -1)),
          of(
              "case-6-status",
              "Hi = Di: it passes",
              FROM_DEVICE + " (6)",
              c6(),
              (t, reply) -> t.expectPassed(reply)),
          of(
              "case-6-data",
              "Hi = Di: all comes, and no STALL",
              FROM_DEVICE + " (6)",
              c6(),
              (t, reply) ->
                  t.expect(reply.full() && !reply.stalled(), "all blocks", reply.toString())),
          of("case-6-residue", "Hi = Di: the residue is 0", FROM_DEVICE + " (6)", c6(), residue(0)),
          of(
              "case-7-status",
              "Hi < Di: a READ of more blocks than there is room for is a phase error, or fails",
              FROM_DEVICE + " (7)",
              c7(),
              neverPasses()),
          of(
              "case-7-amount",
              "Hi < Di: no more comes than was asked for, and less ends in STALL",
              FROM_DEVICE + " (7)",
              c7(),
              (t, reply) ->
                  t.expect(
                      !reply.babbled() && (reply.full() || reply.stalled()),
                      "at most a block, and STALL where it is less",
                      reply.toString())),
          forgiven(
              "case-7-reply-status",
              "Hi < Di: a READ CAPACITY(10) for which there is too little room is a phase error",
              FROM_DEVICE + " (7)",
              t -> t.send(t.wrapper(Cdbs.READ_CAPACITY_10).in(4)),
              neverPasses()),
          writes(
              "case-8-status",
              "Hi <> Do: a WRITE that is to bring data is a phase error, or fails",
              FROM_DEVICE + " (8)",
              t -> t.send(t.wrapper(Cdbs.write(t.scratch(2), 1)).in(t.blockSize())),
              neverPasses()),
          writes(
              "case-8-amount",
              "Hi <> Do: less than was asked for ends in STALL",
              FROM_DEVICE + " (8)",
              t -> t.send(t.wrapper(Cdbs.write(t.scratch(2), 1)).in(t.blockSize())),
              (t, reply) ->
                  t.expect(
                      reply.full() || reply.stalled(), "STALL, or all bytes", reply.toString())),
          of(
              "case-9-status",
              "Ho > Dn: a command without data passes or fails",
              TO_DEVICE + " (9)",
              c9(),
              passesOrFails()),
          of(
              "case-9-residue",
              "Ho > Dn: the residue is all that was offered",
              TO_DEVICE + " (9)",
              c9(),
              (t, reply) -> residueIs(t, reply, t.blockSize())),
          of(
              "case-9-data",
              "Ho > Dn: the data is taken, or refused by STALL",
              TO_DEVICE + " (9)",
              c9(),
              (t, reply) ->
                  t.expect(
                      reply.full() || reply.dataStalled(),
                      "all taken, or STALL",
                      reply.toString())),
          of(
              "case-9-unknown-command",
              "Ho > Dn, as a command is unknown: it has failed, with all as residue",
              TO_DEVICE + " (9)",
              t -> t.send(t.wrapper(CommandChecks.UNKNOWN).out(512), new byte[512]),
              (t, reply) -> {
                t.expect(reply.failed(), "status 01", reply.verdict());
                residueIs(t, reply, 512);
              }),
          writes(
              "case-9-failing-write",
              "Ho > Dn, as a WRITE fails: it has failed, with all as residue",
              TO_DEVICE + " (9)",
              t ->
                  t.send(
                      t.wrapper(t.writeBehindEnd(1)).out(t.blockSize()), new byte[t.blockSize()]),
              (t, reply) -> {
                t.expect(reply.failed(), "status 01", reply.verdict());
                residueIs(t, reply, t.blockSize());
              }),
          of(
              "case-10-status",
              "Ho <> Di: a READ that is to take data is a phase error, or fails",
              TO_DEVICE + " (10)",
              t -> t.send(t.wrapper(Cdbs.read(0, 1)).out(t.blockSize()), new byte[t.blockSize()]),
              neverPasses()),
          of(
              "case-10-data",
              "Ho <> Di: the data is taken, or refused by STALL",
              TO_DEVICE + " (10)",
              t -> t.send(t.wrapper(Cdbs.read(0, 1)).out(t.blockSize()), new byte[t.blockSize()]),
              (t, reply) ->
                  t.expect(
                      reply.full() || reply.dataStalled(),
                      "all taken, or STALL",
                      reply.toString())),
          writes(
              "case-11-status",
              "Ho > Do: a WRITE of fewer blocks than are offered passes or fails",
              TO_DEVICE + " (11)",
              c11(),
              passesOrFails()),
          writes(
              "case-11-residue",
              "Ho > Do: the residue is what was not written",
              TO_DEVICE + " (11)",
              c11(),
              (t, reply) -> residueIs(t, reply, reply.passed() ? t.blockSize() : -1)),
          check(
                  CASES,
                  "case-5-reply-of-packets",
                  "Hi > Di: a reply of several packets and a part comes whole, and no more than asked",
                  "BOT 1.0, 6.7.2 (5)")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var cdb = Cdbs.hex("a3 0c 00 00 00 00 00 00 04 00 00 00");
                    var head =
                        t.requireOptional(t.in(1024, cdb), "REPORT SUPPORTED OPERATION CODES");
                    int length = (int) Math.min(head.u32(0) + 4, 1024);
                    t.applies(
                        length > t.maxPacket() && length % t.maxPacket() != 0,
                        "the list has not several packets and a part");
                    var data = t.requirePassed(t.in(length, cdb), "its exact length").bytes();
                    var reply = t.send(t.wrapper(cdb).in(length + 1));
                    t.expect(
                        reply.passed()
                            && !reply.babbled()
                            && reply.residue() == 1
                            && reply.moved() >= length
                            && Arrays.equals(Arrays.copyOf(reply.bytes(), length), data),
                        "the same " + length + " bytes, and residue 1",
                        reply.toString());
                  }),
          check(
                  CASES,
                  "case-11-next-block",
                  "Ho > Do: the blocks behind those that are written stay as they are",
                  TO_DEVICE + " (11); SBC-3, 5.33: TRANSFER LENGTH")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    long lba = t.scratch(4);
                    var before = t.noise(2 * t.blockSize());
                    t.store(lba, before);
                    var data = t.noise(2 * t.blockSize());
                    var reply = t.send(t.wrapper(Cdbs.write(lba, 1)).out(data.length), data);
                    var after = t.blocksAt(lba, 2);
                    t.expect(
                        Arrays.equals(
                            Arrays.copyOfRange(after, t.blockSize(), after.length),
                            Arrays.copyOfRange(before, t.blockSize(), before.length)),
                        "the second block as it was",
                        "another second block");
                    if (reply.passed()) {
                      t.expect(
                          Arrays.equals(
                              Arrays.copyOf(after, t.blockSize()),
                              Arrays.copyOf(data, t.blockSize())),
                          "the first block as it was sent",
                          "another first block");
                    }
                  }),
          writes(
              "case-12-status",
              "Ho = Do: it passes",
              TO_DEVICE + " (12)",
              c12(),
              (t, reply) -> t.expectPassed(reply)),
          writes(
              "case-12-residue",
              "Ho = Do: the residue is 0",
              TO_DEVICE + " (12)",
              c12(),
              residue(0)),
          writes(
              "case-12-data",
              "Ho = Do: all is taken, and no STALL",
              TO_DEVICE + " (12)",
              c12(),
              (t, reply) ->
                  t.expect(reply.full() && !reply.stalled(), "all blocks", reply.toString())),
          writes(
              "case-13-status",
              "Ho < Do: a WRITE of more blocks than are offered is a phase error, or fails",
              TO_DEVICE + " (13)",
              c13(),
              neverPasses()),
          check(
                  CASES,
                  "case-13-next-block",
                  "Ho < Do: blocks for which there is no data stay as they are",
                  TO_DEVICE + " (13)")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    long lba = t.scratch(4);
                    var before = t.noise(2 * t.blockSize());
                    t.store(lba, before);
                    var data = t.noise(t.blockSize());
                    t.send(t.wrapper(Cdbs.write(lba, 2)).out(data.length), data);
                    var after = t.blocksAt(lba, 2);
                    t.expect(
                        Arrays.equals(
                            Arrays.copyOfRange(after, t.blockSize(), after.length),
                            Arrays.copyOfRange(before, t.blockSize(), before.length)),
                        "the second block as it was",
                        "another second block");
                  }),
          check(
                  CASES,
                  "phase-error-or-reason-in",
                  "Where host and device disagree about a READ it is a phase error, or has a reason",
                  "BOT 1.0, 6.7 (2, 7, 10): phase error")
              .forgiven()
              .needs(Need.READY)
              .run(
                  t -> {
                    int block = t.blockSize();
                    reason(t, t.send(t.wrapper(Cdbs.read(0, 1))));
                    reason(t, t.send(t.wrapper(Cdbs.read(0, 2)).in(block)));
                    reason(t, t.send(t.wrapper(Cdbs.read(0, 1)).out(block), new byte[block]));
                  }),
          check(
                  CASES,
                  "phase-error-or-reason-out",
                  "Where host and device disagree about a WRITE it is a phase error, or has a reason",
                  "BOT 1.0, 6.7 (3, 8, 13): phase error")
              .forgiven()
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    int block = t.blockSize();
                    long lba = t.scratch(4);
                    reason(t, t.send(t.wrapper(Cdbs.write(lba, 1))));
                    reason(t, t.send(t.wrapper(Cdbs.write(lba, 1)).in(block)));
                    reason(t, t.send(t.wrapper(Cdbs.write(lba, 2)).out(block), new byte[block]));
                  }),
          check(
                  CASES,
                  "case-13-part-of-a-block",
                  "Ho < Do: part of a block is no block: a phase error, or it fails",
                  TO_DEVICE + " (13)")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    int part = t.blockSize() / 2;
                    var reply =
                        t.send(t.wrapper(Cdbs.write(t.scratch(2), 1)).out(part), new byte[part]);
                    t.expect(!reply.passed(), "status 02 or 01", reply.verdict());
                  }),
          check(
                  CASES,
                  "case-7-part-of-a-block",
                  "Hi < Di: room for part of a block is a phase error, or it fails",
                  FROM_DEVICE + " (7)")
              .needs(Need.READY)
              .run(
                  t -> {
                    var reply = t.send(t.wrapper(Cdbs.read(0, 1)).in(t.blockSize() / 2));
                    t.expect(!reply.passed(), "status 02 or 01", reply.verdict());
                  }),
          check(
                  CASES,
                  "case-7-many-blocks",
                  "Hi < Di: a READ of 65535 blocks into one byte harms nothing",
                  FROM_DEVICE + " (7)")
              .needs(Need.READY)
              .run(
                  t -> {
                    var reply = t.send(t.wrapper(Cdbs.read(0, 0xffff)).in(1));
                    t.expect(!reply.passed(), "status 02 or 01", reply.verdict());
                    WrapperChecks.alive(t);
                  }));

  private ThirteenCaseChecks() {}

  private static Check of(String id, String title, String clause, Trying trying, Judging judging) {
    return check(CASES, id, title, clause)
        .needs(Need.READY)
        .run(t -> judging.judge(t, trying.run(t)));
  }

  private static Check forgiven(
      String id, String title, String clause, Trying trying, Judging judging) {
    return check(CASES, id, title, clause)
        .forgiven()
        .needs(Need.READY)
        .run(t -> judging.judge(t, trying.run(t)));
  }

  private static Check writes(
      String id, String title, String clause, Trying trying, Judging judging) {
    return check(CASES, id, title, clause)
        .needs(Need.WRITABLE, Need.WRITES)
        .run(t -> judging.judge(t, trying.run(t)));
  }

  private static Trying c1() {
    return t -> t.send(t.wrapper(Cdbs.TEST_UNIT_READY));
  }

  private static Trying c4() {
    return t -> t.send(t.wrapper(Cdbs.TEST_UNIT_READY).in(t.blockSize()));
  }

  private static Trying c5() {
    return t -> t.send(t.wrapper(Cdbs.read(0, 1)).in(2L * t.blockSize()));
  }

  private static Trying c6() {
    return t -> t.send(t.wrapper(Cdbs.read(0, 2)).in(2L * t.blockSize()));
  }

  private static Trying c7() {
    return t -> t.send(t.wrapper(Cdbs.read(0, 2)).in(t.blockSize()));
  }

  private static Trying c9() {
    return t -> t.send(t.wrapper(Cdbs.TEST_UNIT_READY).out(t.blockSize()), new byte[t.blockSize()]);
  }

  private static Trying c11() {
    return t -> {
      var data = t.noise(2 * t.blockSize());
      return t.send(t.wrapper(Cdbs.write(t.scratch(4), 1)).out(data.length), data);
    };
  }

  private static Trying c12() {
    return t -> {
      var data = t.noise(2 * t.blockSize());
      return t.send(t.wrapper(Cdbs.write(t.scratch(4), 2)).out(data.length), data);
    };
  }

  private static Trying c13() {
    return t -> {
      var data = t.noise(t.blockSize());
      return t.send(t.wrapper(Cdbs.write(t.scratch(4), 2)).out(data.length), data);
    };
  }

  private static Judging passesOrFails() {
    return (t, reply) -> t.expect(reply.status() < 2, "status 00 or 01", reply.verdict());
  }

  /** The tests of the USB-IF take 01 beside 02, and devices answer it. */
  private static Judging neverPasses() {
    return (t, reply) ->
        t.expect(reply.failed() || reply.phaseError(), "status 02 or 01", reply.verdict());
  }

  /** A command may be refused whole; then there is a sense key that says why. */
  private static void reason(Trial t, Reply reply) throws DeviceGoneException {
    if (reply.failed()) {
      var sense = t.sense();
      t.expect(sense.key() != 0, "status 02, or 01 with a sense key", "status 01, sense " + sense);
    }
  }

  private static Judging residue(long right) {
    return (t, reply) -> residueIs(t, reply, right);
  }

  private static Judging noDataPhase() {
    return (t, reply) ->
        t.expect(
            !reply.stalled() && !reply.emptyPacketBeforeStatus(),
            "the status at once",
            reply.toString());
  }

  /** Less data than asked for ends in STALL, be it there or where the status is read. */
  static void endsIn(Trial t, Reply reply) {
    t.expect(
        reply.full() || reply.stalled(), "STALL, or padding to the full length", reply.toString());
  }

  /** After a phase error the residue means nothing; of a command refused whole it is all. */
  static void residueIs(Trial t, Reply reply, long right) {
    if (!reply.phaseError()) {
      long expected = right < 0 ? reply.wrapper().dataLength() : right;
      t.expect(reply.residue() == expected, "residue " + expected, reply.toString());
    }
  }
}
