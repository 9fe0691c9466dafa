package dev.umsim.sim.image;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A new file of a fixed size, in which zeros stay holes: only pieces that hold something else reach
 * the host's disk.
 */
final class SparseFile implements ByteStore, Closeable {
  /** The piece that is written or left out as a whole: what file systems allocate by. */
  private static final int PIECE_BYTES = 4096;

  private static final ByteBuffer ZEROS = ByteBuffer.allocate(PIECE_BYTES).asReadOnlyBuffer();

  private final RandomAccessFile file;
  private final FileChannel channel;

  private SparseFile(RandomAccessFile file) {
    this.file = file;
    this.channel = file.getChannel();
  }

  /** Creates {@code path}, which must not exist, as one hole of {@code sizeBytes}. */
  static SparseFile create(Path path, long sizeBytes) throws IOException {
    Files.createFile(path);
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      file.setLength(sizeBytes);
      return new SparseFile(file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public void write(long offsetBytes, ByteBuffer from) throws IOException {
    long shift = offsetBytes - from.position();
    int start = from.position();
    for (int at = start; at < from.limit(); ) {
      int pieceEnd = (int) Math.min(from.limit(), nextBoundary(at + shift) - shift);
      if (isZero(from.slice(at, pieceEnd - at))) {
        writeRange(from, start, at, shift);
        start = pieceEnd;
      }
      at = pieceEnd;
    }
    writeRange(from, start, from.limit(), shift);
    from.position(from.limit());
  }

  private static long nextBoundary(long offsetBytes) {
    return (offsetBytes / PIECE_BYTES + 1) * PIECE_BYTES;
  }

  private static boolean isZero(ByteBuffer piece) {
    return piece.mismatch(ZEROS.slice(0, piece.remaining())) < 0;
  }

  private void writeRange(ByteBuffer from, int start, int end, long shift) throws IOException {
    ByteBuffer range = from.slice(start, end - start);
    while (range.hasRemaining()) {
      channel.write(range, start + shift + range.position());
    }
  }

  /** Waits until all that was written is on the host's disk. */
  void force() throws IOException {
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
