package dev.umsim.sim.image;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The bytes of a file, opened for reading. */
public final class FileSource implements ByteSource, Closeable {
  private final FileChannel channel;
  private final long sizeBytes;

  private FileSource(FileChannel channel) throws IOException {
    this.channel = channel;
    this.sizeBytes = channel.size();
  }

  /** Opens {@code file}; an {@link IOException} says why it could not. */
  public static FileSource open(Path file) throws IOException {
    return new FileSource(FileChannel.open(file, StandardOpenOption.READ));
  }

  @Override
  public long sizeBytes() {
    return sizeBytes;
  }

  @Override
  public void read(long offsetBytes, ByteBuffer into) throws IOException {
    long at = offsetBytes;
    while (into.hasRemaining() && at < sizeBytes) {
      int count = channel.read(into, at);
      if (count < 0) {
        break; // the file has become shorter since it was opened
      }
      at += count;
    }
    while (into.hasRemaining()) {
      into.put((byte) 0);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
