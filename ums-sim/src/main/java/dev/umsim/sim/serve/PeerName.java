package dev.umsim.sim.serve;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;

/** How events name the other end of a connection. */
public final class PeerName {
  private PeerName() {}

  /** Address and port of the peer of this connection. */
  public static String of(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress address
        ? of(address)
        : String.valueOf(channel.remoteAddress());
  }

  /** Address and port. */
  public static String of(InetSocketAddress address) {
    var host = address.isUnresolved() ? address.getHostString() : hostOf(address);
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  private static String hostOf(InetSocketAddress address) {
    return address.getAddress().getHostAddress();
  }
}
