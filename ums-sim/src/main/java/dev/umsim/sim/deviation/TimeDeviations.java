package dev.umsim.sim.deviation;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.DataSoFar;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.Intent;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.usb.RequestChoices;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.sim.time.Delay;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What comes late, or never. */
final class TimeDeviations {
  private static final long NANOS_PER_MILLISECOND = 1_000_000;

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "commands-late",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0 sets no time; hosts wait for 20 to 60 s",
              "Every command begins so much later: until then data and status are NAKed.",
              "All, as long as they wait.",
              new DeviationParameter("milliseconds", 100, 1, 600000L),
              values ->
                  TimeDeviations.late(
                      false, () -> command -> true, values.applyAsLong("milliseconds"))),
          new Deviation(
              "first-command-late",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0 sets no time; hosts wait for 20 to 60 s",
              "The first command after the device is plugged in begins so much later, as of a disk that has to spin up.",
              "All, as long as they wait.",
              new DeviationParameter("milliseconds", 3000, 1, 600000L),
              values ->
                  TimeDeviations.late(false, () -> first(1), values.applyAsLong("milliseconds"))),
          new Deviation(
              "status-late",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0 sets no time; hosts wait for 20 to 60 s",
              "Every status comes so much later than its data.",
              "All, as long as they wait.",
              new DeviationParameter("milliseconds", 100, 1, 600000L),
              values ->
                  TimeDeviations.late(
                      true, () -> command -> true, values.applyAsLong("milliseconds"))),
          new Deviation(
              "writes-stall",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0 sets no time; hosts wait for 20 to 60 s",
              "Every 16th write begins so much later, as of flash that has to be erased.",
              "All, as long as they wait: 30 s in Linux.",
              new DeviationParameter("milliseconds", 500, 1, 600000L),
              values ->
                  TimeDeviations.late(
                      false,
                      () -> every(16, command -> Commands.writesBlocks(command.cdb())),
                      values.applyAsLong("milliseconds"))),
          new Deviation(
              "synchronize-cache-late",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0 sets no time; hosts wait for 20 to 60 s",
              "SYNCHRONIZE CACHE takes so much longer.",
              "All, as long as they wait.",
              new DeviationParameter("milliseconds", 1000, 1, 600000L),
              values ->
                  TimeDeviations.late(
                      true,
                      () ->
                          command -> command.cdb().operationCode() == Commands.SYNCHRONIZE_CACHE_10,
                      values.applyAsLong("milliseconds"))),
          new Deviation(
              "slow-block",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0 sets no time; hosts wait for 20 to 60 s",
              "READ of this block takes 2 s longer, as of one that is read again and again.",
              "All, as long as they wait.",
              new DeviationParameter("block", 64, 0, 4294967295L),
              values ->
                  TimeDeviations.late(
                      false, () -> command -> touches(command, values.applyAsLong("block")), 2000)),
          new Deviation(
              "hangs-at-command",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 5.3.3: there is a status for every command",
              "Every so many commands one is never answered, and none after it before a reset.",
              "Those that reset the device when it does not answer.",
              new DeviationParameter("every", 100, 1, 1000000000L),
              values -> Hanging.every(values.applyAsLong("every"))),
          new Deviation(
              "requests-late",
              DeviationClass.BREAKS_CLAUSE,
              "USB 2.0, 9.2.6.4: data within 500 ms, status within 50 ms",
              "Every request on endpoint 0 is answered so much later.",
              "Linux, Windows and macOS, as long as it is less than 5 s.",
              new DeviationParameter("milliseconds", 1000, 1, 600000L),
              values -> lateRequests(setup -> true, values.applyAsLong("milliseconds"))),
          new Deviation(
              "class-reset-late",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0, 3.1: the status stage is NAKed until the device is ready",
              "Bulk-Only Mass Storage Reset is answered so much later.",
              "All, as long as it is less than 5 s.",
              new DeviationParameter("milliseconds", 1000, 1, 600000L),
              values ->
                  lateRequests(
                      setup -> setup.requestType() == 0x21 && setup.request() == 0xff,
                      values.applyAsLong("milliseconds"))),
          new Deviation(
                  "ejects-after-synchronize",
                  DeviationClass.BREAKS_CLAUSE,
                  "SBC-3, 5.26: SYNCHRONIZE CACHE ejects nothing",
                  "The medium counts as ejected when no command follows SYNCHRONIZE CACHE within so much time; only a configuration brings it back.",
                  "Linux with the flag, which asks for the sense behind it.",
                  new DeviationParameter("milliseconds", 1000, 1, 600000L),
                  values ->
                      (choices, traits) ->
                          choices.with(
                              new SelfEjecting(
                                  choices.commands(),
                                  traits.delay(),
                                  values.applyAsLong("milliseconds"))))
              .quirk(LinuxQuirk.SENSE_AFTER_SYNC),
          new Deviation(
                  "early-data-lost",
                  DeviationClass.BREAKS_CLAUSE,
                  "BOT 1.0, 5.3: data follows the command",
                  "Where the host asks for data or status within so many microseconds after the command wrapper, they are lost, and nothing is answered before a reset.",
                  "Linux with the flag, which waits for 125 microseconds.",
                  new DeviationParameter("microseconds", 110, 1, 1000000L),
                  values ->
                      (choices, traits) ->
                          choices.with(
                              new EarlyLost(
                                  choices.transport(),
                                  traits.delay(),
                                  values.applyAsLong("microseconds"))))
              .quirk(LinuxQuirk.GO_SLOW));

  private TimeDeviations() {}

  /** A condition that is met as often as this, and then no more. */
  private static Predicate<CommandBlockWrapper> first(int times) {
    var left = new int[] {times};
    return command -> left[0]-- > 0;
  }

  private static Predicate<CommandBlockWrapper> every(
      int often, Predicate<CommandBlockWrapper> which) {
    var count = new int[1];
    return command -> which.test(command) && ++count[0] % often == 0;
  }

  private static boolean touches(CommandBlockWrapper command, long block) {
    var cdb = command.cdb();
    return Commands.readsBlocks(cdb)
        && Commands.firstBlock(cdb) <= block
        && Commands.firstBlock(cdb) + Commands.blockCount(cdb) > block;
  }

  /** Some commands wait, before they begin or before their status. */
  private static Deviation.Change late(
      boolean status, Supplier<Predicate<CommandBlockWrapper>> conditions, long milliseconds) {
    return (choices, traits) ->
        choices.with(
            new Late(choices.transport(), status, conditions.get(), traits.delay(), milliseconds));
  }

  private static Deviation.Change lateRequests(Predicate<SetupPacket> which, long milliseconds) {
    return (choices, traits) ->
        choices.with(
            new RequestChoices.Deviating(choices.requests()) {
              @Override
              public void beforeAnswer(SetupPacket received, Runnable answer) {
                if (which.test(received)) {
                  traits
                      .delay()
                      .after(
                          milliseconds * NANOS_PER_MILLISECOND,
                          () -> super.beforeAnswer(received, answer));
                } else {
                  super.beforeAnswer(received, answer);
                }
              }
            });
  }

  private static final class Late extends TransportChoices.Deviating {
    private final boolean status;
    private final Predicate<CommandBlockWrapper> which;
    private final Delay delay;
    private final long nanos;

    Late(
        TransportChoices inner,
        boolean status,
        Predicate<CommandBlockWrapper> which,
        Delay delay,
        long milliseconds) {
      super(inner);
      this.status = status;
      this.which = which;
      this.delay = delay;
      nanos = milliseconds * NANOS_PER_MILLISECOND;
    }

    @Override
    public void beforeCommand(
        CommandBlockWrapper command, BooleanSupplier hostWaits, Runnable begin) {
      if (!status && which.test(command)) {
        delay.after(nanos, () -> super.beforeCommand(command, hostWaits, begin));
      } else {
        super.beforeCommand(command, hostWaits, begin);
      }
    }

    @Override
    public void beforeStatus(CommandBlockWrapper command, Runnable send) {
      if (status && which.test(command)) {
        delay.after(nanos, () -> super.beforeStatus(command, send));
      } else {
        super.beforeStatus(command, send);
      }
    }
  }

  private static final class Hanging {
    private static Deviation.Change every(long often) {
      return Changes.transport(
          inner -> {
            var count = new long[1];
            return new TransportChoices.Deviating(inner) {
              @Override
              public void beforeCommand(
                  CommandBlockWrapper command, BooleanSupplier hostWaits, Runnable begin) {
                count[0]++;
                super.beforeCommand(command, hostWaits, begin);
              }

              @Override
              public boolean goesOn(CommandBlockWrapper command, DataSoFar soFar) {
                return count[0] % often != 0 && super.goesOn(command, soFar);
              }
            };
          });
    }
  }

  /** Takes SYNCHRONIZE CACHE for the last word of a host that is done. */
  private static final class SelfEjecting extends CommandChoices.Deviating {
    private static final Predicate<Cdb> OF_THE_MEDIUM =
        Commands.code(
                Commands.TEST_UNIT_READY,
                Commands.READ_CAPACITY_10,
                Commands.SERVICE_ACTION_IN_16,
                Commands.SYNCHRONIZE_CACHE_10)
            .or(Commands::movesBlocks);

    private final Delay delay;
    private final long nanos;
    private long commands;
    private boolean ejected;

    SelfEjecting(CommandChoices inner, Delay delay, long milliseconds) {
      super(inner);
      this.delay = delay;
      nanos = milliseconds * NANOS_PER_MILLISECOND;
    }

    @Override
    public Intent intent(int lun, Cdb cdb, Intent correct) {
      long number = ++commands;
      var intended = super.intent(lun, cdb, correct);
      if (ejected && OF_THE_MEDIUM.test(cdb)) {
        return Commands.refuse(Sense.MEDIUM_NOT_PRESENT);
      }
      if (cdb.operationCode() == Commands.SYNCHRONIZE_CACHE_10) {
        delay.after(nanos, () -> ejected |= number == commands);
      }
      return intended;
    }

    @Override
    public void sessionBegun() {
      commands++;
      ejected = false;
      super.sessionBegun();
    }
  }

  /** Needs time behind a command wrapper, which it does not get by answering NAK. */
  private static final class EarlyLost extends TransportChoices.Deviating {
    private final Delay delay;
    private final long nanos;
    private boolean early;

    EarlyLost(TransportChoices inner, Delay delay, long microseconds) {
      super(inner);
      this.delay = delay;
      nanos = microseconds * 1000;
    }

    @Override
    public void beforeCommand(
        CommandBlockWrapper command, BooleanSupplier hostWaits, Runnable begin) {
      delay.after(
          nanos,
          () -> {
            early = hostWaits.getAsBoolean();
            super.beforeCommand(command, hostWaits, begin);
          });
    }

    @Override
    public boolean goesOn(CommandBlockWrapper command, DataSoFar soFar) {
      return !early && super.goesOn(command, soFar);
    }
  }
}
