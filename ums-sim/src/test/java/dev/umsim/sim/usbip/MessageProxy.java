package dev.umsim.sim.usbip;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between a client and a server of USB/IP, and lets something happen to their messages. */
final class MessageProxy implements AutoCloseable {
  private static final int SUBMIT = 1;
  private static final int SUBMITTED = 3;

  /** Who sent a message. */
  enum Sender {
    CLIENT,
    SERVER
  }

  /** What becomes of messages. */
  interface Fate {
    /**
     * The message to be sent on, or null for none.
     *
     * @param number counted from 0 for each sender, over all connections
     */
    byte[] of(Sender sender, int number, byte[] message);
  }

  private final ServerSocket socket = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
  private final InetSocketAddress server;
  private final Fate fate;
  private final Map<Sender, AtomicInteger> counts =
      Map.of(Sender.CLIENT, new AtomicInteger(), Sender.SERVER, new AtomicInteger());
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  MessageProxy(InetSocketAddress server, Fate fate) throws IOException {
    this.server = server;
    this.fate = fate;
    start(this::accept);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  /** Messages that came from a sender so far. */
  int count(Sender sender) {
    return counts.get(sender).get();
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    var thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // One of the two has gone.
              }
            },
            "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      var client = socket.accept();
      var toServer = new Socket(server.getAddress(), server.getPort());
      sockets.add(client);
      sockets.add(toServer);
      var reading = ConcurrentHashMap.<Integer>newKeySet();
      start(() -> carry(Sender.CLIENT, client, toServer, fromClient(reading)));
      start(() -> carry(Sender.SERVER, toServer, client, fromServer(reading)));
    }
  }

  private interface Framing {
    /** What comes behind a header, which has been read. */
    int restOf(ByteBuffer header);
  }

  private void carry(Sender sender, Socket from, Socket to, Framing framing) throws IOException {
    try (from;
        to) {
      var in = new DataInputStream(from.getInputStream());
      var out = to.getOutputStream();
      // The operations: 40 bytes to the server, 8 and a device from it.
      send(sender, sender == Sender.CLIENT ? exactly(in, 40) : importReply(in), out);
      while (true) {
        var header = ByteBuffer.wrap(exactly(in, TransferMessage.LENGTH));
        var rest = exactly(in, framing.restOf(header));
        var message = ByteBuffer.allocate(TransferMessage.LENGTH + rest.length);
        send(sender, message.put(header).put(rest).array(), out);
      }
    }
  }

  private void send(Sender sender, byte[] message, OutputStream out) throws IOException {
    var sent = fate.of(sender, counts.get(sender).getAndIncrement(), message);
    if (sent != null) {
      out.write(sent);
    }
  }

  private static byte[] exactly(DataInputStream in, int count) throws IOException {
    var bytes = new byte[count];
    in.readFully(bytes);
    return bytes;
  }

  private static byte[] importReply(DataInputStream in) throws IOException {
    var operation = ByteBuffer.wrap(exactly(in, Operation.LENGTH));
    var device = exactly(in, operation.getInt(4) == 0 ? DeviceRecord.LENGTH : 0);
    return ByteBuffer.allocate(Operation.LENGTH + device.length).put(operation).put(device).array();
  }

  private static Framing fromClient(Set<Integer> reading) {
    return header -> {
      boolean submit = header.getInt(0) == SUBMIT;
      boolean toHost = header.getInt(12) == 1;
      if (submit && toHost) {
        reading.add(header.getInt(4));
      }
      return submit && !toHost ? header.getInt(24) : 0;
    };
  }

  private static Framing fromServer(Set<Integer> reading) {
    return header ->
        header.getInt(0) == SUBMITTED && reading.remove(header.getInt(4)) ? header.getInt(24) : 0;
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (var each : sockets) {
      each.close();
    }
  }
}
