package dev.umsim.sim.deviation;

import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.bot.Halts;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.RequestChoices;
import dev.umsim.core.usb.RequestChoices.Occasion;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import java.util.List;
import java.util.function.Predicate;

/** Halts and toggles: when they are set, and what ends them. */
final class HaltDeviations {
  private static final int CLASS_RESET = 0xff;
  private static final String KEPT =
      "BOT 1.0, 3.1: the reset leaves toggles and STALL conditions as they are";

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "failed-write-halts-out",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7.3 (12): all data has been taken, and nothing is left to stall",
              "A write that fails when all its data has come halts bulk-out: the next command"
                  + " wrapper is stalled.",
              "None gladly: Linux resets the port six times for one bad block.",
              Changes.halting(
                  (command, soFar, status) ->
                      failed(status)
                              && command.direction() == Direction.OUT
                              && command.dataLength() > 0
                              && soFar.movedBytes() == command.dataLength()
                          ? Halts.OUT
                          : Halts.NONE)),
          new Deviation(
              "failure-without-data-halts-in",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7.1 (1): without a data phase the status is sent",
              "A command without data that fails halts bulk-in before its status.",
              "Linux and macOS, which clear the halt and read the status; Windows resets the bus"
                  + " for each unit.",
              Changes.halting(
                  (command, soFar, status) ->
                      failed(status) && command.dataLength() == 0 ? Halts.IN : Halts.NONE)),
          new Deviation(
              "synchronize-cache-halts-in",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7.1 (1): without a data phase the status is sent",
              "SYNCHRONIZE CACHE halts bulk-in before its status, which is GOOD.",
              "Linux and macOS; Windows 11 resets the bus after 30 s, again and again.",
              Changes.halting(
                  (command, soFar, status) ->
                      command.cdb().operationCode() == Commands.SYNCHRONIZE_CACHE_10
                          ? Halts.IN
                          : Halts.NONE)),
          new Deviation(
              "good-reply-halts-in",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7.2 (6): all data is sent, and then the status",
              "Data as long as announced is followed by a halt of bulk-in, and the status waits"
                  + " behind that.",
              "Those that clear the halt and read the status once more: Linux, Windows, macOS.",
              Changes.halting(
                  (command, soFar, status) ->
                      command.direction() == Direction.IN
                              && command.dataLength() > 0
                              && soFar.movedBytes() == command.dataLength()
                          ? Halts.IN
                          : Halts.NONE)),
          new Deviation(
              "phase-error-halts-in",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0, 6.7.1 (2, 3): the device may stall bulk-in before a phase error",
              "Where the host announced no data and the command has some, bulk-in is halted before"
                  + " the status.",
              "All that clear the halt of a status once.",
              Changes.halting(
                  (command, soFar, status) ->
                      status.status() == CommandStatusWrapper.PHASE_ERROR
                              && command.dataLength() == 0
                          ? Halts.IN
                          : Halts.NONE)),
          new Deviation(
              "halt-of-in-returns-once",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.5: CLEAR_FEATURE ends the halt",
              "The first CLEAR_FEATURE of each halt of bulk-in is followed by another STALL; the"
                  + " second one ends it.",
              "None: a second STALL of a status is answered by Reset Recovery.",
              Changes.transport(ReturnsOnce::new)),
          new Deviation(
              "halt-of-in-never-ends",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.5: CLEAR_FEATURE ends the halt",
              "Once halted, bulk-in stalls until the device is configured anew.",
              "Those that reset the port when all else fails, as Linux, Windows and macOS do.",
              Changes.transport(NeverEnds::new)),
          new Deviation(
              "clear-halt-without-effect",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.1 and 9.4.5",
              "CLEAR_FEATURE of an endpoint passes and changes nothing, neither halt nor toggle.",
              "Those that reset the port when all else fails.",
              withoutEffect(HaltDeviations::clearsHalt)),
          new Deviation(
              "clear-halt-refused",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.1: ENDPOINT_HALT of a bulk endpoint can be cleared",
              "CLEAR_FEATURE of an endpoint is declined.",
              "Those that reset the port when all else fails.",
              refused(HaltDeviations::clearsHalt)),
          new Deviation(
              "set-halt-refused",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.9: SET_FEATURE halts a bulk endpoint",
              "SET_FEATURE(ENDPOINT_HALT) is declined.",
              "All: no driver of mass storage sends it.",
              refused(
                  setup ->
                      StandardRequest.SET_FEATURE.is(setup)
                          && setup.recipient() == SetupPacket.Recipient.ENDPOINT
                          && setup.value() == StandardRequest.ENDPOINT_HALT)),
          new Deviation(
              "halt-never-reported",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.5: bit 0 of an endpoint's status is set while it is halted",
              "GET_STATUS of an endpoint is always 0.",
              "All: they know a halt by its STALL.",
              Changes.dataAnswer(
                  setup ->
                      StandardRequest.GET_STATUS.is(setup)
                          && setup.recipient() == SetupPacket.Recipient.ENDPOINT,
                  bytes -> new byte[bytes.length])),
          new Deviation(
              "toggle-kept-at-clear-halt",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.4.5: CLEAR_FEATURE(ENDPOINT_HALT) begins anew with DATA0",
              "The toggle goes on where it was when a halt is cleared: every other time the next"
                  + " packet is lost.",
              "None: Windows resets the device after 60 s.",
              toggles(Occasion.CLEAR_HALT)),
          new Deviation(
              "toggle-kept-at-set-configuration",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.1.1.5: SET_CONFIGURATION begins anew with DATA0",
              "The toggles go on where they were when the device is configured once more.",
              "All that configure a device once after each reset of the port.",
              toggles(Occasion.SET_CONFIGURATION)),
          new Deviation(
              "toggle-kept-at-set-interface",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.1.1.5: SET_INTERFACE begins anew with DATA0",
              "The toggles go on where they were when the interface is set.",
              "All that never send it: Linux, Windows, macOS.",
              toggles(Occasion.SET_INTERFACE)),
          new Deviation(
              "set-configuration-again-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.1.1.5 and 9.4.7: the same configuration once more begins it anew",
              "SET_CONFIGURATION of the configuration that is set passes and changes nothing: halts,"
                  + " toggles and the command under way stay.",
              "All that configure a device once after each reset of the port.",
              Changes.requests(AgainIgnored::new)),
          new Deviation(
              "set-interface-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.1.1.5 and 9.4.10: the interface begins anew",
              "SET_INTERFACE passes and changes nothing: halts and toggles stay.",
              "All that never send it: Linux, Windows, macOS.",
              withoutEffect(StandardRequest.SET_INTERFACE::is)),
          new Deviation(
              "reset-ends-halts",
              DeviationClass.BREAKS_CLAUSE,
              KEPT,
              "Bulk-Only Mass Storage Reset ends the halts of both pipes.",
              "All: they clear the halts behind it.",
              Changes.transport(EndsHalts::new)),
          new Deviation(
              "reset-begins-toggles",
              DeviationClass.BREAKS_CLAUSE,
              KEPT,
              "Bulk-Only Mass Storage Reset lets both pipes begin anew with DATA0.",
              "All: they clear the halts behind it, which begins the toggles anew on both sides.",
              Changes.transport(BeginsToggles::new)),
          new Deviation(
              "reset-without-effect",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 3.1: the reset makes the device ready for the next command wrapper",
              "Bulk-Only Mass Storage Reset passes and changes nothing: a command under way goes on.",
              "Those that reset the port when Reset Recovery did not help.",
              withoutEffect(HaltDeviations::isClassReset)),
          new Deviation(
              "reset-refused",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 3.1: the request is mandatory",
              "Bulk-Only Mass Storage Reset is declined.",
              "Linux, which resets the port first; those that go on to the port behind it.",
              refused(HaltDeviations::isClassReset)));

  private HaltDeviations() {}

  private static boolean failed(CommandStatusWrapper status) {
    return status.status() == CommandStatusWrapper.FAILED;
  }

  private static boolean clearsHalt(SetupPacket setup) {
    return StandardRequest.CLEAR_FEATURE.is(setup)
        && setup.recipient() == SetupPacket.Recipient.ENDPOINT
        && (setup.index() & 0x0f) != 0;
  }

  private static boolean isClassReset(SetupPacket setup) {
    return setup.requestType() == 0x21 && setup.request() == CLASS_RESET;
  }

  /** Endpoint 0 is never halted, so that clearing its halt changes nothing. */
  private static Deviation.Change withoutEffect(Predicate<SetupPacket> which) {
    return Changes.request(setup -> which.test(setup) ? StandardRequest.clearHalt(0) : setup);
  }

  private static Deviation.Change refused(Predicate<SetupPacket> which) {
    // The request must not take effect either; nothing has number FF.
    return Changes.request(
        setup -> which.test(setup) ? new SetupPacket(0x60, 0xff, 0, 0, setup.length()) : setup);
  }

  private static Deviation.Change toggles(Occasion occasion) {
    return Changes.requests(
        inner ->
            new RequestChoices.Deviating(inner) {
              @Override
              public boolean beginsToggles(Occasion now) {
                return now != occasion && super.beginsToggles(now);
              }
            });
  }

  private static final class AgainIgnored extends RequestChoices.Deviating {
    private int configuration;

    AgainIgnored(RequestChoices inner) {
      super(inner);
    }

    @Override
    public SetupPacket taken(SetupPacket received) {
      var taken = super.taken(received);
      return configuration != 0
              && StandardRequest.SET_CONFIGURATION.is(taken)
              && taken.value() == configuration
          ? StandardRequest.clearHalt(0)
          : taken;
    }

    @Override
    public ControlAnswer answer(SetupPacket setup, ControlAnswer correct) {
      var answer = super.answer(setup, correct);
      if (StandardRequest.SET_CONFIGURATION.is(setup) && !(answer instanceof ControlAnswer.Stall)) {
        configuration = setup.value();
      }
      return answer;
    }

    @Override
    public void busReset() {
      configuration = 0;
      super.busReset();
    }
  }

  private static final class ReturnsOnce extends TransportChoices.Deviating {
    private boolean returned;

    ReturnsOnce(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean haltsAgain(Direction direction) {
      if (direction == Direction.OUT) {
        return super.haltsAgain(direction);
      }
      returned = !returned;
      return returned;
    }
  }

  private static final class NeverEnds extends TransportChoices.Deviating {
    NeverEnds(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean haltsAgain(Direction direction) {
      return direction == Direction.IN || super.haltsAgain(direction);
    }
  }

  private static final class EndsHalts extends TransportChoices.Deviating {
    EndsHalts(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean resetEndsHalts() {
      return true;
    }
  }

  private static final class BeginsToggles extends TransportChoices.Deviating {
    BeginsToggles(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean resetBeginsToggles() {
      return true;
    }
  }
}
