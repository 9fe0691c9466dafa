package dev.umsim.sim.fault;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.bot.DataSoFar;
import dev.umsim.core.bot.Halts;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.Intent;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.SenseData;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.RequestChoices;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.sim.deviation.DeviceChoices;
import dev.umsim.sim.time.Delay;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Faults that go wrong in a device when their time has come. What goes wrong is over with its
 * command or request: after the reset or the new plug that a host would do the device works again.
 */
public final class FaultScript {
  private static final long NANOS_PER_MILLISECOND = 1_000_000;

  private final List<Planned> faults = new ArrayList<>();
  private final SplittableRandom random;
  private final List<FaultableMedium> media = new ArrayList<>();
  private Delay delay = Delay.NONE;
  private Runnable unplug = () -> {};
  private List<Fault> ofCommand = List.of();
  private List<Fault> ofRequest = List.of();

  /** A fault, and how far it has come. */
  private static final class Planned {
    private final Fault fault;
    private long met;
    private long done;
    private boolean ripe;

    Planned(Fault fault) {
      this.fault = fault;
      ripe = fault.trigger().afterMilliseconds() == 0;
    }

    boolean goesWrong(SplittableRandom random) {
      var trigger = fault.trigger();
      if (!ripe) {
        return false;
      }
      met++;
      boolean now =
          met >= trigger.nth()
              && met % trigger.every() == 0
              && (trigger.times() == 0 || done < trigger.times())
              && (trigger.probability() == 1 || random.nextDouble() < trigger.probability());
      done += now ? 1 : 0;
      return now;
    }
  }

  /**
   * @param faults in the order in which they are looked at
   * @param seed what probabilities are drawn from
   */
  public FaultScript(List<Fault> faults, long seed) {
    random = new SplittableRandom(seed);
    faults.forEach(this::add);
  }

