package dev.umsim.sim.medium;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * An ordinary file that this program has to itself as long as this is open: whoever looks at locks
 * neither opens it nor puts another in its place. It is no medium, and what is written to it goes
 * to its end.
 */
public final class ExclusiveFile implements Closeable {
  private final LockedFile file;
  private long length;

  private ExclusiveFile(LockedFile file, long length) {
    this.file = file;
    this.length = length;
  }

  /**
   * Opens a file that is there, and changes nothing in it.
   *
   * @throws FileInUseException if somebody has it open, in this program or another
   * @throws ImageException if it is no ordinary file, or may not be written
   */
  public static ExclusiveFile open(Path path) throws IOException {
    var file = LockedFile.open(path, true, OrdinaryFile::anywhere);
    try {
      return new ExclusiveFile(file, file.size());
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Takes all content away. */
  public void clear() throws IOException {
    file.clear();
    length = 0;
  }

  /** Writes all that remains in the buffer behind what is there. */
  public void append(ByteBuffer bytes) throws IOException {
    int count = bytes.remaining();
    file.writeFully(bytes, length);
    length += count;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
