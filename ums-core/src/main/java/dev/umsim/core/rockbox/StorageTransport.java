package dev.umsim.core.rockbox;

import dev.umsim.core.firmware.FirmwarePipe;
import dev.umsim.core.firmware.SerialFirmware;
import dev.umsim.core.usb.UsbFunction.EndpointPipes;

/**
 * The states of the driver between a CBW and the next, and what it arms in each (Rockbox
 * firmware/usbstack/usb_storage.c at 789d796).
 *
 * <pre>
 *   IDLE --cbw--> SENDING_RESULT | SENDING_FAILED_RESULT | SENDING_BLOCKS
 *    ^  |         | RECEIVING_BLOCKS | RECEIVING_TIME | nothing
 *    |  `-------------------------.     | done
 *    |                            v     v
 *    +--csw sent--- STATUS_OR_COMMAND ---cbw came first---> STATUS --csw sent--> as with a cbw
 *    `--csw sent--- STATUS_ALONE (before 2010)
 * </pre>
 *
 * <p>In no state does it matter which endpoint has completed, but where CSW and CBW are both
 * awaited.
 */
final class StorageTransport {
  private static final int CSW_SIGNATURE = 0x53425355; // "USBS", little-endian
  private static final int CSW_LENGTH = 13;
  private static final int PASSED = 0;
  private static final int FAILED = 1;
  private static final int PHASE_ERROR = 2;

  private enum State {
    IDLE,
    SENDING_RESULT,
    SENDING_FAILED_RESULT,
    SENDING_BLOCKS,
    RECEIVING_BLOCKS,
    RECEIVING_TIME,
    STATUS_OR_COMMAND,
    STATUS,
    STATUS_ALONE
  }

  /** What goes on when the driver's turn has come. */
  interface Steps {
    void commandReceived();

    void blocksSent();

    void blocksReceived(int bytes);

    void timeReceived();
  }

  private final RockboxSettings settings;
  private final DriverMemory memory;
  private final SenseRecord sense;
  private final SerialFirmware firmware;
  private final Steps steps;
  private final FirmwarePipe in;
  private final FirmwarePipe out;
  private State state = State.IDLE;
  private int tag;

  StorageTransport(
      RockboxSettings settings,
      DriverMemory memory,
      SenseRecord sense,
      SerialFirmware firmware,
      Steps steps) {
    this.settings = settings;
    this.memory = memory;
    this.sense = sense;
    this.firmware = firmware;
    this.steps = steps;
    in = new FirmwarePipe(firmware, bytes -> completed(true, bytes));
    out = new FirmwarePipe(firmware, bytes -> completed(false, bytes));
  }

  void connect(EndpointPipes pipes, int inAddress, int outAddress) {
    in.connect(pipes.pipe(inAddress));
    out.connect(pipes.pipe(outAddress));
    state = State.IDLE;
    firmware.commandEnds();
    awaitCommand();
  }

  void disconnect() {
    in.disconnect();
    out.disconnect();
    in.stopAwaiting();
  }

  /** All that is armed is given up. */
  void cancelAll() {
    in.flush();
    out.flush();
  }

  /** The class's reset: only the state is new. Halts, buffers and what is armed stay. */
  void reset() {
    firmware.commandEnds();
    if (settings.has(Habit.RESET_EMPTIES_ENDPOINTS)) {
      cancelAll();
    } else {
      state = State.IDLE;
    }
  }

  private void completed(boolean isIn, int bytes) {
    switch (state) {
      case IDLE, STATUS -> steps.commandReceived();
      case STATUS_OR_COMMAND -> {
        state = isIn ? State.IDLE : State.STATUS;
        firmware.commandEnds();
      }
      case STATUS_ALONE -> {
        state = State.IDLE;
        firmware.commandEnds();
        awaitCommand();
      }
      case SENDING_RESULT -> pass();
      case SENDING_FAILED_RESULT -> sendStatus(failure());
      case SENDING_BLOCKS -> steps.blocksSent();
      case RECEIVING_BLOCKS -> steps.blocksReceived(bytes);
      case RECEIVING_TIME -> steps.timeReceived();
    }
  }

  private void awaitCommand() {
    out.arm(memory.bytes(), memory.commandAt(), memory.commandBytes());
  }

  /** What follows answers the command with this tag. */
  void answerTo(int tag) {
    this.tag = tag;
    firmware.commandBegins();
  }

  int tag() {
    return tag;
  }

  void haltBoth() {
    in.halt();
    out.halt();
  }

  /** The reply is sent, as much of it as the host asks for; without any, an empty packet. */
  void sendResult(int length, long atMost) {
    state = State.SENDING_RESULT;
    send(memory.replyAt(), (int) Math.min(length, atMost));
  }

  /** An empty packet goes in the place of data, and then a CSW that tells of a failure. */
  void sendFailedResult(SenseRecord.Cause cause) {
    state = State.SENDING_FAILED_RESULT;
    send(memory.replyAt(), 0);
    sense.set(cause);
  }

  void sendBlocks(int at, int bytes) {
    state = State.SENDING_BLOCKS;
    send(at, bytes);
  }

  void receiveBlocks(int at, int bytes) {
    state = State.RECEIVING_BLOCKS;
    out.arm(memory.bytes(), at, bytes);
  }

  void receiveTime(int bytes) {
    state = State.RECEIVING_TIME;
    out.arm(memory.bytes(), memory.transferAt(), bytes);
  }

  private void send(int at, int bytes) {
    in.arm(memory.bytes(), at, bytes);
    if (settings.has(Habit.SENDING_BLOCKS_THE_THREAD)) {
      in.awaitEnd();
    }
  }

  /** The command has succeeded. */
  void pass() {
    sendStatus(PASSED);
  }

  /** The command has failed; the host may ask for the cause. */
  void fail(SenseRecord.Cause cause) {
    sendStatus(failure());
    sense.set(cause);
  }

  private int failure() {
    return settings.has(Habit.FAILURE_IS_PHASE_ERROR) ? PHASE_ERROR : FAILED;
  }

  /** The unit is not ready, which all revisions tell alike. */
  void failNotReady() {
    sendStatus(FAILED);
    sense.set(SenseRecord.Cause.MEDIUM_NOT_PRESENT);
  }

  /** How an unknown command is answered until 2008: the CSW waits behind a halt. */
  void passBehindHalt() {
    in.halt();
    pass();
  }

  private void sendStatus(int status) {
    int at = memory.statusAt();
    var bytes = memory.bytes();
    bytes.setIntLE(at, CSW_SIGNATURE);
    bytes.setIntLE(at + 4, tag);
    bytes.setIntLE(at + 8, 0);
    bytes.setByte(at + 12, status);
    if (settings.has(Habit.COMMAND_AFTER_STATUS)) {
      state = State.STATUS_ALONE;
      send(at, CSW_LENGTH);
    } else {
      state = State.STATUS_OR_COMMAND;
      send(at, CSW_LENGTH);
      awaitCommand();
    }
    if (status == PASSED) {
      sense.clear();
    }
  }
}
