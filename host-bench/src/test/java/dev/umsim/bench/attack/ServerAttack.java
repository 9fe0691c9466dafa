package dev.umsim.bench.attack;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Random;

/** Hosts and guests that send what is nearly a message, as much as the server takes. */
final class ServerAttack implements Attack {
  private static final int CONNECTIONS = 20;
  private static final int MOST_MESSAGES = 4_000;

  /** What a protocol looks like. */
  interface Protocol {
    String name();

    InetSocketAddress address(Victim victim);

    /** What opens a connection, properly. */
    void open(ByteBuffer out);

    /** Mostly what a message looks like. */
    void message(ByteBuffer out, Random random);
  }

  private final Victim victim = new Victim();
  private final Protocol protocol;

  ServerAttack(Protocol protocol) throws Exception {
    this.protocol = protocol;
  }

  @Override
  public String surface() {
    return protocol.name() + " server";
  }

  @Override
  public String inputs() {
    return "messages";
  }

  @Override
  public void round(Tally tally) throws IOException {
    for (int i = 0; i < CONNECTIONS; i++) {
      tally.tried(attack(tally.random()));
    }
    victim.expectAlive(tally);
  }

  private int attack(Random random) throws IOException {
    try (var peer = SocketChannel.open(protocol.address(victim))) {
      var out = ByteBuffer.allocate(1 << 16);
      if (random.nextInt(20) > 0) {
        protocol.open(out);
      }
      peer.configureBlocking(false);
      var answers = ByteBuffer.allocate(1 << 16);
      boolean reads = random.nextInt(10) > 0;
      int sent = 0;
      try {
        while (sent < MOST_MESSAGES) {
          while (out.remaining() > 512) {
            protocol.message(out, random);
            sent++;
          }
          if (!push(peer, out.flip(), reads ? answers : null)) {
            return sent;
          }
          out.clear();
        }
      } catch (IOException closedByTheServer) {
        // It had enough.
      }
      return sent;
    }
  }

  /** Sends all of it, unless the server takes nothing any more. */
  private static boolean push(SocketChannel peer, ByteBuffer out, ByteBuffer answers)
      throws IOException {
    for (int idle = 0; out.hasRemaining() && idle < 1000; ) {
      boolean moved = peer.write(out) > 0;
      if (answers != null) {
        int read = peer.read(answers.clear());
        if (read < 0) {
          return false;
        }
        moved |= read > 0;
      }
      idle = moved ? 0 : idle + 1;
      if (!moved) {
        Thread.yield();
      }
    }
    return !out.hasRemaining();
  }

  @Override
  public void close() throws IOException {
    victim.close();
  }
}
