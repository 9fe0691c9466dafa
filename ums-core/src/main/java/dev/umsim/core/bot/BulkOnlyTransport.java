package dev.umsim.core.bot;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.firmware.Turnaround;
import dev.umsim.core.scsi.ScsiTarget;
import dev.umsim.core.scsi.Task;
import dev.umsim.core.scsi.Task.Flow;
import dev.umsim.core.usb.BulkPipe;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.DeviceBuffer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbFunction;
import dev.umsim.core.usb.descriptor.InterfaceDescriptor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The device's side of Bulk-Only Transport: command, data, status, and again (BOT 1.0, section 5).
 *
 * <pre>
 *            .----------- sent ---------.
 *            v                          |
 *   IDLE --> COMMAND --> DATA --> STATUS
 *               |
 *               `--not a wrapper--> BROKEN --reset recovery--> COMMAND
 * </pre>
 *
 * <p>A halt is a matter of the pipe: status is armed behind it and goes once the host has cleared
 * it. Only in BROKEN does the device halt its pipes again whenever the host clears them, until the
 * class's reset has come (section 6.6.1). What goes on in DATA is a matter of {@link DataPhase}.
 */
public final class BulkOnlyTransport implements UsbFunction {
  private enum Phase {
    /** Not configured, or waiting for nothing. */
    IDLE,
    COMMAND,
    DATA,
    /** The status goes before the data. */
    EARLY_STATUS,
    STATUS,
    BROKEN
  }

  private final MassStorageInterface place;
  private final ScsiTarget target;
  private final TransportChoices choices;
  private final Pace pace;
  private final DataPhase data;
  private final ByteBuf command = Unpooled.buffer(Speed.HIGH.bulkMaxPacketBytes());
  private final ByteBuf status = Unpooled.buffer(Speed.HIGH.bulkMaxPacketBytes());
  private final DeviceBuffer commandBuffer = new DeviceBuffer(this::commandReceived);
  private final DeviceBuffer statusBuffer = new DeviceBuffer(this::statusSent);
  private final DeviceBuffer emptyBuffer = new DeviceBuffer(this::armStatus);
  private final BooleanSupplier hostWaits = this::hostWaits;

  private Phase phase = Phase.IDLE;

  @SuppressWarnings("NullAway.Init")
  private BulkPipe bulkIn;

  @SuppressWarnings("NullAway.Init")
  private BulkPipe bulkOut;

  @SuppressWarnings("NullAway.Init")
  private CommandBlockWrapper wrapper;

  private @Nullable Task task;
  private @Nullable ThirteenCases theCase;

  /** The pipes that are halted while the phase is BROKEN. */
  private Halts broken = Halts.NONE;

  private int statusBytes;
  private int statusesLeft;

  /** What the data phase may move for the command when the status has gone before it. */
  private long allowedBehindStatus;

  /** The status has gone before the data. */
  private boolean statusGone;

  /** A command wrapper has come before the status of the command before it had gone. */
  private boolean commandWaits;

  /** There is room for a command wrapper. */
  private boolean commandArmed;

  /** Which command it is, so that one that was given up while it waited is not begun. */
  private int commandNumber;

  /** A transport that begins each command in no time. */
  public BulkOnlyTransport(
      MassStorageInterface place, ScsiTarget target, TransportChoices choices) {
    this(place, target, choices, Pace.NONE);
  }

  /**
   * @param place interface and endpoints
   * @param target where the commands go
   * @param pace how long the firmware takes
   */
  public BulkOnlyTransport(
      MassStorageInterface place, ScsiTarget target, TransportChoices choices, Pace pace) {
    this.place = place;
    this.target = target;
    this.choices = choices;
    this.pace = pace;
    data = new DataPhase(choices, pace.chunk(), this::finishTask, this::drop);
    target.onResume(this::resumed);
  }

  @Override
  public InterfaceDescriptor describe(Speed speed) {
    return place.describe(speed);
  }

  @Override
  public void configured(EndpointPipes pipes) {
    bulkIn = pipes.pipe(place.bulkIn());
    bulkOut = pipes.pipe(place.bulkOut());
    data.connect(bulkIn, bulkOut);
    target.beginSession();
    expectCommand();
  }

  @Override
  public void deconfigured() {
    giveUp();
    phase = Phase.IDLE;
  }

  @Override
  public ControlAnswer request(SetupPacket setup) {
    if (setup.equals(ClassRequest.getMaxLun(place.number()))) {
      return ControlAnswer.data(choices.maxLun(target.maxLun()));
    }
    if (setup.equals(ClassRequest.reset(place.number()))) {
      reset();
      return ControlAnswer.DONE;
    }
    return ControlAnswer.STALL;
  }

  @Override
  public void close() {
    target.close();
  }

  /** Bulk-Only Mass Storage Reset (section 3.1): halts and toggles stay as they are. */
  private void reset() {
    boolean restarts = choices.resetRestarts(phase == Phase.BROKEN);
    giveUp();
    target.resetTransport();
    if (choices.resetEndsHalts()) {
      bulkIn.endHalt();
      bulkOut.endHalt();
    }
    if (choices.resetBeginsToggles()) {
      bulkIn.beginAnew();
      bulkOut.beginAnew();
    }
    if (restarts) {
      expectCommand();
    } else {
      phase = Phase.IDLE;
    }
  }

  @Override
  public void haltCleared(int endpointAddress) {
    boolean in = endpointAddress == place.bulkIn();
    boolean held =
        phase == Phase.BROKEN && choices.keepsHalts() && (in ? broken.in() : broken.out());
    if (held || choices.haltsAgain(in ? Direction.IN : Direction.OUT)) {
      (in ? bulkIn : bulkOut).halt();
    } else if (in && phase == Phase.STATUS && !choices.keepsStatusAtClearHalt()) {
      statusBuffer.withdraw();
      statusesLeft = 0;
      armStatus();
    }
  }

  /** Whatever is going on is over; a medium that is still at work answers to nobody. */
  private void giveUp() {
    commandNumber++;
    commandWaits = false;
    commandArmed = false;
    pace.command().commandEnds();
    commandBuffer.withdraw();
    data.giveUp();
    emptyBuffer.withdraw();
    statusBuffer.withdraw();
    abandonTask();
  }

  private void abandonTask() {
    if (task != null) {
      task.abandon();
      task = null;
    }
  }

  /** The device forgets the command, and waits for nothing. */
  private void drop() {
    abandonTask();
    phase = Phase.IDLE;
  }

  private void expectCommand() {
    phase = Phase.COMMAND;
    armCommand();
  }

  private void armCommand() {
    commandArmed = true;
    // A whole packet, so that one that is too long is seen as such.
    bulkOut.arm(commandBuffer.of(command, 0, bulkOut.maxPacketBytes()));
  }

  private void commandReceived() {
    commandArmed = false;
    if (phase == Phase.BROKEN) {
      // Taken and dropped, which a device may do in the place of a halt (section 6.6.1).
      armCommand();
      return;
    }
    if (phase == Phase.STATUS) {
      commandWaits = true;
      return;
    }
    var received = choices.receive(command, commandBuffer.movedBytes());
    if (received instanceof ReceivedCommand.Valid valid) {
      commandNumber++;
      later(
          pace.command(),
          () -> choices.beforeCommand(valid.wrapper(), hostWaits, beginning(valid.wrapper())));
      return;
    }
    var halts = choices.haltsFor(received);
    halt(halts);
    if (received instanceof ReceivedCommand.NotMeaningful || halts == Halts.NONE) {
      expectCommand();
    } else {
      phase = Phase.BROKEN;
      broken = halts;
      if (!halts.out()) {
        armCommand();
      }
    }
  }

  private boolean hostWaits() {
    return bulkIn.hostWaits() || bulkOut.hostWaits();
  }

  /** Begins the command, unless it is given up by then. */
  private Runnable beginning(CommandBlockWrapper received) {
    int number = commandNumber;
    return () -> {
      if (number == commandNumber) {
        begin(received);
      }
    };
  }

  /** Goes on when the firmware has taken its time, unless the command is given up by then. */
  private void later(Turnaround turnaround, Runnable step) {
    if (turnaround == Turnaround.NONE) {
      step.run();
      return;
    }
    int number = commandNumber;
    turnaround.after(
        () -> {
          if (number == commandNumber) {
            step.run();
          }
        });
  }

  private void halt(Halts halts) {
    if (halts.in()) {
      bulkIn.halt();
    }
    if (halts.out()) {
      bulkOut.halt();
    }
  }

  private void begin(CommandBlockWrapper received) {
    pace.command().commandBegins();
    phase = Phase.DATA;
    statusGone = false;
    wrapper = received;
    if (!ScsiTarget.complete(received.cdb())) {
      // The wrapper's length and its operation code contradict each other.
      theCase = null;
      data.begin(wrapper, null, 0);
      return;
    }
    task = target.begin(received.lun(), received.cdb());
    wrapper = choices.taken(received, task.flow(), deviceBytes());
    long hostBytes = wrapper.dataLength();
    long deviceBytes = deviceBytes();
    var deviceFlow = deviceBytes == 0 ? Flow.NONE : task.flow();
    theCase = ThirteenCases.of(DataPhase.flowOf(wrapper), hostBytes, deviceFlow, deviceBytes);
    if (!choices.goesOn(wrapper, DataSoFar.of(0, task, false))) {
      drop();
    } else if (theCase.movesData()) {
      long allowed = Math.min(hostBytes, deviceBytes);
      if (wrapper.direction() == Direction.IN && choices.statusBeforeData(wrapper)) {
        sendEarlyStatus(allowed);
      } else {
        data.begin(wrapper, task, allowed);
      }
    } else {
      if (theCase.phaseError()) {
        abandonTask();
      }
      data.begin(wrapper, task, 0);
    }
  }

  private long deviceBytes() {
    boolean cut =
        requireNonNull(task).shortenable()
            && (wrapper.dataLength() != 0 || choices.sendsEmptyPacket(wrapper));
    return cut ? Math.min(task.length(), wrapper.dataLength()) : task.length();
  }

  /** A step of the task is done that did not finish at once. */
  private void resumed() {
    if (phase == Phase.DATA) {
      data.resumed();
    } else {
      sendStatus();
    }
  }

  private void finishTask() {
    phase = Phase.STATUS;
    if (task == null || task.finish()) {
      sendStatus();
    }
  }

  private void sendStatus() {
    long processed = task == null ? 0 : task.processedBytes();
    int result = CommandStatusWrapper.PHASE_ERROR;
    if (theCase != null && !theCase.phaseError() && !data.endedByHost()) {
      result =
          requireNonNull(task).failed() ? CommandStatusWrapper.FAILED : CommandStatusWrapper.PASSED;
    }
    var soFar = data.soFar();
    if (task != null) {
      target.end(wrapper.lun(), task);
      task = null;
    }
    var correct = new CommandStatusWrapper(wrapper.tag(), wrapper.dataLength() - processed, result);
    var sent = choices.status(wrapper, correct);
    statusBytes = choices.encodeStatus(sent, status);
    statusesLeft = statusGone ? 0 : choices.statusCount(wrapper);
    halt(choices.haltsBeforeStatus(wrapper, soFar, sent));
    int number = commandNumber;
    choices.beforeStatus(
        wrapper,
        () -> {
          if (number == commandNumber) {
            armFirstStatus(soFar);
          }
        });
  }

  private void sendEarlyStatus(long allowedBytes) {
    phase = Phase.EARLY_STATUS;
    statusGone = true;
    allowedBehindStatus = allowedBytes;
    var early = new CommandStatusWrapper(wrapper.tag(), 0, CommandStatusWrapper.PASSED);
    statusBytes = choices.encodeStatus(choices.status(wrapper, early), status);
    bulkIn.arm(statusBuffer.of(status, 0, statusBytes));
  }

  private void armFirstStatus(DataSoFar soFar) {
    if (statusesLeft > 0 && choices.emptyPacketBeforeStatus(wrapper, soFar)) {
      bulkIn.arm(emptyBuffer.of(status, 0, 0));
    } else {
      armStatus();
    }
  }

  private void armStatus() {
    if (statusesLeft > 0) {
      statusesLeft--;
      bulkIn.arm(statusBuffer.of(status, 0, statusBytes));
      if (statusesLeft == 0 && pace.commandWithStatus()) {
        armCommand();
      }
    } else {
      pace.command().commandEnds();
      awaitNext();
    }
  }

  private void awaitNext() {
    if (commandWaits) {
      commandWaits = false;
      phase = Phase.COMMAND;
      commandReceived();
    } else if (commandArmed) {
      phase = Phase.COMMAND;
    } else {
      later(pace.chunk(), this::expectCommand);
    }
  }

  private void statusSent() {
    if (phase == Phase.EARLY_STATUS) {
      phase = Phase.DATA;
      data.begin(wrapper, task, allowedBehindStatus);
    } else {
      armStatus();
    }
  }
}
