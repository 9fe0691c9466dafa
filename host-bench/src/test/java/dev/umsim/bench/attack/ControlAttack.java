package dev.umsim.bench.attack;

import dev.umsim.bench.serve.ControlCommands;
import dev.umsim.bench.serve.ControlRequest;
import dev.umsim.bench.serve.ControlSocket;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Peers of the control socket that send what is nearly a command, or half of one. */
final class ControlAttack implements Attack {
  private static final int PEERS = 200;

  private static final List<String> COMMANDS =
      List.of(
          "{\"command\":\"status\"}",
          "{\"command\":\"eject\",\"device\":\"1-1\",\"lun\":0,\"image\":null}",
          "{\"command\":\"swap\",\"device\":\"1-1\",\"lun\":0,\"image\":\"/nowhere,ro\"}",
          "{\"command\":\"plug\",\"device\":\"1-2\"}",
          "{\"command\":\"insert\",\"device\":\"9-9\",\"lun\":99}",
          "[".repeat(2_000));

  private final Victim victim = new Victim();
  private final Path path;
  private final ControlSocket socket;

  ControlAttack(Path folder) throws Exception {
    path = folder.resolve("control");
    socket = ControlSocket.open(path, new ControlCommands(victim.served()));
  }

  @Override
  public String surface() {
    return "control socket";
  }

  @Override
  public String inputs() {
    return "lines";
  }

  @Override
  public void round(Tally tally) {
    var random = tally.random();
    for (int i = 0; i < PEERS; i++) {
      try (var peer = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
        for (int lines = 1 + random.nextInt(20); lines > 0; lines--) {
          var line = COMMANDS.get(random.nextInt(COMMANDS.size()));
          var bytes = Mutation.of(line.getBytes(StandardCharsets.UTF_8), random);
          peer.write(ByteBuffer.wrap(bytes));
          if (random.nextInt(10) > 0) {
            peer.write(ByteBuffer.wrap(new byte[] {'\n'}));
          }
          tally.tried(1);
        }
        if (random.nextBoolean()) {
          peer.read(ByteBuffer.allocate(4096));
        }
      } catch (IOException e) {
        // The server had enough.
      }
    }
    try {
      var status = ControlSocket.send(path, new ControlRequest("status", null, null, null));
      tally.expect(status.devices().size() == 3, "the status lacks devices");
    } catch (IOException e) {
      tally.failed("no status: " + e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    victim.close();
  }
}
