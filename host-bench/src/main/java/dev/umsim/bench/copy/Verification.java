package dev.umsim.bench.copy;

import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.Medium;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Optional;

/**
 * Compares what a copy has moved with what it should have moved, after the time was taken.
 *
 * <p>What was written is read back through the device and, where its medium can be looked at, from
 * there. What was read is compared with the medium, or else read once more.
 */
final class Verification implements AutoCloseable {
  private static final int CHUNK_BYTES = 64 << 10;

  private final Disk disk;
  private final int blockSize;
  private final long firstBlock;
  private final long bytes;
  private final BlockSource device;
  private final MediumSource medium;
  private final ByteBuf expected = ByteBufAllocator.DEFAULT.directBuffer(CHUNK_BYTES, CHUNK_BYTES);
  private final ByteBuf actual = ByteBufAllocator.DEFAULT.directBuffer(CHUNK_BYTES, CHUNK_BYTES);

  /** Of a copy of so many bytes from a block on. */
  Verification(Disk disk, Optional<Medium> medium, long firstBlock, long bytes) {
    this.disk = disk;
    this.blockSize = disk.capacity().blockSize();
    this.firstBlock = firstBlock;
    this.bytes = bytes;
    device = this::readDevice;
    this.medium = medium.map(each -> new MediumSource(each, CHUNK_BYTES)).orElse(null);
  }

  private boolean readDevice(long block, int blockCount, ByteBuf into) throws HostException {
    disk.read(block, blockCount, into, 0);
    return true;
  }

  /** Compares what was written; the first difference, if there is one. */
  Optional<String> ofWrite(Pattern pattern) throws HostException {
    BlockSource written = (block, count, into) -> fill(pattern, block, count, into);
    var difference = difference(written, device, 0, bytes);
    return difference.isPresent() || medium == null
        ? difference
        : difference(written, medium, 0, bytes)
            .map(line -> line + ", on the medium though not when read back");
  }

  private boolean fill(Pattern pattern, long block, int blockCount, ByteBuf into) {
    pattern.fill(into, (block - firstBlock) * blockSize, blockCount * blockSize);
    return true;
  }

  /** Compares what was read, given its checksums; the first difference, if there is one. */
  Optional<String> ofRead(Checksums read, int commandBytes) throws HostException {
    var source = medium == null ? device : medium;
    var sums = new Checksums(bytes, commandBytes);
    for (long position = 0; position < bytes; position += CHUNK_BYTES) {
      int length = lengthAt(position, bytes);
      if (!source.read(blockAt(position), length / blockSize, expected)) {
        return Optional.of(unreadable(position, length));
      }
      sums.add(expected.nioBuffer(0, length));
    }
    sums.finish();
    int piece = sums.firstDifference(read);
    if (piece < 0) {
      return Optional.empty();
    }
    long from = piece * sums.pieceBytes();
    long to = Math.min(bytes, from + sums.pieceBytes());
    return difference(source, device, from, to)
        .or(
            () ->
                Optional.of(
                    "bytes "
                        + absolute(from)
                        + " to "
                        + (absolute(to) - 1)
                        + " differed when they were read first, and no more afterwards"));
  }

  private Optional<String> difference(BlockSource wanted, BlockSource found, long from, long to)
      throws HostException {
    for (long position = from; position < to; position += CHUNK_BYTES) {
      int length = lengthAt(position, to);
      int blocks = length / blockSize;
      if (!wanted.read(blockAt(position), blocks, expected)
          || !found.read(blockAt(position), blocks, actual)) {
        return Optional.of(unreadable(position, length));
      }
      int at = expected.nioBuffer(0, length).mismatch(actual.nioBuffer(0, length));
      if (at >= 0) {
        return Optional.of(
            String.format(
                "the first different byte is %d (byte %d of block %s): %02x instead of %02x",
                absolute(position + at),
                at % blockSize,
                Long.toUnsignedString(blockAt(position + at)),
                actual.getUnsignedByte(at),
                expected.getUnsignedByte(at)));
      }
    }
    return Optional.empty();
  }

  private String unreadable(long position, int length) {
    return "bytes "
        + absolute(position)
        + " to "
        + (absolute(position) + length - 1)
        + " of the medium cannot be read";
  }

  private static int lengthAt(long position, long end) {
    return (int) Math.min(CHUNK_BYTES, end - position);
  }

  private long blockAt(long position) {
    return firstBlock + position / blockSize;
  }

  private long absolute(long position) {
    return firstBlock * blockSize + position;
  }

  @Override
  public void close() {
    expected.release();
    actual.release();
    if (medium != null) {
      medium.close();
    }
  }
}
