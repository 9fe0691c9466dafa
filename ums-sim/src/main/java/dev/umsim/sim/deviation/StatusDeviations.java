package dev.umsim.sim.deviation;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.bot.DataSoFar;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.usb.Direction;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** The command status wrapper: whether, when and how often it comes, and what is in it. */
final class StatusDeviations {
  private static final String ONCE = "BOT 1.0, 5.3.3: one status for each command";
  private static final String TAG = "BOT 1.0, 5.2: dCSWTag is the tag of the command";
  private static final String RESIDUE =
      "BOT 1.0, 5.2: dCSWDataResidue is what the host announced less what was of use";
  private static final String STATUS = "BOT 1.0, 5.2, table 5.3: bCSWStatus";
  private static final int WRAPPER_LENGTH = 31;
  private static final int SHORT_LENGTH = 12;

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "status-lost",
              DeviationClass.BREAKS_CLAUSE,
              ONCE,
              "Every so many commands one has no status; the next command is taken.",
              "Those that reset the device when a status is late, as Linux and Windows do after 20"
                  + " to 60 s.",
              new DeviationParameter("every", 3, 1, 1_000_000_000),
              values ->
                  counts(
                      () -> {
                        long every = values.applyAsLong("every");
                        var count = new long[1];
                        return status -> ++count[0] % every == 0 ? 0 : 1;
                      })),
          new Deviation(
              "status-left-out-after-failure",
              DeviationClass.BREAKS_CLAUSE,
              ONCE,
              "A command that fails has no status; the next command is taken.",
              "None: each failure ends in a reset.",
              counts(() -> status -> status.status() == CommandStatusWrapper.FAILED ? 0 : 1)),
          new Deviation(
              "status-sent-twice",
              DeviationClass.BREAKS_CLAUSE,
              ONCE,
              "The status is sent twice, and no command is taken before both have been read.",
              "None: the second one stands where the next data or status is awaited.",
              counts(() -> status -> 2)),
          new Deviation(
              "failed-status-sent-twice",
              DeviationClass.BREAKS_CLAUSE,
              ONCE,
              "The status of a command that fails is sent twice.",
              "None that asks for the sense: it reads the second one in place of the data.",
              counts(() -> status -> status.status() == CommandStatusWrapper.FAILED ? 2 : 1)),
          new Deviation(
              "status-lost-at-clear-halt",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7.2: after STALL and CLEAR_FEATURE the host reads the status",
              "The status that waits behind a halt of bulk-in is gone when the halt is cleared.",
              "None: whatever ends in STALL ends in a reset.",
              Changes.transport(LostAtClearHalt::new)),
          new Deviation(
              "status-before-data",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5.3: command, data, status",
              "The status of a command that sends data comes first, GOOD, and the data behind it.",
              "None: Linux takes the status for data that is too short.",
              Changes.transport(BeforeData::new)),
          new Deviation(
              "empty-packet-before-status",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5.3.3 and 6.7: data of the announced length is followed by the status",
              "Data that fills its packets and is as long as announced is followed by an empty"
                  + " packet, and that by the status.",
              "Linux, which reads once more after an empty status.",
              Changes.transport(EmptyPacketBefore::new)),
          new Deviation(
              "status-shares-packet",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5.2: the status begins on a packet boundary",
              "A reply that does not fill its packet has the status behind it in the same packet.",
              "None: a host that asks for no more than the reply sees babble.",
              SharedPacket::apply),
          new Deviation(
                  "status-with-wrong-tag",
                  DeviationClass.BREAKS_CLAUSE,
                  TAG,
                  "dCSWTag is one more than the tag of the command.",
                  "Those that do not compare: Linux with the flag, SeaBIOS.",
                  Changes.status(
                      (command, status) ->
                          new CommandStatusWrapper(
                              status.signature(),
                              status.tag() + 1,
                              status.residue(),
                              status.status())))
              .quirk(LinuxQuirk.BULK_IGNORE_TAG),
          new Deviation(
              "status-with-tag-zero",
              DeviationClass.BREAKS_CLAUSE,
              TAG,
              "dCSWTag is always 0.",
              "Those that do not compare: SeaBIOS, Linux with the flag BULK_IGNORE_TAG.",
              Changes.status(
                  (command, status) ->
                      new CommandStatusWrapper(
                          status.signature(), 0, status.residue(), status.status()))),
          new Deviation(
              "status-with-previous-tag",
              DeviationClass.BREAKS_CLAUSE,
              TAG,
              "dCSWTag is the tag of the command before.",
              "Those that use one tag for all commands, as SeaBIOS does.",
              Changes.statuses(
                  () -> {
                    var previous = new int[1];
                    return (command, status) -> {
                      int tag = previous[0];
                      previous[0] = status.tag();
                      return new CommandStatusWrapper(
                          status.signature(), tag, status.residue(), status.status());
                    };
                  })),
          new Deviation(
              "status-with-swapped-tag",
              DeviationClass.BREAKS_CLAUSE,
              TAG,
              "The bytes of dCSWTag stand in the other order.",
              "Those that do not compare: SeaBIOS, Linux with the flag BULK_IGNORE_TAG.",
              Changes.status(
                  (command, status) ->
                      new CommandStatusWrapper(
                          status.signature(),
                          Integer.reverseBytes(status.tag()),
                          status.residue(),
                          status.status()))),
          new Deviation(
              "status-with-command-signature",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5.2: dCSWSignature is 53425355",
              "dCSWSignature is USBC, that of the command wrapper.",
              "Linux, which keeps to the signature of the first status that it sees.",
              signature(CommandBlockWrapper.SIGNATURE)),
          new Deviation(
              "status-without-signature",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5.2: dCSWSignature is 53425355",
              "dCSWSignature is 0.",
              "Linux, which keeps to the signature of the first status that it sees; SeaBIOS.",
              signature(0)),
          new Deviation(
              "status-of-12-bytes",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5.2 and 6.3.1: a valid status has 13 bytes",
              "The status ends with the residue: bCSWStatus is missing.",
              "None.",
              length(SHORT_LENGTH)),
          new Deviation(
              "status-of-31-bytes",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5.2 and 6.3.1: a valid status has 13 bytes",
              "The status is filled up with zeros to the 31 bytes of a command wrapper.",
              "None that asks for 13 bytes: it sees babble.",
              length(WRAPPER_LENGTH)),
          new Deviation(
                  "residue-is-length",
                  DeviationClass.BREAKS_CLAUSE,
                  RESIDUE,
                  "dCSWDataResidue is dCBWDataTransferLength, though all data has moved.",
                  "Linux with the flag, which it sets by itself after INQUIRY and READ CAPACITY;"
                      + " otherwise all data counts as missing.",
                  residue((command, status) -> command.dataLength()))
              .quirk(LinuxQuirk.IGNORE_RESIDUE),
          new Deviation(
              "residue-is-what-moved",
              DeviationClass.BREAKS_CLAUSE,
              RESIDUE,
              "dCSWDataResidue is how much was of use, not how much was not.",
              "Linux with the flag IGNORE_RESIDUE.",
              residue((command, status) -> command.dataLength() - status.residue())),
          new Deviation(
              "residue-all-ones",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.3.2: dCSWDataResidue is at most dCBWDataTransferLength",
              "dCSWDataResidue is always FFFFFFFF.",
              "Those that count what came: Linux with the flag IGNORE_RESIDUE.",
              residue((command, status) -> 0xffff_ffffL)),
          new Deviation(
              "residue-big-endian",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5: all fields are little-endian",
              "The bytes of dCSWDataResidue stand in the other order.",
              "All as long as no data is short.",
              residue(
                  (command, status) ->
                      Integer.reverseBytes((int) status.residue()) & 0xffff_ffffL)),
          new Deviation(
              "residue-of-previous-command",
              DeviationClass.BREAKS_CLAUSE,
              RESIDUE,
              "dCSWDataResidue is what the command before has left over.",
              "Those that count what came.",
              Changes.statuses(
                  () -> {
                    var previous = new long[1];
                    return (command, status) -> {
                      long residue = previous[0];
                      previous[0] = status.residue();
                      return withResidue(status, residue);
                    };
                  })),
          new Deviation(
              "failure-told-as-phase-error",
              DeviationClass.BREAKS_CLAUSE,
              STATUS + " 01 where the command failed",
              "A command that fails has status 02.",
              "None gladly: Linux, Windows and macOS reset the device and lose the sense.",
              Changes.status(
                  (command, status) ->
                      replaced(
                          status, CommandStatusWrapper.FAILED, CommandStatusWrapper.PHASE_ERROR))),
          new Deviation(
              "failure-told-as-success",
              DeviationClass.BREAKS_CLAUSE,
              STATUS + " 01 where the command failed",
              "A command that fails has status 00; its sense is there all the same.",
              "Those that look at the residue; what fails without data goes unnoticed.",
              Changes.status(
                  (command, status) ->
                      replaced(status, CommandStatusWrapper.FAILED, CommandStatusWrapper.PASSED))),
          new Deviation(
              "failure-told-by-reserved-status",
              DeviationClass.BREAKS_CLAUSE,
              STATUS + " 03 and 04 are reserved",
              "A command that fails has status 03.",
              "None: Linux takes it for an error of the transport and resets the device.",
              Changes.status(
                  (command, status) -> replaced(status, CommandStatusWrapper.FAILED, 3))),
          new Deviation(
              "phase-error-told-as-success",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7 (2, 3, 7, 8, 10, 13): phase error",
              "Where host and device disagree about the data the status is 00.",
              "All whose wrappers agree with their commands.",
              Changes.status(
                  (command, status) ->
                      replaced(
                          status, CommandStatusWrapper.PHASE_ERROR, CommandStatusWrapper.PASSED))),
          new Deviation(
              "phase-error-told-as-failure",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7 (2, 3, 7, 8, 10, 13): phase error",
              "Where host and device disagree about the data the status is 01.",
              "All whose wrappers agree with their commands.",
              Changes.status(
                  (command, status) ->
                      replaced(
                          status, CommandStatusWrapper.PHASE_ERROR, CommandStatusWrapper.FAILED))),
          new Deviation(
              "failure-leaks-into-next-status",
              DeviationClass.BREAKS_CLAUSE,
              STATUS + " is about its own command",
              "The command behind one that failed has status 01 too.",
              "Those that send the sense request again when it fails; none that gives up.",
              Changes.statuses(
                  () -> {
                    var failed = new boolean[1];
                    return (command, status) -> {
                      boolean leaks = failed[0];
                      failed[0] = status.status() == CommandStatusWrapper.FAILED;
                      return leaks
                          ? replaced(
                              status, CommandStatusWrapper.PASSED, CommandStatusWrapper.FAILED)
                          : status;
                    };
                  })));

  private StatusDeviations() {}

  /** Another residue. */
  @FunctionalInterface
  private interface Residue {
    long of(CommandBlockWrapper command, CommandStatusWrapper status);
  }

  private static Deviation.Change residue(Residue residue) {
    return Changes.status((command, status) -> withResidue(status, residue.of(command, status)));
  }

  private static CommandStatusWrapper withResidue(CommandStatusWrapper status, long residue) {
    return new CommandStatusWrapper(status.signature(), status.tag(), residue, status.status());
  }

  private static CommandStatusWrapper replaced(CommandStatusWrapper status, int from, int to) {
    return status.status() == from
        ? new CommandStatusWrapper(status.signature(), status.tag(), status.residue(), to)
        : status;
  }

  private static Deviation.Change signature(int signature) {
    return Changes.status(
        (command, status) ->
            new CommandStatusWrapper(signature, status.tag(), status.residue(), status.status()));
  }

  private static Deviation.Change length(int bytes) {
    return Changes.transport(
        inner ->
            new TransportChoices.Deviating(inner) {
              @Override
              public int encodeStatus(CommandStatusWrapper status, ByteBuf to) {
                to.setZero(0, WRAPPER_LENGTH);
                super.encodeStatus(status, to);
                return bytes;
              }
            });
  }

  /** How often a status is sent, with something to remember, anew for each device. */
  private static Deviation.Change counts(Supplier<ToIntFunction<CommandStatusWrapper>> counts) {
    return Changes.transport(inner -> new Counted(inner, counts.get()));
  }

  private static final class Counted extends TransportChoices.Deviating {
    private final ToIntFunction<CommandStatusWrapper> count;

    @SuppressWarnings("NullAway.Init")
    private CommandStatusWrapper last;

    Counted(TransportChoices inner, ToIntFunction<CommandStatusWrapper> count) {
      super(inner);
      this.count = count;
    }

    @Override
    public CommandStatusWrapper status(CommandBlockWrapper command, CommandStatusWrapper correct) {
      last = super.status(command, correct);
      return last;
    }

    @Override
    public int statusCount(CommandBlockWrapper command) {
      return count.applyAsInt(last);
    }
  }

  private static final class LostAtClearHalt extends TransportChoices.Deviating {
    LostAtClearHalt(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean keepsStatusAtClearHalt() {
      return false;
    }
  }

  private static final class BeforeData extends TransportChoices.Deviating {
    BeforeData(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean statusBeforeData(CommandBlockWrapper command) {
      return true;
    }
  }

  private static final class EmptyPacketBefore extends TransportChoices.Deviating {
    /** A multiple of it fills the packets of either speed. */
    private static final int PACKET = 512;

    EmptyPacketBefore(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean emptyPacketBeforeStatus(CommandBlockWrapper command, DataSoFar soFar) {
      boolean whole =
          command.direction() == Direction.IN
              && soFar.movedBytes() > 0
              && soFar.movedBytes() == command.dataLength()
              && soFar.movedBytes() % PACKET == 0;
      return whole || super.emptyPacketBeforeStatus(command, soFar);
    }
  }
}
