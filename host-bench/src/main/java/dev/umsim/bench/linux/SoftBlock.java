package dev.umsim.bench.linux;

import dev.umsim.bench.notation.NotationException;
import java.util.OptionalInt;

/**
 * The unit in which Linux keeps the data of a block device in memory: a part of a page that is
 * known or not, and written or not.
 *
 * @param bytes a power of two, from a sector to a page
 */
record SoftBlock(int bytes) {
  private static final int PAGE_BYTES = PageCache.PAGE_BYTES;

  /**
   * The soft block of a device.
   *
   * @param wanted in place of the kernel's choice
   * @param sectorBytes the sector of the disk
   * @param sectorCount how many the device has
   */
  static SoftBlock of(OptionalInt wanted, int sectorBytes, long sectorCount) {
    int bytes = wanted.orElse(usualBytes(sectorBytes, sectorCount));
    boolean possible = Integer.bitCount(bytes) == 1 && bytes >= sectorBytes && bytes <= PAGE_BYTES;
    if (!possible) {
      throw new NotationException(
          "a soft block has a power of two of bytes, from a sector (%d) to %d, not %d"
              .formatted(sectorBytes, PAGE_BYTES, bytes));
    }
    if (bytes / sectorBytes > sectorCount) {
      throw new NotationException(
          "a device of %d blocks of %d bytes holds no soft block of %d; choose a smaller one"
              .formatted(sectorCount, sectorBytes, bytes));
    }
    return new SoftBlock(bytes);
  }

  /** The sector doubled as long as the device is a multiple of it, up to a page. */
  static int usualBytes(int sectorBytes, long sectorCount) {
    int bytes = sectorBytes;
    while (bytes < PAGE_BYTES && sectorCount % (2 * bytes / sectorBytes) == 0) {
      bytes *= 2;
    }
    return bytes;
  }

  /** Where the soft block begins that has this byte. */
  long start(long offset) {
    return offset - offset % bytes;
  }

  /** The bit, in a mask of a page, of the soft block that has this byte. */
  int bit(long offset) {
    return 1 << (int) (offset % PAGE_BYTES) / bytes;
  }

  /**
   * The bits of all soft blocks that have some of {@code count} bytes from {@code at} of a page.
   */
  int bits(int at, int count) {
    int first = at / bytes;
    int last = (at + count - 1) / bytes;
    return (2 << last) - (1 << first);
  }
}
