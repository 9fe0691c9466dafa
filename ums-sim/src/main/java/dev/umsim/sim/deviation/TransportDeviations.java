package dev.umsim.sim.deviation;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.bot.DataSoFar;
import dev.umsim.core.bot.ShortData;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.Task.Flow;
import dev.umsim.core.usb.Direction;
import java.util.List;
import java.util.Set;

/** How data and status go over: what is told of them, and what ends them. */
final class TransportDeviations {
  private static final Set<Integer> BLOCKS =
      Set.of(Commands.READ_10, Commands.WRITE_10, Commands.READ_16, Commands.WRITE_16);
  private static final Set<Integer> READS = Set.of(Commands.READ_10, Commands.READ_16);
  private static final Set<Integer> WRITES = Set.of(Commands.WRITE_10, Commands.WRITE_16);

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "residue-always-zero",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5.2 and 6.7.2 (4, 5), 6.7.3 (9, 11)",
              "dCSWDataResidue is 0, however much or little was of use.",
              "All that count the bytes that came, as Linux, Windows and macOS do when they read;"
                  + " what was not written goes unnoticed where the status is 00.",
              (choices, traits) -> choices.with(new ResidueAlwaysZero(choices.transport()))),
          new Deviation(
              "short-data-without-stall",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7.2 (5)",
              "Data that is shorter than announced is followed by the status, without STALL and"
                  + " without an empty packet; where it fills its packets, both come in one"
                  + " transfer.",
              "Linux, Windows and macOS, whose short replies end in a short packet.",
              (choices, traits) -> choices.with(new ShortDataWithoutStall(choices.transport()))),
          new Deviation(
              "empty-packet-instead-of-stall",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7.2 (4)",
              "Where a reply cannot be given an empty packet stands for it, without STALL.",
              "Windows, for which it was made, Linux and macOS.",
              (choices, traits) ->
                  choices.with(new EmptyPacketInsteadOfStall(choices.transport()))),
          new Deviation(
              "status-in-place-of-data",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7.2 (4)",
              "Where an address is out of range, a command is unknown or moves no data, the status"
                  + " comes in place of the data that the host waits for.",
              "Linux, which knows a status among the data by its signature; none that has to.",
              (choices, traits) -> choices.with(new StatusInPlaceOfData(choices.transport()))),
          new Deviation(
              "unwanted-data-not-taken",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7.3 (9, 11)",
              "The status is there at once, and data that the command has no use for is taken for"
                  + " the next command wrapper.",
              "None that sends such data: it ends in STALL, or waits for ever.",
              (choices, traits) -> choices.with(new UnwantedDataNotTaken(choices.transport()))),
          new Deviation(
              "read-write-length-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5.1 and 6.7 (2 to 5, 7 to 11, 13)",
              "READ and WRITE move what the command says, in its direction, whatever the wrapper"
                  + " says: too much is babble, too little waits for ever.",
              "All whose wrappers agree with their commands: Linux, Windows, macOS.",
              (choices, traits) -> choices.with(new ReadWriteLengthIgnored(choices.transport()))),
          new Deviation(
              "read-error-after-all-data",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0, 6.7.2 (5): padding is a choice, and the residue tells how much of it there is",
              "A read that fails sends as many bytes as were asked for, of which those of the bad"
                  + " block and behind it mean nothing, and fails in its status.",
              "Linux, Windows and macOS.",
              (choices, traits) -> choices.with(new ReadErrorAfterAllData(choices.transport()))),
          new Deviation(
              "short-write-unanswered",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7.3 (12, 13): there is a status for every command",
              "A write whose data ends in a short packet before its time is never answered, and no"
                  + " command after it.",
              "All that send what they announce: Linux, Windows, macOS.",
              (choices, traits) -> choices.with(new ShortWriteUnanswered(choices.transport()))),
          new Deviation(
              "empty-write-unanswered",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.31: a transfer length of 0 is no error",
              "WRITE of no blocks is answered only when a packet has come, which is lost, be it the next"
                  + " command wrapper.",
              "Linux, Windows and macOS, which never send it.",
              (choices, traits) -> choices.with(new EmptyWriteUnanswered(choices.transport()))),
          new Deviation(
              "empty-packet-for-empty-read",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7.1 (1)",
              "READ of no blocks sends an empty packet before its status.",
              "Linux, which asks again; others never send it.",
              (choices, traits) -> choices.with(new EmptyPacketForEmptyRead(choices.transport()))),
          new Deviation(
              "empty-packet-for-empty-reply",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7.1 (2): phase error",
              "A command with a reply whose wrapper leaves no room for it sends an empty packet and"
                  + " passes.",
              "Linux, Windows and macOS, which always leave room.",
              (choices, traits) ->
                  choices.with(new EmptyPacketForEmptyReply(choices.transport()))));

  private TransportDeviations() {}

  private static boolean isOne(CommandBlockWrapper command, Set<Integer> codes) {
    return codes.contains(command.cdb().operationCode());
  }

  private static boolean noBlocks(CommandBlockWrapper command) {
    var cdb = command.cdb();
    return cdb.operationCode() < 0x80 ? cdb.u16(7) == 0 : cdb.u32(10) == 0;
  }

  private static final class ResidueAlwaysZero extends TransportChoices.Deviating {
    ResidueAlwaysZero(TransportChoices inner) {
      super(inner);
    }

    @Override
    public CommandStatusWrapper status(CommandBlockWrapper command, CommandStatusWrapper correct) {
      var status = super.status(command, correct);
      return new CommandStatusWrapper(status.signature(), status.tag(), 0, status.status());
    }
  }

  private static final class ShortDataWithoutStall extends TransportChoices.Deviating {
    ShortDataWithoutStall(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean endsDataPhase(CommandBlockWrapper command, DataSoFar soFar) {
      boolean shortData = command.direction() == Direction.IN && soFar.movedBytes() > 0;
      // Of a read that failed in the middle the rest is another matter.
      return !(shortData && soFar.failure().isEmpty()) && super.endsDataPhase(command, soFar);
    }
  }

  private static final class EmptyPacketInsteadOfStall extends TransportChoices.Deviating {
    EmptyPacketInsteadOfStall(TransportChoices inner) {
      super(inner);
    }

    @Override
    public ShortData shortData(CommandBlockWrapper command, DataSoFar soFar) {
      return soFar.movedBytes() == 0 ? ShortData.SHORT : super.shortData(command, soFar);
    }
  }

  private static final class StatusInPlaceOfData extends TransportChoices.Deviating {
    StatusInPlaceOfData(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean endsDataPhase(CommandBlockWrapper command, DataSoFar soFar) {
      boolean noReply =
          soFar
              .failure()
              .map(
                  sense ->
                      sense.equals(Sense.LBA_OUT_OF_RANGE)
                          || sense.equals(Sense.INVALID_OPERATION_CODE)
                          || command.cdb().operationCode() == Commands.TEST_UNIT_READY)
              .orElse(true);
      boolean inPlace = command.direction() == Direction.IN && soFar.movedBytes() == 0 && noReply;
      return !inPlace && super.endsDataPhase(command, soFar);
    }
  }

  private static final class UnwantedDataNotTaken extends TransportChoices.Deviating {
    UnwantedDataNotTaken(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean endsDataPhase(CommandBlockWrapper command, DataSoFar soFar) {
      return command.direction() == Direction.IN && super.endsDataPhase(command, soFar);
    }
  }

  private static final class ReadWriteLengthIgnored extends TransportChoices.Deviating {
    ReadWriteLengthIgnored(TransportChoices inner) {
      super(inner);
    }

    @Override
    public CommandBlockWrapper taken(CommandBlockWrapper received, Flow flow, long bytes) {
      var taken = super.taken(received, flow, bytes);
      return isOne(taken, BLOCKS) && flow != Flow.NONE
          ? new CommandBlockWrapper(
              taken.tag(),
              bytes,
              flow == Flow.IN ? Direction.IN : Direction.OUT,
              taken.lun(),
              taken.cdb())
          : taken;
    }
  }

  private static final class ReadErrorAfterAllData extends TransportChoices.Deviating {
    ReadErrorAfterAllData(TransportChoices inner) {
      super(inner);
    }

    @Override
    public ShortData shortData(CommandBlockWrapper command, DataSoFar soFar) {
      return soFar.failure().filter(Sense.UNRECOVERED_READ_ERROR::equals).isPresent()
          ? ShortData.PAD
          : super.shortData(command, soFar);
    }
  }

  private static final class ShortWriteUnanswered extends TransportChoices.Deviating {
    ShortWriteUnanswered(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean goesOn(CommandBlockWrapper command, DataSoFar soFar) {
      return !(isOne(command, WRITES) && soFar.endedByHost()) && super.goesOn(command, soFar);
    }
  }

  private static final class EmptyWriteUnanswered extends TransportChoices.Deviating {
    EmptyWriteUnanswered(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean awaitsPacket(CommandBlockWrapper command) {
      return isOne(command, WRITES) && noBlocks(command) || super.awaitsPacket(command);
    }
  }

  private static final class EmptyPacketForEmptyReply extends TransportChoices.Deviating {
    private static final Set<Integer> REPLYING =
        Set.of(
            Commands.REQUEST_SENSE,
            Commands.INQUIRY,
            Commands.MODE_SENSE_6,
            Commands.MODE_SENSE_10,
            Commands.READ_FORMAT_CAPACITIES,
            Commands.SERVICE_ACTION_IN_16,
            Commands.REPORT_LUNS);

    EmptyPacketForEmptyReply(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean sendsEmptyPacket(CommandBlockWrapper command) {
      return isOne(command, REPLYING) || super.sendsEmptyPacket(command);
    }
  }

  private static final class EmptyPacketForEmptyRead extends TransportChoices.Deviating {
    EmptyPacketForEmptyRead(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean sendsEmptyPacket(CommandBlockWrapper command) {
      return isOne(command, READS) && noBlocks(command) || super.sendsEmptyPacket(command);
    }
  }
}
