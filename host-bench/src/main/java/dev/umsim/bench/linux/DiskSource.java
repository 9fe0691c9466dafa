package dev.umsim.bench.linux;

import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import dev.umsim.sim.image.ByteSource;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of a part of a disk as they are on it, read past the page cache. */
final class DiskSource implements ByteSource {
  private static final int CHUNK_BYTES = 64 << 10;

  private final Disk disk;
  private final BlockRange range;
  private final int blockBytes;
  private final ByteBuf chunk = Unpooled.buffer(CHUNK_BYTES, CHUNK_BYTES);

  DiskSource(Disk disk, BlockRange range) {
    this.disk = disk;
    this.range = range;
    this.blockBytes = disk.capacity().blockSize();
  }

  /** Something that reads the disk by way of a source. */
  @FunctionalInterface
  interface Reader<T> {
    T read() throws IOException;
  }

  /** Reads, and lets what goes wrong between host and device come out as it is elsewhere. */
  static <T> T reading(Reader<T> reader) throws HostException, UnusableVolumeException {
    try {
      return reader.read();
    } catch (DiskFailure e) {
      throw e.why;
    } catch (IOException e) {
      throw new UnusableVolumeException("%s", e.getMessage());
    }
  }

  /** Carries what a host says through code that reads bytes of any kind. */
  private static final class DiskFailure extends IOException {
    private static final long serialVersionUID = 1;

    private final HostException why;

    DiskFailure(HostException why) {
      super(why);
      this.why = why;
    }
  }

  @Override
  public long sizeBytes() {
    return range.blockCount() * blockBytes;
  }

  @Override
  public void read(long offsetBytes, ByteBuffer into) throws IOException {
    long at = offsetBytes;
    while (into.hasRemaining() && at < sizeBytes()) {
      at += readChunk(at, into);
    }
    while (into.hasRemaining()) {
      into.put((byte) 0);
    }
  }

  private int readChunk(long offset, ByteBuffer into) throws IOException {
    long block = offset / blockBytes;
    int skipped = (int) (offset % blockBytes);
    int wanted = Math.min(CHUNK_BYTES, skipped + into.remaining());
    int blockCount =
        (int) Math.min(range.blockCount() - block, (wanted + blockBytes - 1) / blockBytes);
    try {
      disk.read(range.firstBlock() + block, blockCount, chunk, 0);
    } catch (HostException e) {
      throw new DiskFailure(e);
    }
    int count = Math.min(blockCount * blockBytes - skipped, into.remaining());
    into.put(chunk.nioBuffer(skipped, count));
    return count;
  }
}
