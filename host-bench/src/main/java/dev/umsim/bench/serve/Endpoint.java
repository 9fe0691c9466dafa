package dev.umsim.bench.serve;

import dev.umsim.bench.notation.NotationException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * A place to listen on or to connect to: {@code [HOST:]PORT}, on this machine alone where no host
 * is named.
 */
public record Endpoint(InetSocketAddress address) {
  private static final Pattern NOTATION =
      Pattern.compile("(?:([^:\\[\\]]+|\\[[0-9A-Fa-f:.]+\\]):)?([0-9]{1,5})");

  /** Reads one; port 0 stands for one that is free. */
  public static Endpoint parse(String text) {
    var matcher = NOTATION.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65535) {
      throw new NotationException(
          "'" + text + "' is no place to listen or connect to; write PORT or HOST:PORT");
    }
    int port = Integer.parseInt(matcher.group(2));
    try {
      var host =
          matcher.group(1) == null
              ? InetAddress.getByAddress(new byte[] {127, 0, 0, 1})
              : InetAddress.getByName(matcher.group(1));
      return new Endpoint(new InetSocketAddress(host, port));
    } catch (UnknownHostException e) {
      throw new NotationException("there is no host '" + matcher.group(1) + "'; check the name");
    }
  }

  /** Whether only programs of this machine can come here. */
  public boolean isLoopback() {
    return address.getAddress().isLoopbackAddress();
  }
}
