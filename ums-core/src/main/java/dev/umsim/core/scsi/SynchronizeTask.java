package dev.umsim.core.scsi;

import java.util.function.Consumer;

/**
 * Makes durable what has been written (SYNCHRONIZE CACHE, SBC-3, section 5.26), and does what a
 * command wants done behind that.
 */
final class SynchronizeTask extends MediumTask {
  private static final SenseData NOT_DURABLE = SenseData.of(Sense.WRITE_ERROR);

  private final Intent.Synchronize intent;
  private final Consumer<SenseData> deferredErrors;

  /**
   * @param deferredErrors is told of a failure behind the status
   */
  SynchronizeTask(Intent.Synchronize intent, Consumer<SenseData> deferredErrors, Place place) {
    super(Flow.NONE, 0, place);
    this.intent = intent;
    this.deferredErrors = deferredErrors;
  }

  @Override
  public boolean finish() {
    if (mediumGone()) {
      return super.finish();
    }
    medium().synchronize(access().prepare(0, 0, false));
    if (intent.immediate() && !access().finished()) {
      // The status does not wait.
      intent.then().run();
      giveBackBehind(this::synchronizedLater);
      return true;
    }
    return whenFinished(this::synchronizedNow);
  }

  private boolean synchronizedNow() {
    if (access().failed()) {
      fail(NOT_DURABLE);
    } else {
      intent.then().run();
    }
    return super.finish();
  }

  private void synchronizedLater() {
    if (access().failed()) {
      deferredErrors.accept(NOT_DURABLE);
    }
  }

  @Override
  public boolean next(long limit) {
    throw new IllegalStateException("no data moves");
  }

  @Override
  public boolean moved(int bytes) {
    throw new IllegalStateException("no data moves");
  }

  @Override
  public long processedBytes() {
    return 0;
  }
}
