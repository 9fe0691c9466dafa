package dev.umsim.sim.exchange;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A record of exchanges with a device: what device it was, and the cases in their order.
 *
 * <p>{@code docs/exchange-files.md} tells how it is written.
 */
public record ExchangeFile(DeviceLines device, List<ExchangeCase> cases) {
  public ExchangeFile {
    cases = List.copyOf(cases);
  }

  /** Reads a file. */
  public static ExchangeFile read(Path path) throws IOException, MalformedExchangeException {
    return parse(Files.readAllBytes(path));
  }

  /** Reads the bytes of a file. */
  public static ExchangeFile parse(byte[] utf8) throws MalformedExchangeException {
    return new ExchangeParser().parse(Utf8Lines.of(utf8));
  }

  /** Writes it so that it is read again as the same, but for comments and line numbers. */
  public void write(Appendable out) throws IOException {
    var writer = new ExchangeWriter(out);
    writer.device(device);
    for (var each : cases) {
      writer.begin(each.name());
      for (var exchange : each.exchanges()) {
        writer.exchange(exchange.host(), exchange.events(), exchange.answer());
      }
    }
  }
}
