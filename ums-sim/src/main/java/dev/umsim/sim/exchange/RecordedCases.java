package dev.umsim.sim.exchange;

import dev.umsim.core.usb.UsbLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An exchange file that grows while links are recorded; every connection makes a case. */
public final class RecordedCases {
  private final ExchangeWriter writer;
  private final String title;
  private @Nullable RecordedDevice device;
  private @Nullable RecordedDevice another;
  private int connections;

  /**
   * A file in which nothing stands until a device is there.
   *
   * @param title a line about it
   */
  public RecordedCases(Appendable out, String title) {
    writer = new ExchangeWriter(out);
    this.title = title;
  }

  /**
   * Says what is recorded from now on. The head of a file describes one device: if it is another
   * later, a comment says so.
   *
   * @return whether it is the first
   */
  public boolean describe(RecordedDevice next) {
    boolean first = device == null;
    another = first || next.equals(device) ? null : next;
    if (first) {
      device = next;
      try {
        writer.comment(title);
        if (next.unsaid().isPresent()) {
          writer.comment(next.unsaid().get());
        }
        writer.device(next.lines());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return first;
  }

  /** A link that does as {@code link} does, and is written down. */
  public UsbLink record(UsbLink link) {
    return new ExchangeRecorder(link, this);
  }

  void beginConnection() {
    connections++;
    try {
      writer.begin("connection " + connections);
      if (another != null) {
        writer.comment("with another device: " + another.lines());
      }
      writer.exchange(new HostLine.Reconnect(), List.of(), new Answer.Ok());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void exchange(HostLine host, Answer answer) {
    try {
      if (answer instanceof Answer.NoResponse) {
        writer.comment("not answered at all: " + host.text());
      } else {
        writer.exchange(host, List.of(), answer);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
