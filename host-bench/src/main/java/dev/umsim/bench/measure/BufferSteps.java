package dev.umsim.bench.measure;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Looks for the buffers of a firmware in the times of its commands: a command that is a block
 * longer than a buffer takes a step, and long commands grow from buffer to buffer by less than a
 * buffer alone takes where there are two.
 */
final class BufferSteps {
  /** How much of a single block's command a step takes at least. */
  private static final double STEP_SHARE = 0.12;

  /** And how many times what a block more takes within a buffer. */
  private static final double STEP_BLOCKS = 2;

  /** Two buffers have to save so much of one that it is no error of the measurement. */
  private static final double OVERLAP_SHARE = 0.97;

  static final int SMALLEST_BYTES = 1024;
  static final int LARGEST_BYTES = 32 << 10;

  /** As long as commands of hosts get below SuperSpeed; some devices fail at more. */
  static final int COMMAND_BYTES_MAX = 120 << 10;

  private final int blockBytes;
  private final TreeMap<Integer, Double> nanos = new TreeMap<>();

  /**
   * @param times by bytes of the command
   */
  BufferSteps(int blockBytes, Map<Integer, Double> times) {
    this.blockBytes = blockBytes;
    nanos.putAll(times);
  }

  /** How many buffers of a size the longest command takes in which they are looked for. */
  static int mostBuffers(int bytes) {
    return 4 * bytes <= COMMAND_BYTES_MAX ? 4 : 3;
  }

  /**
   * What was found, in nanoseconds.
   *
   * @param buffers 1, or 2 for more than one
   * @param bytes of each
   * @param turnaround from a buffer that has gone to the next that is armed
   * @param medium of a whole buffer
   * @param perByte of it
   */
  record Found(int buffers, int bytes, double turnaround, double medium, double perByte) {
    /** What the storage driver takes for a buffer, whatever is in it. */
    double latency() {
      return Math.max(0, medium - bytes * perByte);
    }
  }

  /**
   * Looks for them.
   *
   * @param restNanos what a command takes beside its data
   * @param wirePerByte what a byte takes on the bus
   */
  Optional<Found> find(double restNanos, double wirePerByte) {
    for (int bytes = SMALLEST_BYTES; bytes <= LARGEST_BYTES; bytes *= 2) {
      if (bytes > blockBytes && nanos.containsKey(bytes + blockBytes) && stepsAt(bytes)) {
        return Optional.of(found(bytes, restNanos, wirePerByte));
      }
    }
    return ofOneBlock(restNanos, wirePerByte);
  }

  /** Without a step, every block may take what the first has taken, medium and wire in turn. */
  private Optional<Found> ofOneBlock(double restNanos, double wirePerByte) {
    if (!nanos.containsKey(2 * blockBytes) || !nanos.containsKey(LARGEST_BYTES)) {
      return Optional.empty();
    }
    double whole = nanos.get(blockBytes) - restNanos;
    int longest = LARGEST_BYTES;
    double period =
        (nanos.get(longest) - nanos.get(2 * blockBytes))
            / ((longest - 2.0 * blockBytes) / blockBytes);
    double wire = blockBytes * wirePerByte;
    if (period < whole * OVERLAP_SHARE) {
      return Optional.empty();
    }
    // What the blocks behind the first take decides, since they are the most of a long command.
    return Optional.of(new Found(1, blockBytes, 0, Math.max(0, period - wire), 0));
  }

  private boolean stepsAt(int bytes) {
    double step = nanos.get(bytes + blockBytes) - nanos.get(bytes);
    double within = blockBytes * perByte(bytes);
    return step - within > STEP_SHARE * nanos.get(blockBytes) && step > STEP_BLOCKS * within;
  }

  /** What a byte takes within a buffer, medium and wire together. */
  private double perByte(int bytes) {
    return Math.max(0, (nanos.get(bytes) - nanos.get(blockBytes)) / (bytes - blockBytes));
  }

  private Found found(int bytes, double restNanos, double wirePerByte) {
    double whole = Math.max(0, nanos.get(bytes) - restNanos);
    double wire = bytes * wirePerByte;
    double medium = Math.max(0, whole - wire);
    // From the second buffer on each takes the same.
    int most = mostBuffers(bytes);
    double period = (nanos.get(most * bytes) - nanos.get(2 * bytes)) / (most - 2);
    double mediumPerByte = Math.max(0, perByte(bytes) - wirePerByte);
    if (period >= whole * OVERLAP_SHARE) {
      return new Found(1, bytes, Math.max(0, period - whole), medium, mediumPerByte);
    }
    double second = nanos.get(2 * bytes) - nanos.get(bytes);
    double turnaround = wire > medium ? period - wire : second - medium;
    double slower = Math.max(medium, Math.min(period, whole));
    return new Found(
        2, bytes, Math.max(0, turnaround), wire > medium ? medium : slower, mediumPerByte);
  }
}
