package dev.umsim.core.bot;

import dev.umsim.core.scsi.Task;
import dev.umsim.core.usb.Direction;
import io.netty.buffer.ByteBuf;
import java.util.function.BooleanSupplier;

/**
 * What the standard leaves to the device, and where a device may differ from the correct one.
 *
 * <p>Every method has the correct answer as its default. A deviation overrides one of them; {@link
 * Deviating} lets several stand one before the other.
 */
public interface TransportChoices {
  /** The correct device, with the choices that this project makes where there are several. */
  TransportChoices CORRECT = new TransportChoices() {};

  /** What was received where a command was expected. */
  default ReceivedCommand receive(ByteBuf bytes, int length) {
    return ReceivedCommand.decode(bytes, length);
  }

  /**
   * The wrapper as the device takes it: one that does not look at length or direction takes what
   * the command moves.
   *
   * @param flow which way the data of the command goes
   * @param bytes how many the command moves
   */
  default CommandBlockWrapper taken(CommandBlockWrapper received, Task.Flow flow, long bytes) {
    return received;
  }

  /** Whether the device goes on at all, with data or status; one that does not is silent. */
  default boolean goesOn(CommandBlockWrapper command, DataSoFar soFar) {
    return true;
  }

  /**
   * Whether a data phase is ended in which less has moved than the host announced; if not, the
   * status comes in its place.
   */
  default boolean endsDataPhase(CommandBlockWrapper command, DataSoFar soFar) {
    return true;
  }

  /**
   * Whether an empty packet is sent for a command whose host expects no data; a reply for which
   * there is no room is then cut to nothing.
   */
  default boolean sendsEmptyPacket(CommandBlockWrapper command) {
    return false;
  }

  /** Whether a packet is awaited, and lost, where the host has announced no data. */
  default boolean awaitsPacket(CommandBlockWrapper command) {
    return false;
  }

  /** How a data phase ends in which there was too little to send. */
  default ShortData shortData(CommandBlockWrapper command, DataSoFar soFar) {
    return ShortData.STALL;
  }

  /** What happens to data from the host that is of no use. */
  default ExcessData excessData(CommandBlockWrapper command) {
    return ExcessData.DISCARD;
  }

  /** The status that is sent, given the correct one. */
  default CommandStatusWrapper status(CommandBlockWrapper command, CommandStatusWrapper correct) {
    return correct;
  }

  /** How often the status is sent. */
  default int statusCount(CommandBlockWrapper command) {
    return 1;
  }

  /**
   * Writes the status from the beginning of the buffer on.
   *
   * @return its bytes
   */
  default int encodeStatus(CommandStatusWrapper status, ByteBuf to) {
    status.encode(to, 0);
    return CommandStatusWrapper.LENGTH;
  }

  /** Whether the status goes before the data, and none behind it. */
  default boolean statusBeforeData(CommandBlockWrapper command) {
    return false;
  }

  /** Whether an empty packet goes before the status. */
  default boolean emptyPacketBeforeStatus(CommandBlockWrapper command, DataSoFar soFar) {
    return false;
  }

  /** Which pipes are halted when the status is there to be sent, whatever data was missing. */
  default Halts haltsBeforeStatus(
      CommandBlockWrapper command, DataSoFar soFar, CommandStatusWrapper status) {
    return Halts.NONE;
  }

  /** Whether a status that waits behind a halt is there when the halt has been cleared. */
  default boolean keepsStatusAtClearHalt() {
    return true;
  }

  /** Whether a pipe is halted again when the host has cleared its halt. */
  default boolean haltsAgain(Direction direction) {
    return false;
  }

  /** Which pipes are halted by what is not a command wrapper, or not a meaningful one. */
  default Halts haltsFor(ReceivedCommand received) {
    return Halts.BOTH;
  }

  /**
   * Lets a command begin.
   *
   * @param hostWaits whether the host has data to send, or waits for data or status
   * @param begin is run once, now or later, unless the command is to be given up
   */
  default void beforeCommand(
      CommandBlockWrapper command, BooleanSupplier hostWaits, Runnable begin) {
    begin.run();
  }

  /** Lets the status be sent; {@code send} is run once, now or later, unless it is given up. */
  default void beforeStatus(CommandBlockWrapper command, Runnable send) {
    send.run();
  }

  /** Whether the class's reset ends the halts of the pipes. */
  default boolean resetEndsHalts() {
    return false;
  }

  /** Whether the class's reset lets the pipes begin anew with DATA0. */
  default boolean resetBeginsToggles() {
    return false;
  }

