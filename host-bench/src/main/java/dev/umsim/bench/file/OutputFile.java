package dev.umsim.bench.file;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file that is either written completely or not touched: text goes to another one beside it,
 * which takes its place in the end. What is no regular file, such as {@code /dev/null} or a pipe,
 * is written directly.
 */
public final class OutputFile implements Appendable, AutoCloseable {
  private final Path target;
  private final Path partial;
  private final Writer writer;
  private final Leftovers leftovers;
  private boolean closed;

  private OutputFile(Path target, Path partial, Leftovers leftovers) throws IOException {
    this.target = target;
    this.partial = partial;
    this.leftovers = leftovers;
    try {
      writer =
          partial.equals(target)
              ? SpecialFile.open(target)
              : Files.newBufferedWriter(partial, StandardCharsets.UTF_8);
    } catch (IOException e) {
      leftovers.forget(partial);
      throw named(e);
    }
  }

  /**
   * Begins a file.
   *
   * @param leftovers takes care of an unfinished one when the program is ended from outside
   */
  public static OutputFile create(Path path, Leftovers leftovers) throws IOException {
    // Behind a symbolic link, what it points to is replaced. A pipe of the shell has no real path.
    var target = Files.isRegularFile(path) ? path.toRealPath() : path.toAbsolutePath();
    FileClaims.requireReplaceable(path);
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      return new OutputFile(target, target, leftovers);
    }
    var name = "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".partial";
    var partial = target.resolveSibling(name);
    leftovers.add(partial);
    return new OutputFile(target, partial, leftovers);
  }

  /** Adds text. */
  @Override
  public OutputFile append(CharSequence text) throws IOException {
    try {
      writer.append(text);
      return this;
    } catch (IOException e) {
      throw named(e);
    }
  }

  @Override
  public OutputFile append(CharSequence text, int start, int end) throws IOException {
    return append(text.subSequence(start, end));
  }

  @Override
  public OutputFile append(char character) throws IOException {
    return append(String.valueOf(character));
  }

  /** The text is complete: the file appears under its name. */
  public void finish() throws IOException {
    try {
      closeWriter();
      if (!partial.equals(target)) {
        move();
        leftovers.forget(partial);
      }
    } catch (IOException e) {
      throw named(e);
    }
  }

  /** Whoever has opened the file since it was begun keeps it. */
  private void move() throws IOException {
    if (!Files.isRegularFile(target)) {
      Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
      return;
    }
    var old = FileClaims.own(target);
    try {
      Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      old.close();
    }
  }

  /** Tells of the file that was asked for, not of the partial one. */
  private FileSystemException named(IOException e) {
    if (e instanceof FileClaims.NotReplaceableException refusal) {
      return refusal;
    }
    var reason = e instanceof NoSuchFileException ? "there is no such folder" : reason(e);
    var named = new FileSystemException(target.toString(), null, "cannot be written: " + reason);
    named.initCause(e);
    return named;
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException system && system.getReason() != null
        ? system.getReason()
        : e instanceof FileSystemException ? e.getClass().getSimpleName() : e.getMessage();
  }

  private void closeWriter() throws IOException {
    if (!closed) {
      closed = true;
      writer.close();
    }
  }

  /** Gives up what was not finished. */
  @Override
  public void close() throws IOException {
    try {
      closeWriter();
    } catch (IOException e) {
      throw named(e);
    } finally {
      leftovers.delete(partial);
    }
  }
}
