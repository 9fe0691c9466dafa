package dev.umsim.bench.serve;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.Function;

/** One connection to the control socket: its commands, one after the other. */
final class ControlPeer implements AutoCloseable {
  private final LineChannel lines;
  private final Function<ControlRequest, ControlAnswer> commands;
  private final Duration patience;

  ControlPeer(
      SocketChannel channel, Function<ControlRequest, ControlAnswer> commands, Duration patience) {
    lines = new LineChannel(channel);
    this.commands = commands;
    this.patience = patience;
  }

  /** Answers until the peer goes, or takes too long. */
  void answer() {
    try {
      while (true) {
        lines.expectWithin(patience);
        var line = lines.read();
        // A command may wait for a host to look at its drives.
        lines.expectLater();
        var answer = answer(line);
        lines.expectWithin(patience);
        lines.write(ControlJson.line(answer));
      }
    } catch (IOException e) {
      // It is gone, was too slow, or sent more than a line may hold: there is nobody to be told.
    }
  }

  private ControlAnswer answer(String line) {
    try {
      return commands.apply(ControlJson.request(line));
    } catch (IOException e) {
      return ControlAnswer.failed(e.getMessage());
    } catch (RuntimeException e) {
      return ControlAnswer.failed("this is a fault of the server: " + e);
    }
  }

  @Override
  public void close() {
    lines.close();
  }
}
