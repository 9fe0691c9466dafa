package dev.umsim.bench.attack;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Random;

/** Hosts and guests that send what is nearly a message, as much as the server takes. */
final class ServerAttack implements Attack {
  private static final int CONNECTIONS = 50;
  private static final int MOST_MESSAGES = 2_000;

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
      long before = victim.problems();
      int sent = attack(tally.random());
      // Of a peer that it complained of, the server has read nobody knows how much, but the last.
      tally.tried(victim.problems() == before ? sent : 1);
    }
    victim.expectAlive(tally);
  }

  /** Returns how many messages were sent, after the server has closed the connection. */
  private int attack(Random random) throws IOException {
    int count = 1 + random.nextInt(MOST_MESSAGES);
    try (var peer = SocketChannel.open(protocol.address(victim))) {
      var out = ByteBuffer.allocate(256 * (count + 2));
      if (random.nextInt(20) > 0) {
        protocol.open(out);
      }
      for (int i = 0; i < count; i++) {
        protocol.message(out, random);
      }
      if (random.nextInt(4) == 0) {
        spoil(out, random);
      }
      var answers = ByteBuffer.allocate(1 << 16);
      boolean reads = random.nextInt(20) > 0;
      peer.configureBlocking(false);
      if (!push(peer, out.flip(), reads ? answers : null)) {
        return 0;
      }
      peer.shutdownOutput();
      peer.configureBlocking(true);
      while (peer.read(answers.clear()) >= 0) {}
      return count;
    } catch (IOException closedByTheServer) {
      return 0;
    }
  }

  /** The last bytes become those of anything. */
  private static void spoil(ByteBuffer out, Random random) {
    int length = 1 + random.nextInt(Math.min(200, out.position()));
    for (int i = out.position() - length; i < out.position(); i++) {
      if (random.nextInt(4) == 0) {
        out.put(i, (byte) random.nextInt());
      }
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
