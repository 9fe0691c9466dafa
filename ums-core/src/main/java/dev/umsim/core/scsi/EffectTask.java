package dev.umsim.core.scsi;

/** Changes something in the unit when the command ends. */
final class EffectTask extends Task {
  private final Runnable effect;

  EffectTask(Intent.Effect intent) {
    super(Flow.NONE, 0, false);
    effect = intent.effect();
  }

  @Override
  public boolean finish() {
    effect.run();
    return true;
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

  @Override
  public void abandon() {}
}
