package dev.umsim.bench.cli;

import dev.umsim.bench.copy.Progress;

/** Tells two. */
record BothProgress(Progress first, Progress second) implements Progress {
  @Override
  public void begin(String copy) {
    first.begin(copy);
    second.begin(copy);
  }

  @Override
  public void expect(long bytes) {
    first.expect(bytes);
    second.expect(bytes);
  }

  @Override
  public void moved(long bytes) {
    first.moved(bytes);
    second.moved(bytes);
  }
}
