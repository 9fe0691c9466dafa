package dev.umsim.core.scsi;

/**
 * Where a device may differ from the correct one in what it does about commands.
 *
 * <p>A deviation changes what one method says; {@link Deviating} lets several stand one before the
 * other.
 */
@FunctionalInterface
public interface CommandChoices {
  /** The correct device. */
  CommandChoices CORRECT = (lun, cdb, correct) -> correct;

  /** The command as the device reads it; the same number of bytes. */
  default Cdb taken(int lun, Cdb received) {
    return received;
  }

  /**
   * What the device intends about a command, given what the correct device does.
   *
   * @param cdb as it was {@linkplain #taken taken}
   */
  Intent intent(int lun, Cdb cdb, Intent correct);

  /** The unit whose record keeps the sense of this one. */
  default int senseKeeper(int lun) {
    return lun;
  }

  /** Whether sense is forgotten when the transport is reset or the host begins anew. */
  default boolean resetForgetsSense() {
    return true;
  }

  /** Whether the host is told by unit attentions of what has happened. */
  default boolean reportsAttentions() {
    return true;
  }

  /** The host begins anew: after attachment, a reset or a change of configuration. */
  default void sessionBegun() {}

  /** Choices that follow others, but for what a subclass overrides. */
  class Deviating implements CommandChoices {
    private final CommandChoices inner;

    /** Follows {@code inner}. */
    protected Deviating(CommandChoices inner) {
      this.inner = inner;
    }

    @Override
    public Cdb taken(int lun, Cdb received) {
      return inner.taken(lun, received);
    }

    @Override
    public Intent intent(int lun, Cdb cdb, Intent correct) {
      return inner.intent(lun, cdb, correct);
    }

    @Override
    public int senseKeeper(int lun) {
      return inner.senseKeeper(lun);
    }

    @Override
    public boolean resetForgetsSense() {
      return inner.resetForgetsSense();
    }

    @Override
    public boolean reportsAttentions() {
      return inner.reportsAttentions();
    }

    @Override
    public void sessionBegun() {
      inner.sessionBegun();
    }
  }
}
