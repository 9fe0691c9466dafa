package dev.umsim.bench.serve;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Lines of UTF-8 over a socket whose every wait can be given an end, by which the socket is closed.
 */
final class LineChannel implements AutoCloseable {
  /** Bytes of the longest line. */
  static final int MOST_BYTES = 1 << 20;

  private static final ScheduledExecutorService CLOCK =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            var thread = new Thread(task, "ums-control-clock");
            thread.setDaemon(true);
            return thread;
          });

  private final SocketChannel channel;

  /** Filled up to its position with what came and was not returned. */
  private ByteBuffer come = ByteBuffer.allocate(4096);

  private Future<?> end = CLOCK.schedule(() -> {}, 0, TimeUnit.NANOSECONDS);

  LineChannel(SocketChannel channel) {
    this.channel = channel;
  }

  /** All that is done from now on has to be done in this time. */
  void expectWithin(Duration patience) {
    end.cancel(false);
    end = CLOCK.schedule(this::close, patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** What is done from now on may take any time. */
  void expectLater() {
    end.cancel(false);
  }

  /** The next line, without its end. */
  String read() throws IOException {
    for (int searched = 0; ; ) {
      for (; searched < come.position(); searched++) {
        if (come.get(searched) == '\n') {
          return take(searched);
        }
      }
      if (!come.hasRemaining()) {
        grow();
      }
      if (channel.read(come) < 0) {
        throw new EOFException("the connection ended within a line");
      }
    }
  }

  private String take(int length) {
    var line = new String(come.array(), 0, length, StandardCharsets.UTF_8);
    come.flip().position(length + 1);
    come.compact();
    return line;
  }

  private void grow() throws IOException {
    if (come.capacity() >= MOST_BYTES) {
      throw new IOException("a line has more than " + MOST_BYTES + " bytes");
    }
    come = ByteBuffer.allocate(come.capacity() * 2).put(come.flip());
  }

  /** Writes a line and its end. */
  void write(String line) throws IOException {
    var bytes = ByteBuffer.wrap((line + '\n').getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() {
    end.cancel(false);
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
