package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.WRAPPERS;

import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.RawAnswer;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Which command wrappers are taken, and what follows those that are not (BOT 1.0, sections 6.2 and
 * 6.6.1).
 *
 * <p>A wrapper that is valid and not meaningful may be answered by anything; only that Reset
 * Recovery helps is asked for then.
 */
final class WrapperChecks {
  private static final String INVALID = "BOT 1.0, 6.2.1 and 6.6.1";
  private static final String MEANINGLESS =
      "BOT 1.0, 6.4 and 5.3.4: the response is not specified, and Reset Recovery ends it";

  static final List<Check> ALL =
      List.of(
          check(
                  WRAPPERS,
                  "takes-commands",
                  "The device takes commands of 31 bytes, and answers each with a status",
                  "BOT 1.0, 5.1 to 5.3 and 6.2.1")
              .hosts("All")
              .run(
                  t -> {
                    t.applies(t.facts().place().isPresent(), "there are no bulk endpoints");
                    t.send(t.wrapper(Cdbs.TEST_UNIT_READY));
                    t.send(t.wrapper(Cdbs.inquiry(36)).in(36));
                    t.send(t.wrapper(Cdbs.requestSense(18)).in(18));
                    t.send(t.wrapper(CommandChecks.UNKNOWN).in(64));
                    t.send(t.wrapper(Cdbs.TEST_UNIT_READY));
                  }),
          stalls("wrapper-of-30-bytes", "Of 30 bytes", wrapper -> wrapper.size(30)),
          stalls("wrapper-of-32-bytes", "Of 32 bytes", wrapper -> wrapper.size(32)),
          stalls("wrapper-of-13-bytes", "Of 13 bytes", wrapper -> wrapper.size(13)),
          stalls("wrapper-of-63-bytes", "Of 63 bytes", wrapper -> wrapper.size(63)),
          stalls(
              "wrapper-with-wrong-signature",
              "With another signature",
              wrapper -> wrapper.set(3, 'S')),
          recovers("wrapper-of-30-bytes-recovery", "of 30 bytes", wrapper -> wrapper.size(30)),
          recovers("wrapper-of-32-bytes-recovery", "of 32 bytes", wrapper -> wrapper.size(32)),
          recovers(
              "wrapper-with-wrong-signature-recovery",
              "with another signature",
              wrapper -> wrapper.set(0, 0)),
          check(
                  WRAPPERS,
                  "wrapper-halt-told",
                  "After what is no wrapper GET_STATUS says that bulk-in is halted",
                  "USB 2.0, 9.4.5; BOT 1.0, 6.6.1")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    spoil(t, wrapper -> wrapper.set(3, 'S'));
                    t.bulkIn(Reply.STATUS_LENGTH);
                    var status = t.control(0x82, 0x00, 0, t.session().place().bulkIn(), 2);
                    t.expect(status.u8(0) == 1, "01 00", Trial.shown(status));
                  }),
          check(
                  WRAPPERS,
                  "wrapper-halt-held",
                  "After what is no wrapper clearing the halts alone brings nothing back",
                  "BOT 1.0, 6.6.1: the device maintains this state until a Reset Recovery")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    spoil(t, wrapper -> wrapper.set(3, 'S'));
                    t.bulkIn(Reply.STATUS_LENGTH);
                    t.clearHaltIn();
                    t.clearHaltOut();
                    var again = t.bulkIn(Reply.STATUS_LENGTH);
                    t.expect(again.stalled(), "STALL of bulk-in", ending(again));
                  }),
          check(
                  WRAPPERS,
                  "wrapper-out-afterwards",
                  "After what is no wrapper bulk-out is halted, or takes what comes and drops it",
                  INVALID)
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    spoil(t, wrapper -> wrapper.size(30));
                    var command = t.bulkOut(t.wrapper(Cdbs.TEST_UNIT_READY).bytes());
                    t.expect(
                        command.stalled() || command.ok(),
                        "STALL, or the bytes are taken",
                        ending(command));
                    var status = t.bulkIn(Reply.STATUS_LENGTH);
                    t.expect(
                        status.stalled(),
                        "STALL of bulk-in: no command is carried out",
                        ending(status));
                  }),
          check(
                  WRAPPERS,
                  "wrapper-invalid-writes-nothing",
                  "A write whose wrapper is none changes nothing",
                  INVALID)
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    long lba = t.scratch(2);
                    var before = t.noise(t.blockSize());
                    t.store(lba, before);
                    var data = t.noise(t.blockSize());
                    t.session().oweRecovery();
                    t.bulkOut(t.wrapper(Cdbs.write(lba, 1)).out(data.length).set(3, 'S').bytes());
                    t.bulkOut(data);
                    t.resetRecovery();
                    t.expect(
                        Arrays.equals(t.blocksAt(lba, 1), before),
                        "what was there before",
                        "something else");
                  }),
          meaningless("wrapper-reserved-flags", "With reserved flags", w -> w.flags(0x3f)),
          meaningless("wrapper-reserved-lun-bits", "With reserved bits of LUN", w -> w.lun(0xf0)),
          meaningless("wrapper-cdb-length-0", "With bCBWCBLength 0", w -> w.cdbLength(0)),
          meaningless("wrapper-cdb-length-17", "With bCBWCBLength 17", w -> w.cdbLength(17)),
          meaningless("wrapper-cdb-length-255", "With bCBWCBLength 255", w -> w.cdbLength(255)),
          check(
                  WRAPPERS,
                  "wrapper-cdb-too-short",
                  "A command with fewer bytes than its operation code asks for is not carried out",
                  MEANINGLESS)
              .needs(Need.READY)
              .run(
                  t -> {
                    t.session().oweRecovery();
                    var wrapper = t.wrapper(Cdbs.read(0, 1)).in(t.blockSize()).cdbLength(6);
                    t.bulkOut(wrapper.bytes());
                    t.bulkIn(t.blockSize());
                    t.resetRecovery();
                    alive(t);
                  }),
          check(
                  WRAPPERS,
                  "wrapper-cdb-longer",
                  "A bCBWCBLength larger than the command needs harms nothing",
                  "BOT 1.0, 5.1: bytes behind those of the command are ignored")
              .hosts("Windows, which sends 12 for REQUEST SENSE; Xbox 360; SeaBIOS, 12 for all")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int length : new int[] {10, 12, 16}) {
                      var sense = t.send(t.wrapper(Cdbs.requestSense(18)).in(18).cdbLength(length));
                      t.expect(sense.passed(), "status 00 of REQUEST SENSE", sense.verdict());
                      var inquiry = t.send(t.wrapper(Cdbs.inquiry(36)).in(36).cdbLength(length));
                      t.expect(inquiry.passed(), "status 00 of INQUIRY", inquiry.verdict());
                    }
                  }),
          check(
                  WRAPPERS,
                  "wrapper-bytes-behind-cdb",
                  "Bytes of CBWCB behind bCBWCBLength mean nothing",
                  "BOT 1.0, 5.1: the device shall ignore the content beyond bCBWCBLength")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int filling : new int[] {0xff, 0x55, 0xaa}) {
                      var inquiry = t.send(t.wrapper(Cdbs.inquiry(36)).in(36).fillFrom(6, filling));
                      t.expect(
                          inquiry.passed() && inquiry.moved() >= 5, "36 bytes", inquiry.toString());
                    }
                  }),
          check(
                  WRAPPERS,
                  "wrapper-direction-without-data",
                  "Without data the direction bit means nothing",
                  "BOT 1.0, 5.1: bmCBWFlags b7 is ignored where dCBWDataTransferLength is 0")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int flags : new int[] {0x00, 0x80}) {
                      var reply = t.send(t.wrapper(Cdbs.TEST_UNIT_READY).flags(flags));
                      t.expect(
                          reply.status() < 2 && !reply.stalled(),
                          "status 00 or 01",
                          reply.toString());
                    }
                  }),
          check(
                  WRAPPERS,
                  "wrapper-same-tag",
                  "Commands with the same tag are carried out one after the other",
                  "BOT 1.0, 5.1: dCBWTag is returned as it is")
              .hosts("SeaBIOS and hosts of microcontrollers, which have one tag for all")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int i = 0; i < 4; i++) {
                      var wrapper = t.wrapper(Cdbs.inquiry(36)).in(36);
                      tag(wrapper, 999);
                      var reply = t.send(wrapper);
                      t.expect(reply.passed(), "status 00", reply.verdict());
                    }
                  }),
          check(WRAPPERS, "wrapper-any-tag", "A tag may be any number", "BOT 1.0, 5.1: dCBWTag")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int tag : new int[] {0, -1, 0x80000000, 0x43425355, 0x53425355}) {
                      var wrapper = t.wrapper(Cdbs.TEST_UNIT_READY);
                      tag(wrapper, tag);
                      var reply = t.send(wrapper);
                      t.expect(reply.tagRight(), "the same tag", "another");
                    }
                  }));

  private WrapperChecks() {}

  private static void tag(Wrapper wrapper, int tag) {
    for (int i = 0; i < 4; i++) {
      wrapper.set(4 + i, tag >> 8 * i);
    }
  }

  /** Sends what is no wrapper; the device is owed Reset Recovery from now on. */
  private static RawAnswer spoil(Trial t, UnaryOperator<Wrapper> change)
      throws DeviceGoneException {
    t.session().oweRecovery();
    return t.bulkOut(change.apply(t.wrapper(Cdbs.READ_CAPACITY_10).in(8)).bytes());
  }

  private static String ending(RawAnswer answer) {
    return answer.ok() ? answer.movedBytes() + " bytes" : Session.ending(answer);
  }

  private static Check stalls(String id, String what, UnaryOperator<Wrapper> change) {
    return check(WRAPPERS, id, what + " it is no wrapper: bulk-in is halted", INVALID)
        .needs(Need.COMMANDS)
        .run(
            t -> {
              var sent = spoil(t, change);
              t.expect(sent.ok() || sent.stalled(), "taken, or STALL", ending(sent));
              var answer = t.bulkIn(Reply.STATUS_LENGTH);
              t.expect(answer.stalled(), "STALL of bulk-in", ending(answer));
            });
  }

  private static Check recovers(String id, String what, UnaryOperator<Wrapper> change) {
    return check(
            WRAPPERS,
            id,
            "After what is no wrapper, " + what + ", Reset Recovery brings commands back",
            "BOT 1.0, 5.3.4 and 6.6.1")
        .needs(Need.COMMANDS)
        .run(
            t -> {
              spoil(t, change);
              t.bulkIn(Reply.STATUS_LENGTH);
              t.resetRecovery();
              alive(t);
            });
  }

  private static Check meaningless(String id, String what, UnaryOperator<Wrapper> change) {
    return check(WRAPPERS, id, what + " a wrapper means nothing, and recovery helps", MEANINGLESS)
        .needs(Need.COMMANDS)
        .run(
            t -> {
              t.session().oweRecovery();
              t.bulkOut(change.apply(t.wrapper(Cdbs.TEST_UNIT_READY)).bytes());
              t.bulkIn(Reply.STATUS_LENGTH);
              t.resetRecovery();
              alive(t);
            });
  }

  static void alive(Trial t) throws DeviceGoneException {
    var reply = t.send(t.wrapper(Cdbs.TEST_UNIT_READY));
    t.expect(
        reply.status() < 2 && !reply.stalled(),
        "status 00 or 01 of TEST UNIT READY",
        reply.toString());
    var inquiry = t.send(t.wrapper(Cdbs.inquiry(36)).in(36));
    t.expect(inquiry.status() < 2, "status 00 or 01 of INQUIRY", inquiry.toString());
  }
}