  /**
   * Reads the lines of a file: a fault in each, or nothing, or a comment behind #.
   *
   * @param name of the file, for messages
   * @throws IllegalArgumentException at a line that is no fault, with file and line
   */
  public static List<Fault> parse(String name, List<String> lines) {
    var faults = new ArrayList<Fault>();
    for (int number = 0; number < lines.size(); number++) {
      var line = lines.get(number).replaceFirst("#.*", "").strip();
      try {
        if (!line.isEmpty()) {
          faults.add(Fault.parse(line));
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(name + ":" + (number + 1) + ": " + e.getMessage(), e);
      }
    }
    return faults;
  }

  /** One more fault from now on, in the thread that runs the device. */
  public void add(Fault fault) {
    var planned = new Planned(fault);
    faults.add(planned);
    ripen(planned);
  }

  private void ripen(Planned planned) {
    long milliseconds = planned.fault.trigger().afterMilliseconds();
    if (milliseconds > 0) {
      planned.ripe = false;
      delay.after(milliseconds * NANOS_PER_MILLISECOND, () -> planned.ripe = true);
    }
  }

  /**
   * The choices of a device in which these faults go wrong, over those that it has.
   *
   * @param delay the clock of the device
   * @param unplug pulls its plug
   */
  public DeviceChoices apply(DeviceChoices choices, Delay delay, Runnable unplug) {
    this.delay = delay;
    this.unplug = unplug;
    return new DeviceChoices(
        new Transport(choices.transport()),
        new Commands(choices.commands()),
        new Requests(choices.requests()),
        choices.composition());
  }

  /** The medium of the next unit, in which faults of the medium go wrong. */
  public Medium over(Medium medium) {
    var faultable = new FaultableMedium(medium);
    media.add(faultable);
    return faultable;
  }

  private List<Fault> going(Predicate<Trigger> fits) {
    List<Fault> now = List.of();
    for (var planned : faults) {
      if (fits.test(planned.fault.trigger()) && planned.goesWrong(random)) {
        now = now.isEmpty() ? new ArrayList<>() : now;
        now.add(planned.fault);
      }
    }
    return now;
  }

  private static Optional<Fault> one(List<Fault> faults, Action action) {
    return faults.stream().filter(fault -> fault.action() == action).findFirst();
  }

  private boolean command(Action action) {
    return !ofCommand.isEmpty() && one(ofCommand, action).isPresent();
  }

  private final class Transport extends TransportChoices.Deviating {
    Transport(TransportChoices inner) {
      super(inner);
    }

    @Override
    public void beforeCommand(
        CommandBlockWrapper command, BooleanSupplier hostWaits, Runnable begin) {
      ofCommand = faults.isEmpty() ? List.of() : going(trigger -> trigger.fits(command));
      if (command(Action.UNPLUG)) {
        // Not from within what the plug holds.
        delay.after(0, unplug);
        return;
      }
      if (command.lun() < media.size()) {
        media.get(command.lun()).next(command(Action.CORRUPT), command(Action.LOSE_WRITE));
      }
      var late = one(ofCommand, Action.LATE);
      if (late.isPresent()) {
        delay.after(
            late.get().milliseconds() * NANOS_PER_MILLISECOND,
            () -> super.beforeCommand(command, hostWaits, begin));
      } else {
        super.beforeCommand(command, hostWaits, begin);
      }
    }

    @Override
    public boolean goesOn(CommandBlockWrapper command, DataSoFar soFar) {
      return !command(Action.HANG) && super.goesOn(command, soFar);
    }

    @Override
    public CommandStatusWrapper status(CommandBlockWrapper command, CommandStatusWrapper correct) {
      var status = super.status(command, correct);
      int tag = command(Action.WRONG_TAG) ? ~status.tag() : status.tag();
      int code = command(Action.PHASE_ERROR) ? CommandStatusWrapper.PHASE_ERROR : status.status();
      return new CommandStatusWrapper(status.signature(), tag, status.residue(), code);
    }

    @Override
    public int statusCount(CommandBlockWrapper command) {
      return command(Action.STATUS_LOST)
          ? 0
          : command(Action.STATUS_TWICE) ? 2 : super.statusCount(command);
    }

    @Override
    public boolean emptyPacketBeforeStatus(CommandBlockWrapper command, DataSoFar soFar) {
      return command(Action.EMPTY_PACKET) || super.emptyPacketBeforeStatus(command, soFar);
    }

    @Override
    public Halts haltsBeforeStatus(
        CommandBlockWrapper command, DataSoFar soFar, CommandStatusWrapper status) {
      boolean in = command(Action.HALT_IN);
      boolean out = command(Action.HALT_OUT);
      return in
          ? out ? Halts.BOTH : Halts.IN
          : out ? Halts.OUT : super.haltsBeforeStatus(command, soFar, status);
    }
  }

  private final class Commands extends CommandChoices.Deviating {
    Commands(CommandChoices inner) {
      super(inner);
    }

    @Override
    public Intent intent(int lun, Cdb cdb, Intent correct) {
      var intended = super.intent(lun, cdb, correct);
      if (ofCommand.isEmpty()) {
        return intended;
      }
      var sense = one(ofCommand, Action.SENSE);
      if (sense.isPresent()) {
        return new Intent.Check(SenseData.of(sense.get().sense()));
      }
      if (command(Action.MEDIUM_ERROR) && BlockCommands.moves(cdb)) {
        var error =
            BlockCommands.reads(cdb.operationCode())
                ? Sense.UNRECOVERED_READ_ERROR
                : Sense.WRITE_ERROR;
        return new Intent.Check(SenseData.atBlock(error, BlockCommands.first(cdb)));
      }
      return command(Action.PASS) ? Intent.GOOD : intended;
    }
  }

  private final class Requests extends RequestChoices.Deviating {
    Requests(RequestChoices inner) {
      super(inner);
    }

    private boolean request(Action action) {
      return one(ofRequest, action).isPresent();
    }

    @Override
    public void beforeAnswer(SetupPacket received, Runnable answer) {
      ofRequest = faults.isEmpty() ? List.of() : going(trigger -> trigger.fits(received));
      var late = one(ofRequest, Action.REQUEST_LATE);
      if (late.isPresent()) {
        delay.after(
            late.get().milliseconds() * NANOS_PER_MILLISECOND,
            () -> super.beforeAnswer(received, answer));
      } else {
        super.beforeAnswer(received, answer);
      }
    }

    /** What is declined or not answered has no effect: nothing is done about a reserved type. */
    @Override
    public SetupPacket taken(SetupPacket received) {
      return request(Action.REQUEST_STALL) || request(Action.REQUEST_HANG)
          ? new SetupPacket(0x60, received.request(), 0, 0, received.length())
          : super.taken(received);
    }

    @Override
    public ControlAnswer answer(SetupPacket setup, ControlAnswer correct) {
      return request(Action.REQUEST_HANG)
          ? ControlAnswer.SILENCE
          : request(Action.REQUEST_STALL) ? ControlAnswer.STALL : super.answer(setup, correct);
    }

    @Override
    public void poweredOn() {
      faults.forEach(FaultScript.this::ripen);
      super.poweredOn();
    }
  }
}
