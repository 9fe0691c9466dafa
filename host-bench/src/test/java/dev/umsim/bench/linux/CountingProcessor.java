package dev.umsim.bench.linux;

import java.util.ArrayList;
import java.util.List;

/** A processor that writes down its work, and a clock that counts it. */
final class CountingProcessor implements Processor {
  final List<Long> work = new ArrayList<>();
  private long nanos;

  @Override
  public void work(long nanos) {
    work.add(nanos);
    this.nanos += nanos;
  }

  @Override
  public long nanos() {
    return nanos;
  }
}
