package dev.umsim.core.scsi;

/** Makes durable what has been written (SYNCHRONIZE CACHE, SBC-3, section 5.26). */
final class SynchronizeTask extends MediumTask {
  private final boolean immediate;

  SynchronizeTask(Intent.Synchronize intent, Place place) {
    super(Flow.NONE, 0, place);
    immediate = intent.immediate();
  }

  @Override
  public boolean finish() {
    medium().synchronize(access().prepare(0, 0, false));
    // With IMMED the status does not wait; the pool takes the access back when it is done.
    return immediate && !access().finished() ? super.finish() : whenFinished(this::synchronizedNow);
  }

  private boolean synchronizedNow() {
    if (access().failed()) {
      fail(SenseData.of(Sense.WRITE_ERROR));
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
