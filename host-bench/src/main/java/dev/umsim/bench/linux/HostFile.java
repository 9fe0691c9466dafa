package dev.umsim.bench.linux;

import java.util.Arrays;

/**
 * The file at the other end of a copy, in memory or on another disk, where it takes no time: what
 * is copied to the device comes from it, what is copied from the device goes there.
 */
public interface HostFile {
  /** {@code /dev/zero} to read from, and {@code /dev/null} to write to. */
  HostFile ZEROS =
      new HostFile() {
        @Override
        public void read(long position, byte[] into, int length) {
          Arrays.fill(into, 0, length, (byte) 0);
        }

        @Override
        public void write(long position, byte[] from, int length) {}
      };

  /** The first bytes of {@code into} become those of the file from a position on. */
  void read(long position, byte[] into, int length);

  /** The first bytes of {@code from} become those of the file from a position on. */
  void write(long position, byte[] from, int length);

  /**
   * A file of data that looks random and follows from a seed. What is written to it is lost, as in
   * {@code /dev/null}.
   */
  static HostFile random(long seed) {
    return new RandomFile(seed);
  }
}
