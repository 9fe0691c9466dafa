package dev.umsim.sim.serve;

import io.netty.channel.Channel;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;

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

  /** Why a peer cannot be reached and what to do, without its address, which is told already. */
  public static String reason(Throwable cause) {
    if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
      return "there is no such host; is the name right?";
    }
    if (cause instanceof ConnectException) {
      return "nobody listens there; is the server running?";
    }
    return cause.getMessage() + "; is the server running?";
  }
}
