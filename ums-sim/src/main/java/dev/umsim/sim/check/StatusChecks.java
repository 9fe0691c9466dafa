package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.STATUS;

import dev.umsim.core.host.DeviceGoneException;
import java.util.ArrayList;
import java.util.List;

/**
 * The status wrapper: valid, meaningful, once and only once (BOT 1.0, sections 5.2, 5.3.3, 6.3).
 */
final class StatusChecks {
  static final List<Check> ALL =
      List.of(
          check(
                  STATUS,
                  "status-tag",
                  "The status has the tag of its command, however that ends",
                  "BOT 1.0, 5.2 and 6.3.1: dCSWTag")
              .hosts("All; Linux has a flag for such devices")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (var reply : every(t)) {
                      t.expect(reply.tagRight(), "the same tag", "another tag");
                    }
                  }),
          check(
                  STATUS,
                  "status-signature",
                  "The status has the signature USBS, however its command ends",
                  "BOT 1.0, 5.2 and 6.3.1: dCSWSignature")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (var reply : every(t)) {
                      t.expect(reply.signatureRight(), "USBS", "another signature");
                    }
                  }),
          check(STATUS, "status-value", "bCSWStatus is 00, 01 or 02", "BOT 1.0, 5.2, table 5.3")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (var reply : every(t)) {
                      t.expect(reply.status() <= 2, "00, 01 or 02", reply.verdict());
                    }
                  }),
          check(
                  STATUS,
                  "status-residue-bound",
                  "The residue is never more than the host's length",
                  "BOT 1.0, 6.3.2: a status wrapper is meaningful")
              .hosts("Linux, Windows and macOS, which may reset the device")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (var reply : every(t)) {
                      if (!reply.phaseError()) {
                        long most = reply.wrapper().dataLength();
                        t.expect(reply.residue() <= most, "at most " + most, reply.toString());
                      }
                    }
                  }),
          check(
                  STATUS,
                  "status-residue-of-whole-reply",
                  "The residue is 0 where all came that was asked for",
                  "BOT 1.0, 5.2: dCSWDataResidue")
              .hosts("Hosts that take the residue at its word, and find replies too short")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var reply = t.send(t.wrapper(Cdbs.inquiry(36)).in(36));
                    t.requirePassed(reply, "INQUIRY");
                    t.require(reply.full(), "INQUIRY gave less than 36 bytes");
                    t.expect(reply.residue() == 0, "residue 0", reply.toString());
                  }),
          check(
                  STATUS,
                  "status-length",
                  "The status is 13 bytes and ends its transfer, however much is asked for",
                  "BOT 1.0, 5.2 and 6.3.1: a short packet of 13 bytes")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.session().oweRecovery();
                    t.require(
                        t.bulkOut(t.wrapper(Cdbs.TEST_UNIT_READY).bytes()).ok(),
                        "the command was not taken");
                    var status = t.bulkIn(512);
                    t.expect(
                        status.ok() && status.movedBytes() == Reply.STATUS_LENGTH,
                        "13 bytes",
                        status.movedBytes() + " bytes, " + Session.ending(status));
                    t.session().recoveryDone();
                  }),
          check(STATUS, "status-once", "A command that passes has one status", "BOT 1.0, 5.3.3")
              .needs(Need.COMMANDS)
              .run(t -> once(t, Cdbs.TEST_UNIT_READY, 0)),
          check(
                  STATUS,
                  "status-once-after-failure",
                  "A command that fails has one status",
                  "BOT 1.0, 5.3.3")
              .needs(Need.COMMANDS)
              .run(t -> once(t, CommandChecks.UNKNOWN, 0)),
          check(
                  STATUS,
                  "status-once-after-stall",
                  "A command whose data ended in STALL has one status",
                  "BOT 1.0, 5.3.3 and 6.7.2")
              .needs(Need.COMMANDS)
              .run(t -> once(t, CommandChecks.UNKNOWN, 64)),
          check(
                  STATUS,
                  "status-forgets-failure",
                  "The status of a command says nothing of the one before",
                  "BOT 1.0, 5.2: the status is that of the command with its tag")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.send(t.wrapper(CommandChecks.UNKNOWN).in(64));
                    var reply = t.send(t.wrapper(Cdbs.inquiry(36)).in(36));
                    t.expect(reply.passed(), "status 00", reply.verdict());
                    t.send(t.wrapper(CommandChecks.UNKNOWN).in(64));
                    var ready = t.send(t.wrapper(Cdbs.TEST_UNIT_READY));
                    t.expect(ready.residue() == 0, "residue 0", ready.toString());
                  }),
          check(
                  STATUS,
                  "status-held-behind-halt",
                  "After a STALL the status waits until the halt is cleared",
                  "BOT 1.0, 6.7.2; USB 2.0, 9.4.5")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var wrapper = t.wrapper(CommandChecks.UNKNOWN).in(64);
                    t.session().oweRecovery();
                    t.require(t.bulkOut(wrapper.bytes()).ok(), "the command was not taken");
                    var data = t.bulkIn(64);
                    t.applies(data.stalled(), "the device pads and does not halt");
                    var early = t.bulkIn(Reply.STATUS_LENGTH);
                    t.expect(early.stalled(), "STALL", Session.ending(early));
                    t.clearHaltIn();
                    var status = t.bulkIn(Reply.STATUS_LENGTH);
                    t.expect(
                        status.ok() && status.movedBytes() == Reply.STATUS_LENGTH,
                        "the status",
                        Session.ending(status));
                    t.session().recoveryDone();
                  }),
          check(
                  STATUS,
                  "status-without-data-never-stalled",
                  "Where the host expects no data a command that fails is not stalled",
                  "BOT 1.0, 6.7.1 (1)")
              .hosts("Windows 11, which resets the device again and again")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (var cdb :
                        List.of(
                            CommandChecks.UNKNOWN,
                            Cdbs.SYNCHRONIZE_CACHE_10,
                            Cdbs.prevent(0),
                            Cdbs.startStop(1),
                            Cdbs.hex("2f 00 00 00 00 00 00 00 00 00"))) {
                      var reply = t.send(t.wrapper(cdb));
                      t.expect(!reply.stalled(), "the status at once", reply.toString());
                    }
                  }),
          check(
                  STATUS,
                  "status-many-commands",
                  "A hundred commands have a hundred statuses, in their order",
                  "BOT 1.0, 5.3.3")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int i = 0; i < 50; i++) {
                      var reply = t.send(t.wrapper(Cdbs.TEST_UNIT_READY));
                      t.expect(reply.tagRight() && reply.status() < 2, "its status", "another");
                      var inquiry = t.send(t.wrapper(Cdbs.inquiry(36)).in(36));
                      t.expect(inquiry.tagRight() && inquiry.passed(), "its status", "another");
                    }
                  }));

  private StatusChecks() {}

  /** Commands that end in every way. */
  private static List<Reply> every(Trial t) throws DeviceGoneException {
    var replies = new ArrayList<Reply>();
    replies.add(t.send(t.wrapper(Cdbs.TEST_UNIT_READY)));
    replies.add(t.send(t.wrapper(Cdbs.inquiry(36)).in(36)));
    replies.add(t.send(t.wrapper(Cdbs.requestSense(18)).in(18)));
    replies.add(t.send(t.wrapper(CommandChecks.UNKNOWN)));
    replies.add(t.send(t.wrapper(CommandChecks.UNKNOWN).in(64)));
    replies.add(t.send(t.wrapper(Cdbs.READ_CAPACITY_10).in(8)));
    replies.add(t.send(t.wrapper(Cdbs.inquiry(36)).in(5)));
    return replies;
  }

  /** Whatever comes too often is taken for the data or the status of the next command. */
  private static void once(Trial t, byte[] cdb, int length) throws DeviceGoneException {
    var wrapper = t.wrapper(cdb);
    t.send(length == 0 ? wrapper : wrapper.in(length));
    for (int i = 0; i < 2; i++) {
      var next = t.send(t.wrapper(Cdbs.TEST_UNIT_READY));
      t.expect(next.tagRight(), "the status of the next command", "another tag");
    }
    var inquiry = t.send(t.wrapper(Cdbs.inquiry(36)).in(36));
    t.expect(inquiry.passed(), "status 00 of INQUIRY", inquiry.toString());
  }
}
