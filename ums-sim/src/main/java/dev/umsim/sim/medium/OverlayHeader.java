package dev.umsim.sim.medium;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The first 4096 bytes of a kept overlay: for which image it was made.
 *
 * <p>All numbers are little-endian. Each part lies in a sector of its own, so that it is written
 * wholly or not at all, and ends with the CRC-32 of its bytes.
 *
 * <pre>
 *   0  "UMSIMOVL"           512  length of the image that the overlay was committed to, 8 bytes
 *   8  version, 4 bytes     520  when that was written: seconds since 1970, 8 bytes
 *  12  block size, 4        528  and nanoseconds, 4
 *  16  block count, 8       532  CRC-32 of 512 to 531
 *  24  length of the image, 8
 *  32  when it was written: seconds since 1970, 8
 *  40  and nanoseconds, 4
 *  44  CRC-32 of 0 to 43
 * </pre>
 *
 * @param base the image that the overlay was made for
 */
record OverlayHeader(Geometry geometry, ImageStamp base) {
  static final int BYTES = 4096;
  static final int VERSION = 1;

  /** The largest medium that gets an overlay, 8 TiB, so that every file system can hold it. */
  static final long MOST_BYTES = 1L << 43;

  /** Position of the second part. */
  static final int COMMITTED_AT = 512;

  /** Length of the second part. */
  static final int COMMITTED_BYTES = ImageStamp.BYTES + Integer.BYTES;

  private static final byte[] MAGIC = "UMSIMOVL".getBytes(StandardCharsets.US_ASCII);
  private static final int CHECKED_BYTES = 24 + ImageStamp.BYTES;

  /** Whether these are the first bytes of an overlay, of whatever version and state. */
  static boolean begins(ByteBuffer header) {
    var magic = new byte[MAGIC.length];
    header.get(0, magic);
    return Arrays.equals(magic, MAGIC);
  }

  static int version(ByteBuffer header) {
    return header.order(ByteOrder.LITTLE_ENDIAN).getInt(8);
  }

  /** Reads a header of this version, nothing if it is damaged. */
  static Optional<OverlayHeader> decode(ByteBuffer header) {
    var from = header.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(12);
    if (from.getInt(CHECKED_BYTES) != crc(header, 0, CHECKED_BYTES)) {
      return Optional.empty();
    }
    int blockSize = from.getInt();
    long blockCount = from.getLong();
    var base = ImageStamp.decode(from);
    boolean sound =
        Geometry.isBlockSize(blockSize)
            && base.lengthBytes() > 0
            && base.lengthBytes() <= MOST_BYTES
            && blockCount == base.lengthBytes() / blockSize;
    return sound
        ? Optional.of(new OverlayHeader(new Geometry(blockSize, blockCount), base))
        : Optional.empty();
  }

  ByteBuffer encode() {
    var header = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.put(MAGIC).putInt(VERSION).putInt(geometry.blockSize()).putLong(geometry.blockCount());
    base.encode(header);
    header.putInt(crc(header, 0, CHECKED_BYTES));
    return header.clear();
  }

  /** Reads the second part, nothing if the overlay was never committed. */
  static Optional<ImageStamp> decodeCommitted(ByteBuffer header) {
    var from = header.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(COMMITTED_AT);
    int crc = crc(header, COMMITTED_AT, ImageStamp.BYTES);
    return from.getInt(COMMITTED_AT + ImageStamp.BYTES) == crc
        ? Optional.of(ImageStamp.decode(from))
        : Optional.empty();
  }

  static ByteBuffer encodeCommitted(ImageStamp committed) {
    var part = ByteBuffer.allocate(COMMITTED_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    committed.encode(part);
    part.putInt(crc(part, 0, ImageStamp.BYTES));
    return part.flip();
  }

  private static int crc(ByteBuffer bytes, int from, int length) {
    var crc = new CRC32();
    crc.update(bytes.duplicate().clear().position(from).limit(from + length));
    return (int) crc.getValue();
  }
}
