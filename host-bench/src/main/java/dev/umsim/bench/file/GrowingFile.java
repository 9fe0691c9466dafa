package dev.umsim.bench.file;

import dev.umsim.sim.medium.ExclusiveFile;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file of text that grows as it is written, and can be read at any time; nobody else writes it
 * meanwhile. What was in it before goes with the first text. What is no ordinary file, such as a
 * pipe, is written directly.
 */
public final class GrowingFile extends Writer {
  private final Path path;

  /** Whether it was made for this, so that it has to go if nothing is written. */
  private final boolean made;

  /** Null where something else than an ordinary file is written. */
  private final ExclusiveFile file;

  private final Writer special;
  private boolean begun;
  private boolean closed;

  private GrowingFile(Path path, boolean made, ExclusiveFile file, Writer special) {
    this.path = path;
    this.made = made;
    this.file = file;
    this.special = special;
  }

  /** Opens it; what is in it stays for now. */
  public static GrowingFile open(Path path) throws IOException {
    FileClaims.requireReplaceable(path);
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      return new GrowingFile(path, false, null, SpecialFile.open(path));
    }
    boolean made = make(path);
    return new GrowingFile(path, made, FileClaims.own(path), null);
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
  public void write(char[] text, int start, int length) throws IOException {
    if (closed) {
      throw new IOException(path + " is closed");
    }
    if (special != null) {
      special.write(text, start, length);
      special.flush();
      return;
    }
    try {
      if (!begun) {
        begun = true;
        file.clear();
      }
      file.append(
          ByteBuffer.wrap(new String(text, start, length).getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw named(path, e.getMessage(), e);
    }
  }

  /** All is in the file already. */
  @Override
  public void flush() {}

  /** Closes it; one that was made and got no text is deleted. */
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
