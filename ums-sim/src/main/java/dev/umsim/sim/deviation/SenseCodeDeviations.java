package dev.umsim.sim.deviation;

import static dev.umsim.sim.deviation.Commands.set;
import static java.util.Objects.requireNonNull;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.Intent;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.SenseData;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What is told of a failure, and how often. */
final class SenseCodeDeviations {
  private static final Sense MANUAL_INTERVENTION = new Sense(2, 0x04, 0x03);
  private static final int UNIT_ATTENTION = 6;

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "sense-never-cleared",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.39: REQUEST SENSE reports sense data once",
              "The sense of a failure is told again and again until another one takes its place.",
              "Those that ask only after a failure: Linux, Windows, macOS.",
              Changes.commands(Kept::new)),
          new Deviation(
              "sense-always-empty",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 4.5.1: sense data tells why a command failed",
              "REQUEST SENSE always tells 00/00/00.",
              "None gladly: Linux takes it for an error of the transport.",
              Changes.reply(
                  Commands.code(Commands.REQUEST_SENSE),
                  reply -> {
                    Arrays.fill(reply, Math.min(2, reply.length), reply.length, (byte) 0);
                    return set(reply, 7, 10);
                  })),
          new Deviation(
              "sense-always-valid",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 4.5.3: VALID 1 tells that INFORMATION means something",
              "VALID is always 1, and INFORMATION 0 where there is none.",
              "All; Linux takes block 0 for the bad one of a medium error.",
              Changes.reply(
                  Commands.code(Commands.REQUEST_SENSE),
                  reply -> reply.length > 0 ? set(reply, 0, reply[0] | 0x80) : reply)),
          new Deviation(
              "sense-of-8-bytes",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 4.5.3: fixed format has at least 18 bytes",
              "REQUEST SENSE sends 8 bytes: the key and no code.",
              "Those that go by the key.",
              Changes.reply(
                  Commands.code(Commands.REQUEST_SENSE),
                  reply -> set(Arrays.copyOf(reply, Math.min(reply.length, 8)), 7, 0))),
          new Deviation(
                  "short-sense-without-codes",
                  DeviationClass.BREAKS_CLAUSE,
                  "SPC-4, 4.5.3: ASC and ASCQ are in bytes 12 and 13",
                  "REQUEST SENSE for 18 bytes or less tells the key alone; the codes are there only for those that ask for more.",
                  "Linux with the flag.",
                  Changes.intent(
                      cdb ->
                          cdb.operationCode() == Commands.REQUEST_SENSE
                              && cdb.u8(4) <= SenseData.FIXED_LENGTH,
                      (lun, cdb, intended) ->
                          intended instanceof Intent.Reply reply
                              ? new Intent.Reply(
                                  set(set(reply.bytes().clone(), 12, 0), 13, 0), true)
                              : intended))
              .quirk(LinuxQuirk.SANE_SENSE),
          new Deviation(
              "sense-of-96-bytes",
              DeviationClass.LEGAL_CHOICE,
              "SPC-4, 4.5.3: sense data may have up to 252 bytes",
              "REQUEST SENSE sends 96 bytes where so many are allocated: zeros behind the fixed format.",
              "All; Linux asks for 96 bytes from then on.",
              Changes.intent(
                  Commands.code(Commands.REQUEST_SENSE),
                  (lun, cdb, intended) ->
                      intended instanceof Intent.Reply reply
                              && reply.bytes().length == SenseData.FIXED_LENGTH
                          ? new Intent.Reply(
                              set(Arrays.copyOf(reply.bytes(), Math.min(96, cdb.u8(4))), 7, 88),
                              true)
                          : intended)),
          new Deviation(
              "sense-without-response-code",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 4.5.1: the response code is 70 to 73",
              "Byte 0 of sense data is 00.",
              "None gladly: Linux takes it for no sense at all.",
              Changes.reply(Commands.code(Commands.REQUEST_SENSE), reply -> set(reply, 0, 0))),
          new Deviation(
              "sense-always-deferred",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 4.5.5: response code 71 is about an earlier command",
              "The response code is 71 for the command that failed, too.",
              "Those that do not tell the two apart; Linux then sends the command again.",
              Changes.reply(
                  Commands.code(Commands.REQUEST_SENSE),
                  reply ->
                      reply.length > 0 && (reply[0] & 0x7f) == 0x70
                          ? set(reply, 0, reply[0] | 1)
                          : reply)),
          new Deviation(
              "medium-errors-told-as-no-medium",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 4.18: 03/11/00 and 03/0C/00 tell of errors of the medium",
              "A read or a write that fails is told as 02/3A/00.",
              "Linux, which then drops the medium; none that retries.",
              Changes.reply(
                  Commands.code(Commands.REQUEST_SENSE),
                  reply -> told(reply, sense -> sense.key() == 3, Sense.MEDIUM_NOT_PRESENT))),
          new Deviation(
              "range-errors-told-as-medium-errors",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.11 and 5.33: out of range is 05/21/00",
              "An address out of range is told as 03/11/00.",
              "All that know the size; others retry.",
              Changes.reply(
                  Commands.code(Commands.REQUEST_SENSE),
                  reply ->
                      told(reply, Sense.LBA_OUT_OF_RANGE::equals, Sense.UNRECOVERED_READ_ERROR))),
          new Deviation(
              "unknown-commands-told-as-invalid-field",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 4.3.4: an unknown operation code is 05/20/00",
              "A command that is not known is told as 05/24/00.",
              "All that stop asking after either.",
              Changes.reply(
                  Commands.code(Commands.REQUEST_SENSE),
                  reply ->
                      told(
                          reply,
                          Sense.INVALID_OPERATION_CODE::equals,
                          Sense.INVALID_FIELD_IN_CDB))),
          new Deviation(
              "no-medium-told-as-becoming-ready",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, annex D: 02/3A/00 where there is no medium",
              "A missing medium is told as 02/04/01.",
              "None gladly: hosts go on asking until they lose patience.",
              Changes.reply(
                  Commands.code(Commands.REQUEST_SENSE),
                  reply -> told(reply, Sense.MEDIUM_NOT_PRESENT::equals, Sense.BECOMING_READY))),
          new Deviation(
              "attention-repeated",
              DeviationClass.BREAKS_CLAUSE,
              "SAM-5, 5.14: a unit attention is reported once",
              "A unit attention is reported so many times more.",
              "Linux, which retries; others take the device for broken.",
              new DeviationParameter("times", 3, 1, 1000000L),
              values ->
                  Changes.commands(inner -> new Repeated(inner, values.applyAsLong("times")))),
          new Deviation(
              "attention-at-inquiry",
              DeviationClass.BREAKS_CLAUSE,
              "SAM-5, 5.14.3: INQUIRY is done while an attention waits",
              "The first INQUIRY after each configuration is refused with 06/29/00.",
              "Linux, which asks three times; esp-idf and others give up.",
              Changes.commands(AtInquiry::new)),
          new Deviation(
              "becoming-ready-at-first",
              DeviationClass.LEGAL_CHOICE,
              "SPC-4, 6.43: 02/04/01 while the unit becomes ready",
              "After each configuration so many commands of the medium are refused with 02/04/01.",
              "Those that ask again: Linux, Windows, macOS.",
              new DeviationParameter("commands", 3, 1, 1000000L),
              values ->
                  Changes.commands(
                      inner ->
                          new NotReady(
                              inner, values.applyAsLong("commands"), Sense.BECOMING_READY))),
          new Deviation(
                  "never-ready",
                  DeviationClass.TRIPS_HOSTS,
                  "SPC-4, annex D: 02/04/03 where somebody has to do something about the unit",
                  "Every command of the medium is refused with 02/04/03.",
                  "Linux with the flag, which leaves the device alone; others go on asking.",
                  Changes.commands(
                      inner -> new NotReady(inner, Long.MAX_VALUE, MANUAL_INTERVENTION)))
              .quirk(LinuxQuirk.IGNORE_DEVICE));

  private SenseCodeDeviations() {}

  /** Another sense in data of the fixed format. */
  private static byte[] told(byte[] reply, Predicate<Sense> which, Sense other) {
    if (reply.length <= 13 || !which.test(SenseData.decode(reply).sense())) {
      return reply;
    }
    return set(set(set(reply, 2, other.key()), 12, other.code()), 13, other.qualifier());
  }

  private static final class Kept extends CommandChoices.Deviating {
    private final Map<Integer, byte[]> kept = new HashMap<>();

    Kept(CommandChoices inner) {
      super(inner);
    }

    @Override
    public Intent intent(int lun, Cdb cdb, Intent correct) {
      var intended = super.intent(lun, cdb, correct);
      if (cdb.operationCode() != Commands.REQUEST_SENSE
          || !(intended instanceof Intent.Reply reply)) {
        return intended;
      }
      if (!SenseData.decode(reply.bytes()).sense().equals(Sense.NO_SENSE)) {
        kept.put(lun, reply.bytes());
      }
      var told = kept.getOrDefault(lun, reply.bytes());
      return new Intent.Reply(Arrays.copyOf(told, Math.min(told.length, cdb.u8(4))), true);
    }
  }

  private static final class Repeated extends CommandChoices.Deviating {
    private final long times;
    private final Map<Integer, Long> left = new HashMap<>();
    private final Map<Integer, Intent> attentions = new HashMap<>();

    Repeated(CommandChoices inner, long times) {
      super(inner);
      this.times = times;
    }

    @Override
    public Intent intent(int lun, Cdb cdb, Intent correct) {
      var intended = super.intent(lun, cdb, correct);
      boolean exempt =
          cdb.operationCode() == Commands.INQUIRY
              || cdb.operationCode() == Commands.REQUEST_SENSE
              || cdb.operationCode() == Commands.REPORT_LUNS;
      if (intended instanceof Intent.Check check
          && check.senseData().sense().key() == UNIT_ATTENTION) {
        left.put(lun, times);
        attentions.put(lun, intended);
      } else if (!exempt && left.getOrDefault(lun, 0L) > 0) {
        left.merge(lun, -1L, Long::sum);
        return requireNonNull(attentions.get(lun));
      }
      return intended;
    }

    @Override
    public void sessionBegun() {
      left.clear();
      super.sessionBegun();
    }
  }

  private static final class AtInquiry extends CommandChoices.Deviating {
    private boolean first = true;

    AtInquiry(CommandChoices inner) {
      super(inner);
    }

    @Override
    public Intent intent(int lun, Cdb cdb, Intent correct) {
      boolean refused = first && cdb.operationCode() == Commands.INQUIRY;
      first &= !refused;
      return refused ? Commands.refuse(Sense.POWER_ON_OR_RESET) : super.intent(lun, cdb, correct);
    }

    @Override
    public void sessionBegun() {
      first = true;
      super.sessionBegun();
    }
  }

  private static final class NotReady extends CommandChoices.Deviating {
    private static final Predicate<Cdb> OF_THE_MEDIUM =
        Commands.code(
                Commands.TEST_UNIT_READY,
                Commands.READ_CAPACITY_10,
                Commands.SERVICE_ACTION_IN_16,
                Commands.VERIFY_10,
                Commands.SYNCHRONIZE_CACHE_10)
            .or(Commands::movesBlocks);

    private final long commands;
    private final Sense sense;
    private long left;

    NotReady(CommandChoices inner, long commands, Sense sense) {
      super(inner);
      this.commands = commands;
      this.sense = sense;
      left = commands;
    }

    @Override
    public Intent intent(int lun, Cdb cdb, Intent correct) {
      var intended = super.intent(lun, cdb, correct);
      // What is wrong with a command is told before what is wrong with the unit.
      if (left > 0 && OF_THE_MEDIUM.test(cdb) && !(intended instanceof Intent.Check)) {
        left--;
        return Commands.refuse(sense);
      }
      return intended;
    }

    @Override
    public void sessionBegun() {
      left = commands;
      super.sessionBegun();
    }
  }
}