  /** The answer to Get Max LUN, given the correct one. */
  default int maxLun(int correct) {
    return correct;
  }

  /** Whether pipes that were halted for what is not a wrapper stay so until the class's reset. */
  default boolean keepsHalts() {
    return true;
  }

  /**
   * Whether the class's reset makes the device ready for a command.
   *
   * @param afterInvalidWrapper whether it was halted for what is not a wrapper
   */
  default boolean resetRestarts(boolean afterInvalidWrapper) {
    return true;
  }

  /** Choices that follow others, but for what a subclass overrides. */
  class Deviating implements TransportChoices {
    private final TransportChoices inner;

    /** Follows {@code inner}. */
    protected Deviating(TransportChoices inner) {
      this.inner = inner;
    }

    @Override
    public ReceivedCommand receive(ByteBuf bytes, int length) {
      return inner.receive(bytes, length);
    }

    @Override
    public CommandBlockWrapper taken(CommandBlockWrapper received, Task.Flow flow, long bytes) {
      return inner.taken(received, flow, bytes);
    }

    @Override
    public boolean goesOn(CommandBlockWrapper command, DataSoFar soFar) {
      return inner.goesOn(command, soFar);
    }

    @Override
    public boolean endsDataPhase(CommandBlockWrapper command, DataSoFar soFar) {
      return inner.endsDataPhase(command, soFar);
    }

    @Override
    public boolean sendsEmptyPacket(CommandBlockWrapper command) {
      return inner.sendsEmptyPacket(command);
    }

    @Override
    public boolean awaitsPacket(CommandBlockWrapper command) {
      return inner.awaitsPacket(command);
    }

    @Override
    public ShortData shortData(CommandBlockWrapper command, DataSoFar soFar) {
      return inner.shortData(command, soFar);
    }

    @Override
    public ExcessData excessData(CommandBlockWrapper command) {
      return inner.excessData(command);
    }

    @Override
    public CommandStatusWrapper status(CommandBlockWrapper command, CommandStatusWrapper correct) {
      return inner.status(command, correct);
    }

    @Override
    public int statusCount(CommandBlockWrapper command) {
      return inner.statusCount(command);
    }

    @Override
    public int encodeStatus(CommandStatusWrapper status, ByteBuf to) {
      return inner.encodeStatus(status, to);
    }

    @Override
    public boolean statusBeforeData(CommandBlockWrapper command) {
      return inner.statusBeforeData(command);
    }

    @Override
    public boolean emptyPacketBeforeStatus(CommandBlockWrapper command, DataSoFar soFar) {
      return inner.emptyPacketBeforeStatus(command, soFar);
    }

    @Override
    public Halts haltsBeforeStatus(
        CommandBlockWrapper command, DataSoFar soFar, CommandStatusWrapper status) {
      return inner.haltsBeforeStatus(command, soFar, status);
    }

    @Override
    public boolean keepsStatusAtClearHalt() {
      return inner.keepsStatusAtClearHalt();
    }

    @Override
    public boolean haltsAgain(Direction direction) {
      return inner.haltsAgain(direction);
    }

    @Override
    public Halts haltsFor(ReceivedCommand received) {
      return inner.haltsFor(received);
    }

    @Override
    public void beforeCommand(
        CommandBlockWrapper command, BooleanSupplier hostWaits, Runnable begin) {
      inner.beforeCommand(command, hostWaits, begin);
    }

    @Override
    public void beforeStatus(CommandBlockWrapper command, Runnable send) {
      inner.beforeStatus(command, send);
    }

    @Override
    public boolean resetEndsHalts() {
      return inner.resetEndsHalts();
    }

    @Override
    public boolean resetBeginsToggles() {
      return inner.resetBeginsToggles();
    }

    @Override
    public int maxLun(int correct) {
      return inner.maxLun(correct);
    }

    @Override
    public boolean keepsHalts() {
      return inner.keepsHalts();
    }

    @Override
    public boolean resetRestarts(boolean afterInvalidWrapper) {
      return inner.resetRestarts(afterInvalidWrapper);
    }
  }

  /** The correct device with one choice or the other where the standard leaves it. */
  static TransportChoices of(ShortData shortData, ExcessData excessData) {
    return new TransportChoices() {
      @Override
      public ShortData shortData(CommandBlockWrapper command, DataSoFar soFar) {
        return shortData;
      }

      @Override
      public ExcessData excessData(CommandBlockWrapper command) {
        return excessData;
      }
    };
  }
}
