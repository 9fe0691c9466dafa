package dev.umsim.sim.drive;

import dev.umsim.sim.time.FirmwareProcessor;
import java.util.Optional;

/**
 * How firmware keeps its medium busy while it talks to the host.
 *
 * @param buffers how many there are, 1 to 16: with one of them nothing overlaps
 * @param prefetchBytes how much is read beyond the end of a command, 0 for nothing
 * @param copier the processor that carries the data between drive and memory, if there is no DMA
 */
public record Buffering(int buffers, int prefetchBytes, Optional<FirmwareProcessor> copier) {
  /** As many buffers as anybody has. */
  public static final int BUFFERS_MAX = 16;

  public Buffering {
    if (buffers < 1 || buffers > BUFFERS_MAX || prefetchBytes < 0) {
      throw new IllegalArgumentException("there are 1 to 16 buffers, not " + buffers);
    }
  }
}
