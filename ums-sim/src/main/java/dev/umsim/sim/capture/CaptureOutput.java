package dev.umsim.sim.capture;

import java.io.IOException;
import java.io.OutputStream;

/** Where a capture is written: to one file, or to several that follow each other. */
@FunctionalInterface
public interface CaptureOutput {
  /**
   * Begins a part. The part before has been closed.
   *
   * @param number from 0 on
   * @param timeNanos the time of the record with which it begins
   */
  OutputStream begin(int number, long timeNanos) throws IOException;
}
