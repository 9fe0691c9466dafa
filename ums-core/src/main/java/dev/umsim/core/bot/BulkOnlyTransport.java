package dev.umsim.core.bot;

import dev.umsim.core.firmware.Turnaround;
import dev.umsim.core.scsi.ScsiTarget;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.SenseData;
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
import java.util.Optional;

/**
 * The device's side of Bulk-Only Transport: command, data, status, and again (BOT 1.0, section 5).
 *
 * <pre>
 *                 .------------------ sent -----------------.
 *                 v                                         |
 *   IDLE --> COMMAND --> DATA_IN ------> ENDING_IN ----.    |
 *               |  `---> DATA_OUT -----> ENDING_OUT ---+-> STATUS
 *               |  `-----------------------------------'
 *               `--not a wrapper--> BROKEN --reset recovery--> COMMAND
 * </pre>
 *
 * <p>In ENDING_IN the device pads, in ENDING_OUT it discards. A halt is a matter of the pipe:
 * status is armed behind it and goes once the host has cleared it. Only in BROKEN does the device
 * halt its pipes again whenever the host clears them, until the class's reset has come (section
 * 6.6.1).
 */
public final class BulkOnlyTransport implements UsbFunction {
  private enum Phase {
    /** Not configured, or waiting for nothing. */
    IDLE,
    COMMAND,
    DATA_IN,
    ENDING_IN,
    DATA_OUT,
    ENDING_OUT,
    STATUS,
    BROKEN
  }

  /** Room for the data that is discarded, and zeros to pad with: a multiple of any packet. */
  private static final int SCRAP_BYTES = 16 * 1024;

  private final MassStorageInterface place;
  private final ScsiTarget target;
  private final TransportChoices choices;
  private final Pace pace;
  private final ByteBuf command = Unpooled.buffer(Speed.HIGH.bulkMaxPacketBytes());
  private final ByteBuf status = Unpooled.buffer(CommandStatusWrapper.LENGTH);
  private final ByteBuf scrap = Unpooled.buffer(SCRAP_BYTES);
  private final DeviceBuffer commandBuffer = new DeviceBuffer(this::commandReceived);
  private final DeviceBuffer dataBuffer = new DeviceBuffer(this::dataMoved);
  private final DeviceBuffer statusBuffer = new DeviceBuffer(this::statusSent);

  private Phase phase = Phase.IDLE;
  private BulkPipe bulkIn;
  private BulkPipe bulkOut;

  private CommandBlockWrapper wrapper;
  private Task task;
  private ThirteenCases theCase;

  /** What {@link #resumed} goes on with when a step of the task has taken its time. */
  private Runnable next;

  /** Bytes that the data phase may move for the command: no more than either side means. */
  private long allowedBytes;

  /**
   * Bytes that have gone over in the data phase, padding and discarded ones included. A host that
   * sends more than it has announced can bring it past what was allowed.
   */
  private long movedBytes;

