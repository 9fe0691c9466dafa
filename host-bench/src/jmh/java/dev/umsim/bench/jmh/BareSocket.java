package dev.umsim.bench.jmh;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Two threads and a socket over loopback, which move as many bytes in as many frames as USB/IP does
 * for a command, and do nothing else: what no server can be faster than.
 */
final class BareSocket implements AutoCloseable {
  private static final int HEADER = 48;
  private static final int COMMAND = 31;
  private static final int STATUS = 13;

  private final int dataBytes;
  private final boolean write;
  private final ServerSocketChannel listening;
  private final SocketChannel client;
  private final ByteBuffer buffer;
  private final Thread server;

  BareSocket(int dataBytes, boolean write) throws IOException {
    this.dataBytes = dataBytes;
    this.write = write;
    buffer = ByteBuffer.allocateDirect(HEADER + dataBytes);
    listening = ServerSocketChannel.open();
    listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server = new Thread(this::serve, "bare socket");
    server.setDaemon(true);
    server.start();
    client = SocketChannel.open(listening.getLocalAddress());
    client.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  private void serve() {
    var own = ByteBuffer.allocateDirect(HEADER + dataBytes);
    try (var peer = listening.accept()) {
      peer.setOption(StandardSocketOptions.TCP_NODELAY, true);
      while (true) {
        receive(peer, own, HEADER + COMMAND);
        send(peer, own, HEADER);
        receive(peer, own, write ? HEADER + dataBytes : HEADER);
        send(peer, own, write ? HEADER : HEADER + dataBytes);
        receive(peer, own, HEADER);
        send(peer, own, HEADER + STATUS);
      }
    } catch (IOException e) {
      // The client is done.
    }
  }

  /** Command, data, status, each sent when the one before has been answered. */
  void command() throws IOException {
    send(client, buffer, HEADER + COMMAND);
    receive(client, buffer, HEADER);
    send(client, buffer, write ? HEADER + dataBytes : HEADER);
    receive(client, buffer, write ? HEADER : HEADER + dataBytes);
    send(client, buffer, HEADER);
    receive(client, buffer, HEADER + STATUS);
  }

  private static void send(SocketChannel to, ByteBuffer bytes, int count) throws IOException {
    bytes.clear().limit(count);
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  private static void receive(SocketChannel from, ByteBuffer bytes, int count) throws IOException {
    bytes.clear().limit(count);
    while (bytes.hasRemaining()) {
      if (from.read(bytes) < 0) {
        throw new IOException("the other side is gone");
      }
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
    listening.close();
  }
}
