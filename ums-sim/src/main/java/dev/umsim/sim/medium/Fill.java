package dev.umsim.sim.medium;

import io.netty.buffer.ByteBuf;

/** What stands in the blocks of a medium that nobody has written yet. */
public sealed interface Fill {
  /** The fill of a new medium. */
  Fill ZERO = new Constant(0);

  /** Every 8 bytes of block N hold N, big-endian: {@code lba-be64}. */
  Fill BLOCK_NUMBERS = new BlockNumbers();

  /** The fill called {@code zero}, {@code lba-be64}, or by two hexadecimal digits. */
  static Fill parse(String name) {
    if (name.equals("zero")) {
      return ZERO;
    }
    if (name.equals("lba-be64")) {
      return BLOCK_NUMBERS;
    }
    if (name.matches("[0-9A-Fa-f]{2}")) {
      return new Constant(Integer.parseInt(name, 16));
    }
    throw new IllegalArgumentException(
        "a fill is zero, lba-be64 or two hexadecimal digits, not '" + name + "'");
  }

  /** Writes what the blocks from {@code firstBlock} on hold into memory from {@code index} on. */
  void into(ByteBuf memory, int index, long firstBlock, int blocks, int blockSize);

  /** Whether all blocks hold the same. */
  boolean uniform();

  /**
   * The same byte everywhere.
   *
   * @param value 0 to 255
   */
  record Constant(int value) implements Fill {
    public Constant {
      if (value < 0 || value > 255) {
        throw new IllegalArgumentException("a byte is 0 to 255, not " + value);
      }
    }

    @Override
    public void into(ByteBuf memory, int index, long firstBlock, int blocks, int blockSize) {
      setLongs(memory, index, value * 0x0101_0101_0101_0101L, blocks * blockSize);
    }

    @Override
    public boolean uniform() {
      return true;
    }
  }

  /** The number of the block, over and over, as 8 bytes with the highest first. */
  record BlockNumbers() implements Fill {
    @Override
    public void into(ByteBuf memory, int index, long firstBlock, int blocks, int blockSize) {
      for (int block = 0; block < blocks; block++) {
        setLongs(memory, index + block * blockSize, firstBlock + block, blockSize);
      }
    }

    @Override
    public boolean uniform() {
      return false;
    }
  }

  private static void setLongs(ByteBuf memory, int index, long value, int bytes) {
    var window = memory.internalNioBuffer(index, bytes);
    while (window.hasRemaining()) {
      window.putLong(value);
    }
  }
}
