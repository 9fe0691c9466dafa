package dev.umsim.bench.file;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What is no regular file and is written directly: a pipe, {@code /dev/null}, a terminal. */
final class SpecialFile {
  /** How long a pipe may be without a reader. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private SpecialFile() {}

  /**
   * Opens it for text.
   *
   * @throws IOException if it cannot be opened, or is a pipe that nobody reads
   */
  static Writer open(Path path) throws IOException {
    return open(path, PATIENCE);
  }

  /** The same with so much patience. A pipe is open when both of its ends are. */
  static Writer open(Path path, Duration patience) throws IOException {
    return new BufferedWriter(
        new OutputStreamWriter(stream(path, patience), StandardCharsets.UTF_8));
  }

  /** The same for bytes. */
  static OutputStream stream(Path path) throws IOException {
    return stream(path, PATIENCE);
  }

  private static OutputStream stream(Path path, Duration patience) throws IOException {
    var opening = new FutureTask<OutputStream>(() -> Files.newOutputStream(path));
    var thread = new Thread(opening, "opening " + path);
    thread.setDaemon(true);
    thread.start();
    try {
      return opening.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      giveUp(opening, path);
      throw new FileSystemException(
          path.toString(), null, "nobody reads this pipe (start its reader first)");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(path + " was not opened");
    }
  }

  /** Opens the other end for a moment, so that the thread that waits for that ends. */
  private static void giveUp(FutureTask<OutputStream> opening, Path path) throws IOException {
    try (var bothEnds = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (bothEnds.isOpen()) {
        opening.get().close();
      }
    } catch (ExecutionException e) {
      // It could not be opened after all.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
