package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.CLASS_REQUESTS;

import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.RawAnswer;
import java.util.List;

/** Bulk-Only Mass Storage Reset and Get Max LUN (BOT 1.0, section 3). */
final class ClassRequestChecks {
  private static final int RESET = 0xff;
  private static final int MAX_LUN = 0xfe;
  private static final String WRONG =
      "USB 2.0, 9.2.7: a request with wrong values is a Request Error";

  static final List<Check> ALL =
      List.of(
          check(
                  CLASS_REQUESTS,
                  "get-max-lun",
                  "Get Max LUN gives one byte, 00 to 0F, or is declined",
                  "BOT 1.0, 3.2")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var answer = maxLun(t, 0, number(t), 1);
                    t.expect(
                        answer.stalled() || answer.bytes().length == 1 && answer.u8(0) <= 15,
                        "one byte of 00 to 0F, or STALL",
                        Trial.shown(answer));
                  }),
          check(
                  CLASS_REQUESTS,
                  "get-max-lun-stable",
                  "Get Max LUN says the same every time",
                  "BOT 1.0, 3.2")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var first = maxLun(t, 0, number(t), 1);
                    var second = maxLun(t, 0, number(t), 1);
                    t.expect(
                        Trial.shown(first).equals(Trial.shown(second)),
                        Trial.shown(first),
                        Trial.shown(second));
                  }),
          wrong(
              "get-max-lun-wrong-value",
              "Get Max LUN with wValue other than 0",
              WRONG + "; BOT 1.0, 3.2",
              t -> maxLun(t, 1, number(t), 1)),
          wrong(
              "get-max-lun-wrong-interface",
              "Get Max LUN to an interface that there is not",
              WRONG + "; BOT 1.0, 3.2",
              t -> maxLun(t, 0, number(t) + 0x30, 1)),
          check(
                  CLASS_REQUESTS,
                  "get-max-lun-wrong-length",
                  "Get Max LUN with another wLength gives no more than its one byte, or is declined",
                  "BOT 1.0, 3.2")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int length : new int[] {0, 2, 64}) {
                      var answer = maxLun(t, 0, number(t), length);
                      t.expect(
                          answer.stalled() || answer.ok() && answer.bytes().length <= 1,
                          "at most one byte, or STALL",
                          Trial.shown(answer));
                    }
                    answers(t);
                  }),
          check(
                  CLASS_REQUESTS,
                  "get-max-lun-wrong-direction",
                  "Get Max LUN with data to the device is declined",
                  WRONG + "; BOT 1.0, 3.2")
              .hosts("All: endpoint 0 may be dead after it")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var answer = t.controlOut(0x21, MAX_LUN, 0, number(t), new byte[1]);
                    t.expect(answer.ok() || answer.stalled(), "an end of it", Trial.shown(answer));
                    answers(t);
                  }),
          wrong(
              "get-max-lun-wrong-direction-declined",
              "Get Max LUN with data to the device",
              WRONG + "; BOT 1.0, 3.2",
              t -> t.controlOut(0x21, MAX_LUN, 0, number(t), new byte[1])),
          check(
                  CLASS_REQUESTS,
                  "reset",
                  "Bulk-Only Mass Storage Reset is carried out, and a command goes through",
                  "BOT 1.0, 3.1")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.session().oweRecovery();
                    t.expectOk(reset(t, 0, number(t), 0), "Bulk-Only Mass Storage Reset");
                    t.resetRecovery();
                    alive(t);
                  }),
          check(
                  CLASS_REQUESTS,
                  "reset-again",
                  "Bulk-Only Mass Storage Reset is carried out as often as it comes",
                  "BOT 1.0, 3.1")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.session().oweRecovery();
                    for (int i = 0; i < 3; i++) {
                      t.expectOk(reset(t, 0, number(t), 0), "Bulk-Only Mass Storage Reset");
                    }
                    t.resetRecovery();
                    alive(t);
                  }),
          wrong(
              "reset-wrong-value",
              "Bulk-Only Mass Storage Reset with wValue other than 0",
              WRONG + "; BOT 1.0, 3.1",
              t -> reset(t, 1, number(t), 0)),
          wrong(
              "reset-wrong-interface",
              "Bulk-Only Mass Storage Reset to an interface that there is not",
              WRONG + "; BOT 1.0, 3.1",
              t -> reset(t, 0, number(t) + 0x30, 0)),
          wrong(
              "reset-wrong-length",
              "Bulk-Only Mass Storage Reset with data",
              WRONG + "; BOT 1.0, 3.1",
              t -> t.controlOut(0x21, RESET, 0, number(t), new byte[1])),
          wrong(
              "reset-wrong-direction",
              "Bulk-Only Mass Storage Reset with data from the device",
              WRONG + "; BOT 1.0, 3.1",
              t -> t.control(0xa1, RESET, 0, number(t), 1)),
          wrong(
              "class-request-unknown",
              "A request of the class that there is not",
              WRONG,
              t -> t.control(0xa1, 0xfb, 0, number(t), 1)),
          wrong(
              "class-request-to-the-device",
              "Get Max LUN to the device in place of the interface",
              WRONG + "; BOT 1.0, 3.2",
              t -> t.control(0xa0, MAX_LUN, 0, number(t), 1)),
          check(
                  CLASS_REQUESTS,
                  "reset-keeps-halts",
                  "Bulk-Only Mass Storage Reset leaves a halt as it is",
                  "BOT 1.0, 3.1: the endpoint STALL conditions are preserved")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    int in = t.session().place().bulkIn();
                    t.session().oweRecovery();
                    t.require(
                        t.control(0x02, 0x03, 0, in, 0).ok(), "the endpoint could not be halted");
                    reset(t, 0, number(t), 0);
                    var status = t.control(0x82, 0x00, 0, in, 2);
                    t.expect(status.u8(0) == 1, "halted: 01 00", Trial.shown(status));
                    t.resetRecovery();
                    alive(t);
                  }),
          check(
                  CLASS_REQUESTS,
                  "reset-keeps-toggles",
                  "Bulk-Only Mass Storage Reset alone leaves the data toggles as they are",
                  "BOT 1.0, 3.1: the data toggle bits are preserved")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int commands = 1; commands <= 2; commands++) {
                      t.resetRecovery();
                      for (int i = 0; i < commands; i++) {
                        alive(t);
                      }
                      t.require(reset(t, 0, number(t), 0).ok(), "the reset was declined");
                      alive(t);
                    }
                  }));

  private ClassRequestChecks() {}

  private interface Request {
    RawAnswer send(Trial t) throws DeviceGoneException;
  }

  private static Check wrong(String id, String what, String clause, Request request) {
    return check(CLASS_REQUESTS, id, what + " is declined", clause)
        .forgiven()
        .needs(Need.COMMANDS)
        .run(
            t -> {
              t.session().oweRecovery();
              t.expectStall(request.send(t), what);
            });
  }

  private static int number(Trial t) {
    return t.facts().interfaceNumber();
  }

  private static RawAnswer maxLun(Trial t, int value, int index, int length)
      throws DeviceGoneException {
    return t.control(0xa1, MAX_LUN, value, index, length);
  }

  private static RawAnswer reset(Trial t, int value, int index, int length)
      throws DeviceGoneException {
    return t.control(0x21, RESET, value, index, length);
  }

  private static void answers(Trial t) throws DeviceGoneException {
    t.expectOk(t.descriptor(1, 0, 18), "GET_DESCRIPTOR afterwards");
  }

  private static void alive(Trial t) throws DeviceGoneException {
    var reply = t.send(t.wrapper(Cdbs.TEST_UNIT_READY));
    t.expect(reply.status() < 2, "status 00 or 01 of TEST UNIT READY", reply.verdict());
  }
}
