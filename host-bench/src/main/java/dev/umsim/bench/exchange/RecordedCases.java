package dev.umsim.bench.exchange;

import dev.umsim.core.usb.UsbLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** An exchange file that grows while links are recorded; every connection makes a case. */
public final class RecordedCases {
  private final ExchangeWriter writer;
  private int connections;

  /**
   * Begins a file.
   *
   * @param title a line about it
   * @param device what is known about the device
   */
  public RecordedCases(Appendable out, String title, DeviceLines device) throws IOException {
    writer = new ExchangeWriter(out);
    writer.comment(title);
    writer.device(device);
  }

  /** A link that does as {@code link} does, and is written down. */
  public UsbLink record(UsbLink link) {
    return new ExchangeRecorder(link, this);
  }

  void beginConnection() {
    connections++;
    try {
      writer.begin("connection " + connections);
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
