package dev.umsim.bench.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;

/**
 * A journal that is being written: a magic number, and records of a kind, a length, that many bytes
 * and a CRC-32 over all three.
 */
final class JournalWriter implements AutoCloseable {
  /** The first eight bytes of a journal. */
  static final byte[] MAGIC = {'U', 'M', 'S', 'J', 'R', 'N', 'L', '1'};

  /** Bytes of a record beside its own. */
  static final int FRAME_BYTES = 9;

  /** The most blocks of one record are so many bytes. */
  static final int MOST_DATA_BYTES = 1 << 20;

  private final Path path;
  private final FileChannel channel;

  private JournalWriter(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Begins a journal; it must not exist. */
  static JournalWriter create(Path path) throws IOException {
    try {
      var channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      var writer = new JournalWriter(path, channel);
      writer.write(ByteBuffer.wrap(MAGIC));
      return writer;
    } catch (FileAlreadyExistsException e) {
      throw new FileSystemException(
          path.toString(),
          null,
          "exists already; put back what it holds by ums restore, or name another journal");
    }
  }

  /** Adds a record; it is safe only after {@link #force}. */
  void add(JournalRecord record) throws IOException {
    var bytes = record.encode();
    var framed = ByteBuffer.allocate(bytes.length + FRAME_BYTES);
    framed.put(record.kind()).putInt(bytes.length).put(bytes);
    var sum = new CRC32();
    sum.update(framed.array(), 0, framed.position());
    framed.putInt((int) sum.getValue());
    write(framed.flip());
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Waits until all records would survive that the machine goes off. */
  void force() throws IOException {
    channel.force(false);
  }

  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
