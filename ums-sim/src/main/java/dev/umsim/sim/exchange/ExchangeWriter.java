package dev.umsim.sim.exchange;

import java.io.IOException;
import java.util.List;

/** Writes an exchange file line by line. */
final class ExchangeWriter {
  private final Appendable out;

  ExchangeWriter(Appendable out) {
    this.out = out;
  }

  /** A comment at the head of the file. */
  void comment(String text) throws IOException {
    line("# " + text);
  }

  void device(DeviceLines device) throws IOException {
    for (var text : device.texts()) {
      line("! " + text);
    }
  }

  /** Begins a case. */
  void begin(String name) throws IOException {
    line("");
    line("# " + name);
  }

  void exchange(HostLine host, List<DeviceEvent> events, Answer answer) throws IOException {
    line("> " + host.text());
    for (var event : events) {
      line("= " + event);
    }
    line("< " + answer.text());
  }

  private void line(String text) throws IOException {
    // As one piece, so that whoever reads the file as it grows sees whole lines.
    out.append(text + '\n');
  }
}
