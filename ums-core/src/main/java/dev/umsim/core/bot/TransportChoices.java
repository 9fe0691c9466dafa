package dev.umsim.core.bot;

import io.netty.buffer.ByteBuf;

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

  /** How a data phase ends in which there was too little to send. */
  default ShortData shortData(CommandBlockWrapper command) {
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

  /** The answer to Get Max LUN, given the correct one. */
  default int maxLun(int correct) {
    return correct;
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
    public ShortData shortData(CommandBlockWrapper command) {
      return inner.shortData(command);
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
    public int maxLun(int correct) {
      return inner.maxLun(correct);
    }
  }

  /** The correct device with one choice or the other where the standard leaves it. */
  static TransportChoices of(ShortData shortData, ExcessData excessData) {
    return new TransportChoices() {
      @Override
      public ShortData shortData(CommandBlockWrapper command) {
        return shortData;
      }

      @Override
      public ExcessData excessData(CommandBlockWrapper command) {
        return excessData;
      }
    };
  }
}
