package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.USB_IF;

import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.RawAnswer;
import java.util.Arrays;
import java.util.List;

/**
 * The test descriptions of the USB-IF for Bulk-Only Transport, by their numbers, as far as public
 * sources tell of them; where those take more than the standard does, more is taken.
 */
final class UsbIfChecks {
  private static final String COMMAND_SET =
      "BOT 1.0, 6.7: a command passes or fails (USB-IF 5.7.2)";

  private interface Exchange {
    Reply run(Trial t, int block) throws DeviceGoneException;
  }

  static final List<Check> ALL =
      List.of(
          check(
                  USB_IF,
                  "td-1-1-interface-descriptor",
                  "TD 1.1: configuration, interface and endpoints",
                  "BOT 1.0, 4.3 and 4.4 (USB-IF TD 1.1)")
              .run(
                  t -> {
                    var parts = t.facts().parts();
                    boolean found =
                        parts.stream()
                            .anyMatch(
                                part ->
                                    part[1] == 4
                                        && part.length >= 9
                                        && part[5] == 8
                                        && part[6] >= 1
                                        && part[6] <= 6
                                        && List.of(0x50, 0x00, 0x01, 0x62).contains((int) part[7])
                                        && part[4] >= 2);
                    t.expect(found, "a mass storage interface with two endpoints", "none");
                  }),
          check(
                  USB_IF,
                  "td-1-2-serial-number",
                  "TD 1.2: a serial number of twelve characters, the same after enumeration",
                  "BOT 1.0, 4.1.1 (USB-IF TD 1.2)")
              .forgiven()
              .run(
                  t -> {
                    int index = t.facts().device().length == 18 ? t.facts().device()[16] : 0;
                    t.expect(index != 0, "iSerialNumber other than 0", "0");
                    t.applies(index != 0, "there is no serial number");
                    var first = t.string(index, 0x0409, 255);
                    var again = t.string(index, 0x0409, 255);
                    t.expect(
                        first.bytes().length >= 26 && first.bytes().length % 2 == 0,
                        "an even length of 26 or more",
                        first.bytes().length + " bytes");
                    t.expect(Arrays.equals(first.bytes(), again.bytes()), "the same", "another");
                  }),
          check(
                  USB_IF,
                  "td-1-3-class-requests",
                  "TD 1.3: Get Max LUN and the reset, right, wrong, and right again",
                  "BOT 1.0, 3.1 and 3.2 (USB-IF TD 1.3)")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    int number = t.facts().interfaceNumber();
                    var right = t.control(0xa1, 0xfe, 0, number, 1);
                    t.expectStall(t.control(0xa1, 0xfe, 0, number + 1, 1), "a wrong wIndex");
                    t.expectStall(t.control(0xa1, 0xfe, 1, number, 1), "a wrong wValue");
                    ends(t, t.control(0xa1, 0xfe, 0, number, 0), "wLength 0");
                    ends(t, t.control(0xa1, 0xfe, 0, number, 2), "wLength 2");
                    var again = t.control(0xa1, 0xfe, 0, number, 1);
                    t.expect(
                        Trial.shown(right).equals(Trial.shown(again)),
                        Trial.shown(right),
                        Trial.shown(again));
                    t.session().oweRecovery();
                    t.expectOk(t.control(0x21, 0xff, 0, number, 0), "the reset");
                    t.expectStall(t.control(0x21, 0xff, 0, number + 1, 0), "a wrong wIndex");
                    t.expectStall(t.control(0x21, 0xff, 1, number, 0), "a wrong wValue");
                    t.expectStall(
                        t.controlOut(0x21, 0xff, 0, number, new byte[1]), "a wrong wLength");
                    t.expectOk(t.control(0x21, 0xff, 0, number, 0), "the reset");
                  }),
          check(
                  USB_IF,
                  "td-1-4-error-recovery",
                  "TD 1.4: a wrong signature, 30 bytes and 32 bytes, and TEST UNIT READY behind them",
                  "BOT 1.0, 5.3.4 and 6.6.1 (USB-IF TD 1.4)")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int kind = 0; kind < 3; kind++) {
                      var wrapper = t.wrapper(Cdbs.READ_CAPACITY_10).in(8);
                      wrapper = kind == 0 ? wrapper.set(0, 'X') : wrapper.size(kind == 1 ? 30 : 32);
                      t.session().oweRecovery();
                      t.bulkOut(wrapper.bytes());
                      for (int i = 0; i < 2; i++) {
                        var answer = t.bulkIn(8);
                        t.expect(answer.stalled(), "STALL of bulk-in", Session.ending(answer));
                      }
                      t.resetRecovery();
                      for (int endpoint :
                          new int[] {t.session().place().bulkIn(), t.session().place().bulkOut()}) {
                        var status = t.control(0x82, 0, 0, endpoint, 2);
                        t.expect(status.u8(0) == 0, "not halted", Trial.shown(status));
                      }
                      WrapperChecks.alive(t);
                    }
                  }),
          cases(
              "td-1-5-case-1",
              "1.5",
              1,
              false,
              true,
              0,
              (t, b) -> t.send(t.wrapper(Cdbs.TEST_UNIT_READY))),
          cases(
              "td-1-6-case-2",
              "1.6",
              2,
              false,
              false,
              -1,
              (t, b) -> t.send(t.wrapper(Cdbs.read(0, 1)))),
          cases(
              "td-1-7-case-3",
              "1.7",
              3,
              true,
              false,
              -1,
              (t, b) -> t.send(t.wrapper(Cdbs.write(t.scratch(2), 1)))),
          cases(
              "td-1-8-case-4",
              "1.8",
              4,
              false,
              true,
              1,
              (t, b) -> t.send(t.wrapper(Cdbs.TEST_UNIT_READY).in(b))),
          cases(
              "td-1-9-case-5",
              "1.9",
              5,
              false,
              true,
              1,
              (t, b) -> t.send(t.wrapper(Cdbs.read(0, 1)).in(2L * b))),
          cases(
              "td-1-10-case-6",
              "1.10",
              6,
              false,
              true,
              0,
              (t, b) -> t.send(t.wrapper(Cdbs.read(0, 2)).in(2L * b))),
          cases(
              "td-1-11-case-7",
              "1.11",
              7,
              false,
              false,
              -1,
              (t, b) -> t.send(t.wrapper(Cdbs.read(0, 2)).in(b))),
          cases(
              "td-1-12-case-8",
              "1.12",
              8,
              true,
              false,
              -1,
              (t, b) -> t.send(t.wrapper(Cdbs.write(t.scratch(2), 1)).in(b))),
          cases(
              "td-1-13-case-9",
              "1.13",
              9,
              false,
              true,
              1,
              (t, b) -> t.send(t.wrapper(Cdbs.TEST_UNIT_READY).out(b), new byte[b])),
          cases(
              "td-1-14-case-10",
              "1.14",
              10,
              false,
              false,
              -1,
              (t, b) -> t.send(t.wrapper(Cdbs.read(0, 1)).out(b), new byte[b])),
          cases(
              "td-1-15-case-11",
              "1.15",
              11,
              true,
              true,
              1,
              (t, b) ->
                  t.send(t.wrapper(Cdbs.write(t.scratch(2), 1)).out(2L * b), new byte[2 * b])),
          cases(
              "td-1-16-case-12",
              "1.16",
              12,
              true,
              true,
              0,
              (t, b) ->
                  t.send(t.wrapper(Cdbs.write(t.scratch(2), 2)).out(2L * b), new byte[2 * b])),
          cases(
              "td-1-17-case-13",
              "1.17",
              13,
              true,
              false,
              -1,
              (t, b) -> t.send(t.wrapper(Cdbs.write(t.scratch(2), 2)).out(b), new byte[b])),
          check(
                  USB_IF,
                  "td-1-18-power-up",
                  "TD 1.18: INQUIRY at once after configuration, and readiness in the end",
                  "SPC-4, 6.4.1 (USB-IF TD 1.18)")
              .needs(Need.READY, Need.STATE)
              .run(
                  t -> {
                    t.require(t.session().resetPort(), "the reset of the port did not go well");
                    var inquiry = t.send(t.wrapper(Cdbs.inquiry(36)).in(36));
                    t.expect(inquiry.passed(), "status 00 of INQUIRY", inquiry.toString());
                    t.session().makeReady();
                    t.expectPassed(t.none(Cdbs.TEST_UNIT_READY));
                  }),
          check(
                  USB_IF,
                  "td-1-19-command-length",
                  "TD 1.19: INQUIRY with 6 command bytes, and FF, 55 and AA behind them",
                  "BOT 1.0, 5.1: CBWCB (USB-IF TD 1.19)")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int filling : new int[] {0xff, 0x55, 0xaa}) {
                      var reply = t.send(t.wrapper(Cdbs.inquiry(36)).in(36).fillFrom(6, filling));
                      t.expect(reply.passed(), "status 00", reply.toString());
                    }
                  }),
          check(
                  USB_IF,
                  "td-2-1-required-commands",
                  "TD 2.1: the required commands of a disk are known",
                  "SBC-3, table 12; SPC-4, 6.4 (USB-IF TD 2.1)")
              .needs(Need.DISK)
              .run(
                  t -> {
                    t.expectPassed(t.in(36, Cdbs.inquiry(36)));
                    t.expectPassed(t.in(18, Cdbs.requestSense(18)));
                    t.expectPassed(t.none(Cdbs.TEST_UNIT_READY));
                    t.expectPassed(t.in(8, Cdbs.READ_CAPACITY_10));
                    t.expectPassed(t.read(0, 1));
                  }),
          check(
                  USB_IF,
                  "td-2-1-less-room",
                  "TD 2.1: with less room than the allocation length replies are cut, and pass",
                  "BOT 1.0, 6.7.2 (USB-IF TD 2.1: status 00 is required)")
              .trips("The tests of the USB-IF; Linux's gadget takes it for case 7")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int room : new int[] {36, 5}) {
                      var reply = t.send(t.wrapper(Cdbs.inquiry(255)).in(room));
                      t.expect(reply.passed(), "status 00 of INQUIRY", reply.toString());
                    }
                    var sense = t.send(t.wrapper(Cdbs.requestSense(255)).in(8));
                    t.expect(sense.passed(), "status 00 of REQUEST SENSE", sense.toString());
                  }),
          check(
                  USB_IF,
                  "td-2-2-optional-commands",
                  "TD 2.2: optional commands are carried out, or properly refused",
                  COMMAND_SET)
              .needs(Need.DISK)
              .run(
                  t -> {
                    optional(t, t.in(192, Cdbs.modeSense10(0x3f, 192)));
                    optional(t, t.in(t.blockSize(), Cdbs.twelve(0xa8, 0, 1)));
                    optional(t, t.none(Cdbs.hex("15 10 00 00 00 00")));
                    optional(t, t.none(Cdbs.hex("55 10 00 00 00 00 00 00 00 00")));
                    optional(t, t.in(192, Cdbs.modeSense6(0x3f, 192)));
                    optional(t, t.none(Cdbs.prevent(0)));
                    optional(t, t.in(252, Cdbs.readFormatCapacities(252)));
                    optional(t, t.none(Cdbs.startStop(1)));
                    optional(t, t.none(Cdbs.SYNCHRONIZE_CACHE_10));
                    optional(t, t.in(32, Cdbs.readCapacity16(32)));
                  }),
          check(
                  USB_IF,
                  "td-2-2-write-12",
                  "TD 2.2: WRITE(12) of 64 KiB is carried out, or properly refused",
                  COMMAND_SET)
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    int blocks = 65536 / t.blockSize();
                    for (int some = 1; some <= blocks; some *= 2) {
                      optional(
                          t,
                          t.out(
                              new byte[some * t.blockSize()],
                              Cdbs.twelve(0xaa, t.scratch(blocks), some)));
                      WrapperChecks.alive(t);
                    }
                  }));

  private UsbIfChecks() {}

  private static void ends(Trial t, RawAnswer answer, String what) {
    t.expect(answer.ok() || answer.stalled(), what + ": an end", Trial.shown(answer));
  }

  private static void optional(Trial t, Reply reply) {
    t.expect(reply.status() < 2, "status 00 or 01", Session.name(reply.wrapper()) + ": " + reply);
  }

  /**
   * One of the thirteen cases as the tests have it.
   *
   * @param agree whether the command may pass
   * @param blocksOfResidue where it passes; not judged if negative
   */
  private static Check cases(
      String id,
      String number,
      int which,
      boolean writes,
      boolean agree,
      int blocksOfResidue,
      Exchange exchange) {
    var builder =
        check(
                USB_IF,
                id,
                "TD " + number + ": case " + which,
                "BOT 1.0, 6.7 (" + which + ") (USB-IF TD " + number + ")")
            .needs(writes ? new Need[] {Need.WRITABLE, Need.WRITES} : new Need[] {Need.READY});
    return builder.run(
        t -> {
          int block = t.blockSize();
          var reply = exchange.run(t, block);
          if (!agree) {
            t.expect(reply.failed() || reply.phaseError(), "status 01 or 02", reply.verdict());
            return;
          }
          t.expect(reply.status() < 2, "status 00 or 01", reply.verdict());
          if (reply.passed()) {
            t.expect(
                reply.residue() == (long) blocksOfResidue * block,
                "residue " + (long) blocksOfResidue * block,
                reply.toString());
          }
          WrapperChecks.alive(t);
        });
  }
}
