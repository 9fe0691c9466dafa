package dev.umsim.bench.file;

import dev.umsim.sim.medium.ExclusiveFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file that grows as it is written, and can be read at any time; nobody else writes it meanwhile.
 * What was in it before goes with the first bytes. What is no ordinary file, such as a pipe, is
 * written directly.
 */
public final class GrowingStream extends OutputStream {
  private final Path path;

  /** Whether it was made for this, so that it has to go if nothing is written. */
  private final boolean made;

  /** Null where something else than an ordinary file is written. */
  private final ExclusiveFile file;

  private final OutputStream special;
  private boolean begun;
  private boolean closed;

  private GrowingStream(Path path, boolean made, ExclusiveFile file, OutputStream special) {
    this.path = path;
    this.made = made;
    this.file = file;
    this.special = special;
  }

  /** Opens it; what is in it stays for now. */
  public static GrowingStream open(Path path) throws IOException {
    FileClaims.requireReplaceable(path);
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      return new GrowingStream(path, false, null, SpecialFile.stream(path));
    }
    boolean made = make(path);
    return new GrowingStream(path, made, FileClaims.own(path), null);
  }

  private static boolean make(Path path) throws IOException {
    try {
      Files.createFile(path);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (NoSuchFileException e) {
      throw named(path, "there is no such folder", e);
    }
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int start, int length) throws IOException {
    if (closed) {
      throw new IOException(path + " is closed");
    }
    if (special != null) {
      special.write(bytes, start, length);
      special.flush();
      return;
    }
    try {
      if (!begun) {
        begun = true;
        file.clear();
      }
      file.append(ByteBuffer.wrap(bytes, start, length));
    } catch (IOException e) {
      throw named(path, e.getMessage(), e);
    }
  }

  /** All is in the file already. */
  @Override
  public void flush() {}

  /** Closes it; one that was made and got nothing is deleted. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (special != null) {
      special.close();
      return;
    }
    try (file) {
      if (made && !begun) {
        Files.deleteIfExists(path);
      }
    }
  }

  private static FileSystemException named(Path path, String why, IOException e) {
    var named = new FileSystemException(path.toString(), null, "cannot be written: " + why);
    named.initCause(e);
    return named;
  }
}
