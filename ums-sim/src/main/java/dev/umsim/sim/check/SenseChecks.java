package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.SENSE;

import dev.umsim.core.host.DeviceGoneException;
import java.util.Arrays;
import java.util.List;

/** Sense data: what it says, where it is told, and that it ends (SPC-4, 4.5 and 6.39). */
final class SenseChecks {
  private static final int DESCRIPTORS = 1;

  static final List<Check> ALL =
      List.of(
          check(
                  SENSE,
                  "request-sense-passes",
                  "REQUEST SENSE passes, with 18 bytes of current sense data",
                  "SPC-4, 6.39 and 4.5.3")
              .hosts("All")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var reply = t.send(t.wrapper(Cdbs.requestSense(18)).in(18));
                    t.expectPassed(reply);
                    t.expect(reply.moved() >= 8, "18 bytes", reply.toString());
                    var sense = new SenseReply(reply.bytes());
                    t.expect(
                        sense.responseCode() >= 0x70 && sense.responseCode() <= 0x73,
                        "response code 70 to 73",
                        String.format("%02x", sense.responseCode()));
                  }),
          check(
                  SENSE,
                  "sense-of-nothing",
                  "Where nothing has failed the sense key is 0",
                  "SPC-4, 6.39: NO SENSE")
              .needs(Need.READY)
              .run(
                  t -> {
                    t.require(t.none(Cdbs.TEST_UNIT_READY).passed(), "the unit is not ready");
                    var sense = t.sense();
                    t.expect(sense.key() == 0, "sense key 00", sense.toString());
                  }),
          check(
                  SENSE,
                  "sense-of-failure",
                  "After a command has failed the sense data says why",
                  "SPC-4, 4.5.1; SAM-5, 5.13")
              .hosts("Linux, for which a failure without sense is an error of the host")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var reply = t.send(t.wrapper(CommandChecks.UNKNOWN));
                    t.require(reply.failed(), "an unknown command did not fail");
                    var sense = t.sense();
                    t.expect(sense.key() == 5, "sense key 05", sense.toString());
                  }),
          check(
                  SENSE,
                  "sense-told-once",
                  "What REQUEST SENSE has told is gone",
                  "SPC-4, 6.39: the sense data is cleared")
              .needs(Need.READY)
              .run(
                  t -> {
                    t.send(t.wrapper(CommandChecks.UNKNOWN));
                    t.sense();
                    var again = t.sense();
                    t.expect(again.key() == 0, "sense key 00", again.toString());
                  }),
          check(
                  SENSE,
                  "sense-ends-with-next-command",
                  "Sense data of a command is gone when the next one has passed",
                  "SAM-5, 5.13: it is kept until the next command")
              .forgiven()
              .needs(Need.READY)
              .run(
                  t -> {
                    t.send(t.wrapper(CommandChecks.UNKNOWN));
                    t.require(
                        t.send(t.wrapper(Cdbs.TEST_UNIT_READY)).passed(), "the unit is not ready");
                    var sense = t.sense();
                    t.expect(sense.key() == 0, "sense key 00", sense.toString());
                  }),
          check(
                  SENSE,
                  "sense-of-latest",
                  "Sense data is that of the command that failed last",
                  "SAM-5, 5.13")
              .needs(Need.READY)
              .run(
                  t -> {
                    t.send(t.wrapper(CommandChecks.UNKNOWN));
                    var wrapper = t.wrapper(t.readBehindEnd(1)).in(t.blockSize());
                    t.require(t.send(wrapper).failed(), "READ behind the end did not fail");
                    var sense = t.sense();
                    t.expect(sense.key() == 5 && sense.asc() != 0x20, "05/21/00", sense.toString());
                  }),
          check(
                  SENSE,
                  "sense-cut",
                  "REQUEST SENSE is cut at its allocation length",
                  "SPC-4, 4.2.5.6")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int length : new int[] {4, 8, 13}) {
                      t.send(t.wrapper(CommandChecks.UNKNOWN));
                      var reply = t.send(t.wrapper(Cdbs.requestSense(length)).in(length));
                      t.expect(
                          reply.passed() && !reply.babbled() && reply.moved() <= length,
                          length + " bytes",
                          reply.toString());
                      t.expect(
                          (reply.u8(2) & 0x0f) == 5,
                          "sense key 05",
                          String.format("%02x", reply.u8(2) & 0x0f));
                    }
                  }),
          check(
                  SENSE,
                  "sense-allocation-0",
                  "REQUEST SENSE with allocation length 0 is no error",
                  "SPC-4, 4.2.5.6")
              .needs(Need.COMMANDS)
              .run(t -> t.expectPassed(t.none(Cdbs.requestSense(0)))),
          check(
                  SENSE,
                  "sense-much-room",
                  "REQUEST SENSE with room for 252 bytes gives what there is",
                  "SPC-4, 6.39 and 4.5.3")
              .hosts("Linux, which asks for 96 and has a flag for devices that hang")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int length : new int[] {96, 252, 255}) {
                      t.send(t.wrapper(CommandChecks.UNKNOWN));
                      var reply = t.send(t.wrapper(Cdbs.requestSense(length)).in(length));
                      var sense = new SenseReply(reply.bytes());
                      t.expect(
                          reply.passed() && sense.key() == 5, "sense key 05", reply.toString());
                    }
                  }),
          check(
                  SENSE,
                  "sense-additional-length",
                  "ADDITIONAL SENSE LENGTH tells how much there is",
                  "SPC-4, 4.5.3: at least up to byte 17")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.send(t.wrapper(CommandChecks.UNKNOWN));
                    var reply = t.send(t.wrapper(Cdbs.requestSense(252)).in(252));
                    var sense = new SenseReply(reply.bytes());
                    t.applies(sense.responseCode() <= 0x71, "the descriptor format");
                    long useful = 252 - reply.residue();
                    t.expect(
                        reply.u8(7) + 8 == useful,
                        "8 less than the " + useful + " bytes that came",
                        String.valueOf(reply.u8(7)));
                  }),
          check(
                  SENSE,
                  "sense-valid-without-information",
                  "VALID is set only where INFORMATION is as a standard says",
                  "SPC-4, 4.5.3: VALID")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.send(t.wrapper(CommandChecks.UNKNOWN));
                    var sense = t.sense();
                    t.expect(!sense.valid(), "VALID 0 for an unknown command", "VALID 1, " + sense);
                  }),
          check(
                  SENSE,
                  "sense-current",
                  "Sense data of the command that has failed is current, and not deferred",
                  "SPC-4, 4.5.5: response codes 71 and 73 are about an earlier command")
              .hosts("Linux, which sends the command again")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.send(t.wrapper(CommandChecks.UNKNOWN));
                    var sense = t.sense();
                    t.expect(
                        sense.responseCode() != 0x71 && sense.responseCode() != 0x73,
                        "response code 70 or 72",
                        String.format("%02x", sense.responseCode()));
                  }),
          check(
                  SENSE,
                  "sense-reserved-of-fixed",
                  "Bytes that are reserved or obsolete in fixed sense data are 0",
                  "SPC-4, 4.5.3, table 53")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.send(t.wrapper(CommandChecks.UNKNOWN));
                    var reply = t.send(t.wrapper(Cdbs.requestSense(18)).in(18));
                    t.applies(
                        new SenseReply(reply.bytes()).responseCode() <= 0x71,
                        "the descriptor format");
                    t.expect(
                        reply.u8(1) == 0 && (reply.u8(2) & 0x10) == 0,
                        "byte 1 and b4 of byte 2 are 0",
                        Trial.hex(reply.bytes()));
                  }),
          check(
                  SENSE,
                  "sense-descriptors",
                  "REQUEST SENSE with DESC gives the descriptor format, or is refused",
                  "SPC-4, 6.39: DESC")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var cdb = Cdbs.with(Cdbs.requestSense(32), 1, DESCRIPTORS);
                    var reply = t.in(32, cdb);
                    var sense = new SenseReply(reply.bytes());
                    t.expect(
                        reply.failed() || sense.responseCode() == 0x72,
                        "response code 72, or status 01",
                        String.format("%02x", sense.responseCode()));
                  }),
          check(
                  SENSE,
                  "sense-ends-with-reset",
                  "A reset of the port clears sense data",
                  "SAM-5, 5.14 and 6.3.2: a hard reset")
              .forgiven()
              .needs(Need.READY, Need.STATE)
              .run(
                  t -> {
                    t.send(t.wrapper(CommandChecks.UNKNOWN));
                    t.require(t.session().resetPort(), "the reset of the port did not go well");
                    var sense = t.sense();
                    t.expect(sense.key() != 5, "sense key 00 or 06", sense.toString());
                  }),
          check(
                  SENSE,
                  "sense-not-of-inquiry",
                  "INQUIRY and REPORT LUNS of a ready unit report no attention",
                  "SPC-4, 6.4.1; SAM-5, 5.14")
              .needs(Need.COMMANDS, Need.STATE)
              .run(
                  t -> {
                    t.require(t.session().resetPort(), "the reset of the port did not go well");
                    var inquiry = t.in(36, Cdbs.inquiry(36));
                    t.expect(inquiry.passed(), "status 00", inquiry.verdict());
                  }),
          check(
                  SENSE,
                  "sense-names-field",
                  "Where the sense data points at a field it points into the command",
                  "SPC-4, 4.5.2.4.2: FIELD POINTER")
              .forgiven()
              .needs(Need.READY)
              .run(
                  t -> {
                    t.send(t.wrapper(Cdbs.with(Cdbs.inquiry(36), 2, 0x80)).in(36));
                    var reply = t.send(t.wrapper(Cdbs.requestSense(18)).in(18));
                    var sense = new SenseReply(reply.bytes());
                    t.applies(
                        sense.responseCode() <= 0x71 && (reply.u8(15) & 0x80) != 0,
                        "there is no pointer");
                    t.expect(
                        reply.u16(16) < 6, "a byte of the six of INQUIRY", "byte " + reply.u16(16));
                  }),
          check(
                  SENSE,
                  "sense-names-wrong-byte",
                  "Where the sense data points at a reserved byte it points at the one that is not 0",
                  "SPC-4, 4.5.2.4.2: FIELD POINTER")
              .forgiven()
              .needs(Need.READY)
              .run(
                  t -> {
                    for (int at : new int[] {6, 7}) {
                      // Bytes 6 and 7 are reserved, and the address stands before them.
                      var cdb = Cdbs.with(Cdbs.READ_CAPACITY_10, at, 0x10);
                      t.send(t.wrapper(cdb).in(8));
                      var reply = t.send(t.wrapper(Cdbs.requestSense(18)).in(18));
                      var sense = new SenseReply(reply.bytes());
                      t.applies(
                          sense.responseCode() <= 0x71 && (reply.u8(15) & 0xc0) == 0xc0,
                          "there is no pointer into the command");
                      t.expect(reply.u16(16) == at, "byte " + at, "byte " + reply.u16(16));
                    }
                  }),
          check(
                  SENSE,
                  "sense-same-every-time",
                  "The same mistake has the same sense data",
                  "SPC-4, 4.5.1")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var one = mistake(t);
                    t.in(36, Cdbs.inquiry(36));
                    var other = mistake(t);
                    t.expect(Arrays.equals(one, other), Trial.hex(one), Trial.hex(other));
                  }));

  private SenseChecks() {}

  private static byte[] mistake(Trial t) throws DeviceGoneException {
    t.send(t.wrapper(CommandChecks.UNKNOWN));
    return t.sense().bytes();
  }
}
