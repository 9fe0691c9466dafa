package dev.umsim.core.usb;

/**
 * Where a device may differ from the correct one in its answers on endpoint 0.
 *
 * <p>A deviation changes what one method says; {@link Deviating} lets several stand one before the
 * other.
 */
@FunctionalInterface
public interface RequestChoices {
  /** The correct device. */
  RequestChoices CORRECT = (setup, correct) -> correct;

  /** The request as the device reads it; the data stage goes by the one that was received. */
  default SetupPacket taken(SetupPacket received) {
    return received;
  }

  /**
   * What the device answers to a request, given what the correct device does.
   *
   * @param setup as it was {@linkplain #taken taken}
   */
  ControlAnswer answer(SetupPacket setup, ControlAnswer correct);

  /** Lets a request be dealt with; {@code answer} is run once, now or later. */
  default void beforeAnswer(SetupPacket received, Runnable answer) {
    answer.run();
  }

  /** When the toggles of bulk endpoints begin anew. */
  enum Occasion {
    CLEAR_HALT,
    SET_CONFIGURATION,
    SET_INTERFACE
  }

  /** Whether the device begins anew with DATA0, given that the host does. */
  default boolean beginsToggles(Occasion occasion) {
    return true;
  }

  /** The device has got its power. */
  default void poweredOn() {}

  /** The bus was reset. */
  default void busReset() {}

  /** Choices that follow others, but for what a subclass overrides. */
  class Deviating implements RequestChoices {
    private final RequestChoices inner;

    /** Follows {@code inner}. */
    protected Deviating(RequestChoices inner) {
      this.inner = inner;
    }

    @Override
    public SetupPacket taken(SetupPacket received) {
      return inner.taken(received);
    }

    @Override
    public ControlAnswer answer(SetupPacket setup, ControlAnswer correct) {
      return inner.answer(setup, correct);
    }

    @Override
    public void beforeAnswer(SetupPacket received, Runnable answer) {
      inner.beforeAnswer(received, answer);
    }

    @Override
    public boolean beginsToggles(Occasion occasion) {
      return inner.beginsToggles(occasion);
    }

    @Override
    public void poweredOn() {
      inner.poweredOn();
    }

    @Override
    public void busReset() {
      inner.busReset();
    }
  }
}
