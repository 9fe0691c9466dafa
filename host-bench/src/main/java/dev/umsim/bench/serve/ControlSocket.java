package dev.umsim.bench.serve;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Function;

/**
 * A local socket on which one command at a time comes as a line of text, and is answered by a text.
 *
 * <p>Text is UTF-8 with its length in two bytes in front. A thread waits for commands, so that what
 * they do may wait for files. Only the user that runs the server can connect.
 */
public final class ControlSocket implements AutoCloseable {
  private final Path path;
  private final ServerSocketChannel server;
  private final Function<String, String> commands;

  private ControlSocket(Path path, ServerSocketChannel server, Function<String, String> commands) {
    this.path = path;
    this.server = server;
    this.commands = commands;
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
   * @param commands carries out a command and answers it
   * @throws IOException if another server listens there, or nobody can
   */
  public static ControlSocket open(Path path, Function<String, String> commands)
      throws IOException {
    if (Files.exists(path)) {
      if (isAlive(path)) {
        throw new IOException(
            path + " is the control socket of another server; give one of your own by --control");
      }
      Files.delete(path);
    }
    var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      server.bind(UnixDomainSocketAddress.of(path));
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      server.close();
      throw new IOException(
          path + " cannot be a control socket: " + e.getMessage() + "; choose another by --control",
          e);
    }
    var socket = new ControlSocket(path, server, commands);
    var thread = new Thread(socket::answer, "ums-control");
    thread.setDaemon(true);
    thread.start();
    return socket;
  }

  private static boolean isAlive(Path path) {
    try (var probe = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      return probe.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private void answer() {
    while (server.isOpen()) {
      try (var peer = server.accept()) {
        var in = new DataInputStream(Channels.newInputStream(peer));
        var out = new DataOutputStream(Channels.newOutputStream(peer));
        out.writeUTF(commands.apply(in.readUTF()));
        out.flush();
      } catch (IOException e) {
        // The peer went away or sent no command; the next one is waited for.
      }
    }
  }

  /**
   * Sends a command to a server and returns its answer.
   *
   * @throws NoServerException if no server listens there
   */
  public static String send(Path path, String command) throws NoServerException {
    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      var out = new DataOutputStream(Channels.newOutputStream(channel));
      out.writeUTF(command);
      out.flush();
      return new DataInputStream(Channels.newInputStream(channel)).readUTF();
    } catch (IOException e) {
      throw new NoServerException(
          "no server answers on " + path + "; is ums serve running, and with this --control?", e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.deleteIfExists(path);
  }
}
