package dev.umsim.core.scsi;

/**
 * Makes durable what has been written (SYNCHRONIZE CACHE, SBC-3, section 5.26), and does what a
 * command wants done behind that.
 */
final class SynchronizeTask extends MediumTask {
  private final Intent.Synchronize intent;

  SynchronizeTask(Intent.Synchronize intent, Place place) {
    super(Flow.NONE, 0, place);
    this.intent = intent;
  }

  @Override
  public boolean finish() {
    if (mediumGone()) {
      return super.finish();
    }
    medium().synchronize(access().prepare(0, 0, false));
    if (intent.immediate() && !access().finished()) {
      // The status does not wait; the pool takes the access back when the medium is done with it.
      intent.then().run();
      return super.finish();
    }
    return whenFinished(this::synchronizedNow);
  }

  private boolean synchronizedNow() {
    if (access().failed()) {
      fail(SenseData.of(Sense.WRITE_ERROR));
    } else {
      intent.then().run();
    }
    return super.finish();
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
