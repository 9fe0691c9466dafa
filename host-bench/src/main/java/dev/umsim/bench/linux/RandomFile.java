package dev.umsim.bench.linux;

/**
 * Data without end that looks random and follows from a seed: words from the generator SplitMix64,
 * low byte first.
 *
 * @param seed distinguishes one file from another
 */
record RandomFile(long seed) implements HostFile {
  private static final long STEP = 0x9e37_79b9_7f4a_7c15L;

  @Override
  public void read(long position, byte[] into, int length) {
    long word = 0;
    for (int i = 0; i < length; i++) {
      int inWord = (int) ((position + i) % Long.BYTES);
      if (i == 0 || inWord == 0) {
        word = mix(seed + ((position + i) / Long.BYTES + 1) * STEP);
      }
      into[i] = (byte) (word >>> inWord * Byte.SIZE);
    }
  }

  @Override
  public void write(long position, byte[] from, int length) {}

  private static long mix(long state) {
    long mixed = (state ^ state >>> 30) * 0xbf58_476d_1ce4_e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d0_49bb_1331_11ebL;
    return mixed ^ mixed >>> 31;
  }
}
