package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.HALTS;

import dev.umsim.core.host.DeviceGoneException;
import java.util.List;

/** Halts and data toggles (USB 2.0, sections 9.4.5, 9.1.1.5 and 5.8.5). */
final class HaltChecks {
  private static final String TOGGLE =
      "USB 2.0, 9.4.5: CLEAR_FEATURE(ENDPOINT_HALT) always begins anew with DATA0";
  private static final int SET_FEATURE = 0x03;
  private static final int SET_CONFIGURATION = 0x09;
  private static final int SET_INTERFACE = 0x0b;

  /** Something that begins both pipes anew. */
  private interface Beginning {
    void begin(Trial t) throws DeviceGoneException;
  }

  static final List<Check> ALL =
      List.of(
          check(
                  HALTS,
                  "clear-halt-in-toggle",
                  "Clearing a halt of bulk-in that there is not begins it anew",
                  TOGGLE)
              .hosts("Windows, which resets the device after a minute")
              .needs(Need.COMMANDS)
              .run(t -> bothParities(t, Trial::clearHaltIn)),
          check(
                  HALTS,
                  "clear-halt-out-toggle",
                  "Clearing a halt of bulk-out that there is not begins it anew",
                  TOGGLE)
              .hosts("Windows, which resets the device after a minute")
              .needs(Need.COMMANDS)
              .run(t -> bothParities(t, Trial::clearHaltOut)),
          check(
                  HALTS,
                  "clear-halt-after-stall-toggle",
                  "After a STALL of data from the device the status begins with DATA0",
                  TOGGLE)
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int commands = 1; commands <= 2; commands++) {
                      for (int i = 0; i < commands; i++) {
                        alive(t);
                      }
                      var reply = t.send(t.wrapper(CommandChecks.UNKNOWN).in(64));
                      t.expect(reply.failed(), "status 01", reply.verdict());
                      alive(t);
                    }
                  }),
          check(
                  HALTS,
                  "clear-halt-out-after-stall-toggle",
                  "After a STALL of data to the device the next command goes through",
                  TOGGLE)
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int commands = 1; commands <= 2; commands++) {
                      for (int i = 0; i < commands; i++) {
                        alive(t);
                      }
                      var reply = t.send(t.wrapper(CommandChecks.UNKNOWN).out(512), new byte[512]);
                      t.expect(reply.failed(), "status 01", reply.verdict());
                      alive(t);
                    }
                  }),
          check(
                  HALTS,
                  "set-configuration-toggle",
                  "SET_CONFIGURATION to the same configuration begins both pipes anew",
                  "USB 2.0, 9.1.1.5: all data toggles are reset")
              .hosts("Linux and USB-IF's tests, whose next command is lost")
              .needs(Need.COMMANDS, Need.STATE)
              .run(
                  t ->
                      bothParities(
                          t,
                          trial ->
                              trial.control(
                                  0, SET_CONFIGURATION, trial.facts().configurationValue(), 0, 0))),
          check(
                  HALTS,
                  "set-interface-toggle",
                  "SET_INTERFACE begins both pipes anew",
                  "USB 2.0, 9.1.1.5 and 9.4.10")
              .needs(Need.COMMANDS, Need.STATE)
              .run(
                  t -> {
                    t.applies(
                        t.control(1, SET_INTERFACE, 0, t.facts().interfaceNumber(), 0).ok(),
                        "SET_INTERFACE is declined, as it may be");
                    bothParities(
                        t,
                        trial ->
                            trial.control(1, SET_INTERFACE, 0, trial.facts().interfaceNumber(), 0));
                  }),
          check(
                  HALTS,
                  "set-configuration-halts",
                  "SET_CONFIGURATION to the same configuration ends halts",
                  "USB 2.0, 9.1.1.5 and 9.4.5")
              .needs(Need.COMMANDS, Need.STATE)
              .run(
                  t -> {
                    halt(t, t.session().place().bulkIn());
                    halt(t, t.session().place().bulkOut());
                    t.control(0, SET_CONFIGURATION, t.facts().configurationValue(), 0, 0);
                    ended(t);
                  }),
          check(
                  HALTS,
                  "set-interface-halts",
                  "SET_INTERFACE ends the halts of its endpoints",
                  "USB 2.0, 9.1.1.5 and 9.4.10")
              .forgiven()
              .needs(Need.COMMANDS, Need.STATE)
              .run(
                  t -> {
                    halt(t, t.session().place().bulkIn());
                    t.applies(
                        t.control(1, SET_INTERFACE, 0, t.facts().interfaceNumber(), 0).ok(),
                        "SET_INTERFACE is declined, as it may be");
                    ended(t);
                  }),
          check(
                  HALTS,
                  "halt-in-stalls",
                  "Bulk-in that the host has halted answers STALL until that is cleared",
                  "USB 2.0, 8.5.2 and 9.4.5")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    halt(t, t.session().place().bulkIn());
                    for (int i = 0; i < 2; i++) {
                      var answer = t.bulkIn(Reply.STATUS_LENGTH);
                      t.expect(answer.stalled(), "STALL", Session.ending(answer));
                    }
                    t.clearHaltIn();
                    t.session().recoveryDone();
                    alive(t);
                  }),
          check(
                  HALTS,
                  "halt-out-stalls",
                  "Bulk-out that the host has halted answers STALL until that is cleared",
                  "USB 2.0, 8.5.2 and 9.4.5")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    halt(t, t.session().place().bulkOut());
                    var answer = t.bulkOut(t.wrapper(Cdbs.TEST_UNIT_READY).bytes());
                    t.expect(answer.stalled(), "STALL", Session.ending(answer));
                    t.clearHaltOut();
                    t.session().recoveryDone();
                    alive(t);
                  }),
          check(
                  HALTS,
                  "halt-of-data-held",
                  "A data phase that ended in STALL is stalled until the halt is cleared",
                  "USB 2.0, 9.4.5; BOT 1.0, 6.7.2")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.session().oweRecovery();
                    t.bulkOut(t.wrapper(CommandChecks.UNKNOWN).in(64).bytes());
                    t.applies(t.bulkIn(64).stalled(), "the device pads and does not halt");
                    for (int i = 0; i < 2; i++) {
                      var answer = t.bulkIn(64);
                      t.expect(answer.stalled(), "STALL", Session.ending(answer));
                    }
                  }),
          check(
                  HALTS,
                  "halt-in-the-middle-of-data",
                  "A halt in the middle of data is told, and Reset Recovery helps",
                  "USB 2.0, 9.4.9; BOT 1.0, 5.3.4")
              .needs(Need.READY)
              .run(
                  t -> {
                    t.session().oweRecovery();
                    t.bulkOut(t.wrapper(Cdbs.read(0, 4)).in(4L * t.blockSize()).bytes());
                    t.bulkIn(t.blockSize());
                    t.require(
                        t.control(2, SET_FEATURE, 0, t.session().place().bulkIn(), 0).ok(),
                        "the endpoint could not be halted");
                    var answer = t.bulkIn(t.blockSize());
                    t.expect(answer.stalled(), "STALL", Session.ending(answer));
                    t.resetRecovery();
                    alive(t);
                  }));

  private HaltChecks() {}

  private static void halt(Trial t, int endpoint) throws DeviceGoneException {
    t.session().oweRecovery();
    t.require(t.control(2, SET_FEATURE, 0, endpoint, 0).ok(), "the endpoint could not be halted");
  }

  private static void ended(Trial t) throws DeviceGoneException {
    for (int endpoint : new int[] {t.session().place().bulkIn(), t.session().place().bulkOut()}) {
      var status = t.control(0x82, 0, 0, endpoint, 2);
      t.expect(status.u8(0) == 0, "00 00", Trial.shown(status));
    }
  }

  /** A pipe that is not begun anew shows it after an odd number of packets. */
  private static void bothParities(Trial t, Beginning beginning) throws DeviceGoneException {
    beginning.begin(t);
    for (int commands = 1; commands <= 2; commands++) {
      for (int i = 0; i < commands; i++) {
        alive(t);
      }
      beginning.begin(t);
      alive(t);
    }
  }

  private static void alive(Trial t) throws DeviceGoneException {
    var reply = t.send(t.wrapper(Cdbs.TEST_UNIT_READY));
    t.expect(reply.status() < 2, "status 00 or 01 of TEST UNIT READY", reply.verdict());
  }
}
