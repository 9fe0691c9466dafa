package dev.umsim.core.bot;

import dev.umsim.core.firmware.Turnaround;
import dev.umsim.core.scsi.ScsiTarget;
import dev.umsim.core.scsi.Task;
import dev.umsim.core.scsi.Task.Flow;
import dev.umsim.core.usb.BulkPipe;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.DeviceBuffer;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbFunction;
import dev.umsim.core.usb.descriptor.InterfaceDescriptor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

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
    STATUS,
    BROKEN
  }

  private final MassStorageInterface place;
  private final ScsiTarget target;
  private final TransportChoices choices;
  private final Pace pace;
  private final DataPhase data;
  private final ByteBuf command = Unpooled.buffer(Speed.HIGH.bulkMaxPacketBytes());
  private final ByteBuf status = Unpooled.buffer(CommandStatusWrapper.LENGTH);
  private final DeviceBuffer commandBuffer = new DeviceBuffer(this::commandReceived);
  private final DeviceBuffer statusBuffer = new DeviceBuffer(this::statusSent);

  private Phase phase = Phase.IDLE;
  private BulkPipe bulkIn;
  private BulkPipe bulkOut;

  private CommandBlockWrapper wrapper;
  private Task task;
  private ThirteenCases theCase;

  private int statusesLeft;

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
    if (restarts) {
      expectCommand();
    } else {
      phase = Phase.IDLE;
    }
  }

  @Override
  public void haltCleared(int endpointAddress) {
    if (phase == Phase.BROKEN && choices.keepsHalts()) {
      (endpointAddress == place.bulkIn() ? bulkIn : bulkOut).halt();
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
    if (phase == Phase.STATUS) {
      commandWaits = true;
      return;
    }
    var received = choices.receive(command, commandBuffer.movedBytes());
    if (received instanceof ReceivedCommand.Valid valid) {
      commandNumber++;
      later(pace.command(), () -> begin(valid.wrapper()));
    } else if (received instanceof ReceivedCommand.NotMeaningful) {
      haltBoth();
      expectCommand();
    } else {
      haltBoth();
      phase = Phase.BROKEN;
    }
  }

  /** Goes on when the firmware has taken its time, unless the command is given up by then. */
  private void later(Turnaround turnaround, Runnable step) {
    int number = commandNumber;
    turnaround.after(
        () -> {
          if (number == commandNumber) {
            step.run();
          }
        });
  }

  private void haltBoth() {
    bulkIn.halt();
    bulkOut.halt();
  }

  private void begin(CommandBlockWrapper received) {
    pace.command().commandBegins();
    phase = Phase.DATA;
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
      data.begin(wrapper, task, Math.min(hostBytes, deviceBytes));
    } else {
      if (theCase.phaseError()) {
        abandonTask();
      }
      data.begin(wrapper, task, 0);
    }
  }

  private long deviceBytes() {
    boolean cut =
        task.shortenable() && (wrapper.dataLength() != 0 || choices.sendsEmptyPacket(wrapper));
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
      result = task.failed() ? CommandStatusWrapper.FAILED : CommandStatusWrapper.PASSED;
    }
    if (task != null) {
      target.end(wrapper.lun(), task);
      task = null;
    }
    var correct = new CommandStatusWrapper(wrapper.tag(), wrapper.dataLength() - processed, result);
    choices.status(wrapper, correct).encode(status, 0);
    statusesLeft = choices.statusCount(wrapper);
    armStatus();
  }

  private void armStatus() {
    if (statusesLeft > 0) {
      statusesLeft--;
      bulkIn.arm(statusBuffer.of(status, 0, CommandStatusWrapper.LENGTH));
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
    armStatus();
  }
}
