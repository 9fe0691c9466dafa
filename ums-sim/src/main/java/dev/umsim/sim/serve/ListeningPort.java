package dev.umsim.sim.serve;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;

/** A port on which a service waits for hosts; all its connections are on the one event loop. */
public final class ListeningPort implements AutoCloseable {
  /**
   * Hosts that are connected at a time. When one more comes, the first of those without a device
   * has to go.
   */
  static final int MOST_CONNECTIONS = 256;

  /** When more than this waits to be read by a host, no more of what it sends is read. */
  static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(1 << 20, 4 << 20);

  private final Channel channel;

  private ListeningPort(Channel channel) {
    this.channel = channel;
  }

  /**
   * Begins to listen; not to be called on the loop.
   *
   * @param readers makes the reader of each connection
   * @throws IOException if the address cannot be used
   */
  public static ListeningPort open(
      DeviceService service, InetSocketAddress address, Supplier<StreamReader> readers)
      throws IOException {
    var bound =
        new ServerBootstrap()
            .group(service.loop())
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
            .childHandler(new Connections(service, readers))
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          PeerName.of(address)
              + (bound.cause() instanceof BindException
                  ? " cannot be had: another program has this port, or the address is of another"
                      + " machine; choose another, or port 0 for a free one"
                  : " cannot be listened on: " + bound.cause().getMessage()),
          bound.cause());
    }
    return new ListeningPort(bound.channel());
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) channel.localAddress();
  }

  /** Listens no longer; connections go on. */
  @Override
  public void close() {
    channel.close().awaitUninterruptibly();
  }

  private static final class Connections extends ChannelInitializer<SocketChannel> {
    private final DeviceService service;
    private final Supplier<StreamReader> readers;

    /** The one that came first, first. */
    private final Set<StreamReader> present = new LinkedHashSet<>();

    Connections(DeviceService service, Supplier<StreamReader> readers) {
      this.service = service;
      this.readers = readers;
    }

    @Override
    protected void initChannel(SocketChannel connection) {
      if (present.size() >= MOST_CONNECTIONS && !makeRoom()) {
        service.tell(
            new ServiceEvent.Problem(
                PeerName.of(connection),
                "came when there were " + present.size() + " hosts with devices already"));
        connection.close();
        return;
      }
      var reader = readers.get();
      present.add(reader);
      connection.closeFuture().addListener(closed -> present.remove(reader));
      connection.pipeline().addLast(reader);
    }

    /** Who has no device loses nothing that another connection would not give. */
    private boolean makeRoom() {
      var oldest = present.stream().filter(each -> !each.protocol().hasDevice()).findFirst();
      oldest.ifPresent(
          each -> {
            present.remove(each);
            each.protocol().giveUp("has no device and made room for others");
          });
      return oldest.isPresent();
    }
  }
}
