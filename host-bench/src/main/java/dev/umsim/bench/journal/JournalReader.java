package dev.umsim.bench.journal;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Reads a journal record by record. One that was cut off in its last record is complete: the write
 * for which that record was made has not been begun.
 */
final class JournalReader implements AutoCloseable {
  private static final int MOST_BYTES = 2 * JournalWriter.MOST_DATA_BYTES;

  private final DataInputStream in;
  private final JournalRecord.OfDevice device;
  private boolean damaged;

  private JournalReader(Path path, DataInputStream in) throws IOException {
    this.in = in;
    var magic = in.readNBytes(JournalWriter.MAGIC.length);
    if (!Arrays.equals(magic, JournalWriter.MAGIC)
        || !(next() instanceof JournalRecord.OfDevice first)) {
      throw new FileSystemException(
          path.toString(), null, "is no journal of ums, or one without a device");
    }
    device = first;
  }

  /** Opens a journal and reads what device it is of. */
  static JournalReader open(Path path) throws IOException {
    var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path)));
    try {
      return new JournalReader(path, in);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  JournalRecord.OfDevice device() {
    return device;
  }

  /** Whether it is damaged behind the records that were read; then there are no more. */
  boolean isDamaged() {
    return damaged;
  }

  /** The next record; null at the end. */
  JournalRecord next() throws IOException {
    byte kind;
    int length;
    byte[] bytes;
    int sum;
    try {
      kind = in.readByte();
      length = in.readInt();
      if (length < 0 || length > MOST_BYTES) {
        damaged = true;
        return null;
      }
      bytes = in.readNBytes(length);
      sum = in.readInt();
    } catch (EOFException e) {
      return null;
    }
    if (sum != sum(kind, bytes)) {
      // Blocks of the file may have reached the disk in any order, but nothing stands behind.
      damaged = in.read() >= 0;
      return null;
    }
    try {
      return JournalRecord.decode(kind, bytes);
    } catch (IOException | IllegalArgumentException e) {
      damaged = true;
      return null;
    }
  }

  private static int sum(byte kind, byte[] bytes) {
    var sum = new CRC32();
    sum.update(ByteBuffer.allocate(5).put(kind).putInt(bytes.length).flip());
    sum.update(bytes);
    return (int) sum.getValue();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