  /** The host ended its data with a short packet before all that it had announced. */
  private boolean endedByHost;

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
    dataBuffer.withdraw();
    statusBuffer.withdraw();
    if (task != null) {
      task.abandon();
      task = null;
    }
    next = null;
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
    wrapper = received;
    movedBytes = 0;
    endedByHost = false;
    if (!ScsiTarget.complete(received.cdb())) {
      // The wrapper's length and its operation code contradict each other.
      theCase = null;
      endDataPhase(hostFlow());
      return;
    }
    task = target.begin(received.lun(), received.cdb());
    wrapper = choices.taken(received, task.flow(), deviceBytes());
    long hostBytes = wrapper.dataLength();
    var hostFlow = hostFlow();
    long deviceBytes = deviceBytes();
    var deviceFlow = deviceBytes == 0 ? Flow.NONE : task.flow();
    theCase = ThirteenCases.of(hostFlow, hostBytes, deviceFlow, deviceBytes);
    allowedBytes = theCase.movesData() ? Math.min(hostBytes, deviceBytes) : 0;
    if (!choices.goesOn(wrapper, soFar())) {
      task.abandon();
      task = null;
      phase = Phase.IDLE;
    } else if (theCase.phaseError() && !theCase.movesData()) {
      task.abandon();
      task = null;
      endDataPhase(hostFlow);
    } else if (!theCase.movesData()) {
      endDataPhase(hostFlow);
    } else if (hostFlow == Flow.IN) {
      phase = Phase.DATA_IN;
      sendNext();
    } else {
      phase = Phase.DATA_OUT;
      receiveNext();
    }
  }

  private Flow hostFlow() {
    return wrapper.dataLength() == 0
        ? Flow.NONE
        : wrapper.direction() == Direction.IN ? Flow.IN : Flow.OUT;
  }

  private long deviceBytes() {
    boolean cut =
        task.shortenable() && (wrapper.dataLength() != 0 || choices.sendsEmptyPacket(wrapper));
    return cut ? Math.min(task.length(), wrapper.dataLength()) : task.length();
  }

  private DataSoFar soFar() {
    var failure = task == null ? Optional.<Sense>empty() : task.failure().map(SenseData::sense);
    return new DataSoFar(movedBytes, failure, endedByHost);
  }

  private void endDataPhase(Flow hostFlow) {
    switch (hostFlow) {
      case NONE -> endNothing();
      case IN -> endIn();
      case OUT -> endOut();
    }
  }

  /** No data was announced; still, a device may send an empty packet or await one. */
  private void endNothing() {
    if (choices.sendsEmptyPacket(wrapper)) {
      phase = Phase.ENDING_IN;
      bulkIn.arm(dataBuffer.of(scrap, 0, 0));
    } else if (choices.awaitsPacket(wrapper)) {
      phase = Phase.ENDING_OUT;
      bulkOut.arm(dataBuffer.of(scrap, 0, 0));
    } else {
      finishTask();
    }
  }

  private void resumed() {
    var action = next;
    next = null;
    action.run();
  }

  // Data to the host.

  private void sendNext() {
    if (movedBytes == allowedBytes) {
      endIn();
    } else if (task.next(allowedBytes - movedBytes)) {
      chunkReady();
    } else {
      next = this::chunkReady;
    }
  }

  /** The turnaround before the first chunk was that of the command. */
  private void chunkReady() {
    if (movedBytes == 0 || pace.chunk() == Turnaround.NONE) {
      sendChunk();
    } else {
      later(pace.chunk(), this::sendChunk);
    }
  }

  private void sendChunk() {
    int bytes = task.chunkBytes();
    if (bytes == 0) {
      endIn();
      return;
    }
    int tail = bytes % bulkIn.maxPacketBytes();
    boolean last = movedBytes + bytes == allowedBytes;
    if (tail != 0
        && last
        && allowedBytes < wrapper.dataLength()
        && choices.shortData(wrapper, soFar()) == ShortData.PAD) {
      // A packet that is not full would end the host's transfer, so padding shares the last one.
      if (bytes > tail) {
        arm(task.chunk(), task.chunkIndex(), bytes - tail);
      } else {
        sendPaddedTail(tail);
      }
    } else {
      arm(task.chunk(), task.chunkIndex(), bytes);
    }
  }

  private void sendPaddedTail(int tail) {
    scrap.setZero(0, bulkIn.maxPacketBytes());
    scrap.setBytes(0, task.chunk(), task.chunkIndex(), tail);
    int packet = (int) Math.min(bulkIn.maxPacketBytes(), wrapper.dataLength() - movedBytes);
    task.moved(tail);
    phase = Phase.ENDING_IN;
    arm(scrap, 0, packet);
  }

  private void arm(ByteBuf memory, int index, int bytes) {
    var pipe = wrapper.direction() == Direction.IN ? bulkIn : bulkOut;
    pipe.arm(dataBuffer.of(memory, index, bytes));
  }

  /** The command has nothing more to send; the host may be waiting for more. */
  private void endIn() {
    long missing = wrapper.dataLength() - movedBytes;
    if (missing == 0 || !choices.endsDataPhase(wrapper, soFar())) {
      finishTask();
      return;
    }
    switch (choices.shortData(wrapper, soFar())) {
      case STALL -> {
        bulkIn.halt();
        finishTask();
      }
      case PAD -> {
        phase = Phase.ENDING_IN;
        int bytes = (int) Math.min(missing, SCRAP_BYTES);
        scrap.setZero(0, bytes);
        arm(scrap, 0, bytes);
      }
      case SHORT -> {
        if (movedBytes % bulkIn.maxPacketBytes() == 0) {
          phase = Phase.ENDING_IN;
          arm(scrap, 0, 0);
        } else {
          finishTask();
        }
      }
    }
  }

  // Data from the host.

  private void receiveNext() {
    if (movedBytes >= allowedBytes || endedByHost) {
      endOut();
    } else if (task.next(allowedBytes - movedBytes)) {
      roomReady();
    } else {
      next = this::roomReady;
    }
  }

  private void roomReady() {
    if (movedBytes == 0 || pace.chunk() == Turnaround.NONE) {
      receiveChunk();
    } else {
      later(pace.chunk(), this::receiveChunk);
    }
  }

  private void receiveChunk() {
    if (task.chunkBytes() == 0) {
      endOut();
    } else {
      arm(task.chunk(), task.chunkIndex(), task.chunkBytes());
    }
  }

  /** The command has no use for more; the host may have more to say. */
  private void endOut() {
    long excess = wrapper.dataLength() - movedBytes;
    if (excess <= 0 || endedByHost || !choices.endsDataPhase(wrapper, soFar())) {
      finishTask();
    } else if (choices.excessData(wrapper) == ExcessData.STALL) {
      bulkOut.halt();
      finishTask();
    } else {
      phase = Phase.ENDING_OUT;
      arm(scrap, 0, (int) Math.min(excess, SCRAP_BYTES));
    }
  }

  // Either way.

  private void dataMoved() {
    int bytes = dataBuffer.movedBytes();
    movedBytes += bytes + dataBuffer.lostBytes();
    switch (phase) {
      case DATA_IN -> {
        task.moved(bytes);
        sendNext();
      }
      case ENDING_IN -> {
        if (bytes == 0) {
          finishTask();
        } else {
          endIn();
        }
      }
      case DATA_OUT -> {
        endedByHost = dataBuffer.endedShort() && movedBytes < wrapper.dataLength();
        if (endedByHost && !choices.goesOn(wrapper, soFar())) {
          task.abandon();
          task = null;
          phase = Phase.IDLE;
        } else if (task.moved(bytes)) {
          receiveNext();
        } else {
          next = this::receiveNext;
        }
      }
      case ENDING_OUT -> {
        endedByHost = dataBuffer.endedShort() && movedBytes < wrapper.dataLength();
        endOut();
      }
      case IDLE, COMMAND, STATUS, BROKEN -> throw new IllegalStateException("no data phase");
    }
  }

  private void finishTask() {
    phase = Phase.STATUS;
    if (task == null || task.finish()) {
      sendStatus();
    } else {
      next = this::sendStatus;
    }
  }

  private void sendStatus() {
    long processed = task == null ? 0 : task.processedBytes();
    int result = CommandStatusWrapper.PHASE_ERROR;
    if (theCase != null && !theCase.phaseError() && !endedByHost) {
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
