package dev.umsim.bench.serve;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.Function;

/**
 * A local socket on which commands come and are answered, each a JSON object on a line of its own.
 *
 * <p>Every peer has a thread and a limit of time, so that none can hold up another, and a peer that
 * says nothing makes room for one that comes. Only the user that runs the server can connect.
 */
public final class ControlSocket implements AutoCloseable {
  /** Peers at a time. */
  private static final int MOST_PEERS = 32;

  private final SocketFile file;
  private final ServerSocketChannel server;
  private final Function<ControlRequest, ControlAnswer> commands;
  private final Duration patience;

  /** The one that came first, first. */
  private final ArrayDeque<ControlPeer> peers = new ArrayDeque<>();

  private ControlSocket(
      SocketFile file,
      ServerSocketChannel server,
      Function<ControlRequest, ControlAnswer> commands,
      Duration patience) {
    this.file = file;
    this.server = server;
    this.commands = commands;
    this.patience = patience;
  }

  /** Where it is unless told otherwise: a file of this user's own. */
  public static Path usualPath() {
    var runtime = System.getenv("XDG_RUNTIME_DIR");
    var folder = runtime == null ? System.getProperty("java.io.tmpdir") : runtime;
    return Path.of(folder, "ums-" + System.getProperty("user.name") + ".sock");
  }

  /**
   * Begins to listen.
   *
   * @param commands carries out a command and answers it; called by several threads
   * @throws IOException if another server listens there, something else is there, or nobody can
   */
  public static ControlSocket open(Path path, Function<ControlRequest, ControlAnswer> commands)
      throws IOException {
    return open(path, commands, Duration.ofSeconds(5));
  }

  /**
   * The same.
   *
   * @param patience how long a peer may take to send a command, and to read its answer
   */
  static ControlSocket open(
      Path path, Function<ControlRequest, ControlAnswer> commands, Duration patience)
      throws IOException {
    var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      var file = SocketFile.bind(path, server);
      var socket = new ControlSocket(file, server, commands, patience);
      daemon("ums-control", socket::accept).start();
      return socket;
    } catch (IOException | RuntimeException refusal) {
      server.close();
      throw refusal;
    }
  }

  private static Thread daemon(String name, Runnable work) {
    var thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        serve(server.accept());
      } catch (IOException e) {
        // It went away before it was there, or this is the end.
      }
    }
  }

  private void serve(SocketChannel channel) {
    var peer = new ControlPeer(channel, commands, patience);
    synchronized (peers) {
      if (peers.size() == MOST_PEERS) {
        // Its thread takes it off the list too, which then changes nothing.
        peers.poll().close();
      }
      peers.add(peer);
    }
    daemon(
            "ums-control-peer",
            () -> {
              try (peer) {
                peer.answer();
              } finally {
                synchronized (peers) {
                  peers.remove(peer);
                }
              }
            })
        .start();
  }

  /**
   * Sends a command to a server and returns its answer.
   *
   * @throws NoServerException if no server listens there, or it does not answer
   */
  public static ControlAnswer send(Path path, ControlRequest request) throws NoServerException {
    return send(path, request, Duration.ofSeconds(30));
  }

  static ControlAnswer send(Path path, ControlRequest request, Duration patience)
      throws NoServerException {
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        var lines = new LineChannel(channel)) {
      lines.expectWithin(patience);
      channel.connect(UnixDomainSocketAddress.of(path));
      lines.write(ControlJson.line(request));
      return ControlJson.answer(lines.read());
    } catch (IOException e) {
      throw new NoServerException(
          "no server answers on " + path + "; is ums serve running, and with this control socket?",
          e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    synchronized (peers) {
      peers.forEach(ControlPeer::close);
    }
    file.delete();
  }
}
