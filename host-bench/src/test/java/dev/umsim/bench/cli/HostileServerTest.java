package dev.umsim.bench.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * USB/IP servers that answer what they like. Each ends in one line and status 3, in bounded time;
 * what comes goes into memory of fixed size, so a length of gigabytes costs nothing.
 */
@Timeout(60)
class HostileServerTest {
  private static final int VERSION = 0x0111;
  private static final int IMPORT_REPLY = 0x0003;
  private static final int LIST_REPLY = 0x0005;
  private static final int FULL_SPEED = 2;

  /** What a server does with a connection, which is closed when it returns. */
  private interface Behaviour {
    void serve(DataInputStream in, DataOutputStream out) throws IOException;
  }

  /** A server in a thread of its own that serves all who come. */
  private record Server(ServerSocket socket) implements AutoCloseable {
    static Server with(Behaviour behaviour) throws IOException {
      var socket = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
      var thread = new Thread(() -> accept(socket, behaviour), "hostile");
      thread.setDaemon(true);
      thread.start();
      return new Server(socket);
    }

    private static void accept(ServerSocket socket, Behaviour behaviour) {
      while (!socket.isClosed()) {
        try (var client = socket.accept()) {
          behaviour.serve(
              new DataInputStream(client.getInputStream()),
              new DataOutputStream(client.getOutputStream()));
        } catch (IOException e) {
          // The client is gone, or the test over.
        }
      }
    }

    String name() {
      return "127.0.0.1:" + socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private static void expectBench(String line, Behaviour behaviour) throws IOException {
    try (var server = Server.with(behaviour)) {
      expectLine(line, server, "bench", "usbip://" + server.name() + "/1-1");
    }
  }

  private static void expectList(String line, Behaviour behaviour) throws IOException {
    try (var server = Server.with(behaviour)) {
      expectLine(line, server, "list", "targets", server.name());
    }
  }

  private static void expectLine(String line, Server server, String... arguments) {
    var run = Ums.run(arguments);
    assertThat(run.err()).contains(line.replace("SERVER", server.name())).hasLineCount(1);
    assertThat(run.err()).startsWith("ums: ");
    assertThat(run.out()).isEmpty();
    assertThat(run.status()).isEqualTo(3);
  }

  private static void operation(DataOutputStream out, int code, int status) throws IOException {
    out.writeShort(VERSION);
    out.writeShort(code);
    out.writeInt(status);
  }

  /** The 312 bytes of a device 46f4:0001 (USB/IP protocol, OP_REP_IMPORT). */
  private static void record(DataOutputStream out, int speed, int interfaces) throws IOException {
    var path = new byte[256];
    var busId = new byte[32];
    System.arraycopy("1-1".getBytes(US_ASCII), 0, busId, 0, 3);
    out.write(path);
    out.write(busId);
    out.writeInt(1);
    out.writeInt(2);
    out.writeInt(speed);
    out.writeShort(0x46f4);
    out.writeShort(0x0001);
    out.writeShort(0);
    out.write(new byte[] {0, 0, 0, 1, 1, (byte) interfaces});
  }

  /** Gives the device away, and reads the first request for it; its sequence number. */
  private static int imported(DataInputStream in, DataOutputStream out) throws IOException {
    in.readNBytes(40);
    operation(out, IMPORT_REPLY, 0);
    record(out, FULL_SPEED, 1);
    out.flush();
    in.readInt();
    int number = in.readInt();
    in.readNBytes(40);
    return number;
  }

  /** A header of 48 bytes: an answer of so many bytes with status 0. */
  private static void answer(DataOutputStream out, int command, int number, int length)
      throws IOException {
    for (int word : new int[] {command, number, 0, 0, 0, 0, length, 0, 0, 0, 0, 0}) {
      out.writeInt(word);
    }
  }

  /** Until the client has gone. */
  private static void saysNothing(DataInputStream in) throws IOException {
    while (in.read() >= 0) {
      // Whatever comes is not answered.
    }
  }

  @Test
  void speaksAnotherProtocol() throws IOException {
    Behaviour web = (in, out) -> out.write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
    expectBench("SERVER does not keep to USB/IP: version 4854 is not 0111", web);
    expectList("SERVER does not keep to USB/IP: version 4854 is not 0111", web);
  }

  @Test
  void answersSomethingElse() throws IOException {
    expectBench("it answered the import with", (in, out) -> operation(out, LIST_REPLY, 0));
    expectList("it answered the list with", (in, out) -> operation(out, IMPORT_REPLY, 0));
    expectList("it gives no list, with status 1", (in, out) -> operation(out, LIST_REPLY, 1));
  }

  @Test
  void hangsUpAtOnce() throws IOException {
    expectBench("SERVER", (in, out) -> {});
    expectList("SERVER", (in, out) -> {});
  }

  @Test
  void hangsUpWithinAnAnswer() throws IOException {
    Behaviour half =
        (in, out) -> {
          in.readNBytes(8);
          out.writeInt(VERSION << 16 | LIST_REPLY);
        };
    expectBench("SERVER closed the connection", half);
    expectList("SERVER closed the connection within its answer", half);
  }

  @Test
  void neverAnswers() throws IOException {
    expectBench("SERVER does not answer; is it a USB/IP server?", (in, out) -> saysNothing(in));
    expectList("SERVER does not answer; is it a USB/IP server?", (in, out) -> saysNothing(in));
  }

  @Test
  void claimsToHaveFourBillionDevices() throws IOException {
    expectList(
        "SERVER does not keep to USB/IP: it claims to have 4294967295 devices",
        (in, out) -> {
          operation(out, LIST_REPLY, 0);
          out.writeInt(-1);
          saysNothing(in);
        });
  }

  @Test
  void hasADeviceOfAnUnknownSpeed() throws IOException {
    expectBench(
        "a device of speed 9 is neither at full nor at high speed",
        (in, out) -> {
          operation(out, IMPORT_REPLY, 0);
          record(out, 9, 1);
          saysNothing(in);
        });
  }

  @Test
  void answersATransferWithFourGigabytes() throws IOException {
    for (int length : new int[] {-1, Integer.MAX_VALUE, 65}) {
      expectBench(
          "it moved " + Integer.toUnsignedString(length) + " bytes where 64 were asked for",
          (in, out) -> {
            answer(out, 3, imported(in, out), length);
            saysNothing(in);
          });
    }
  }

  @Test
  void answersATransferThatNobodyAskedFor() throws IOException {
    expectBench(
        "it answered a transfer that is not under way, 77",
        (in, out) -> {
          imported(in, out);
          answer(out, 3, 77, 0);
          saysNothing(in);
        });
  }

  @Test
  void answersATransferWithNoise() throws IOException {
    var noise = new byte[4096];
    new Random(7).nextBytes(noise);
    expectBench(
        "does not keep to USB/IP",
        (in, out) -> {
          imported(in, out);
          out.write(noise);
          saysNothing(in);
        });
  }

  @Test
  void hangsUpWithinATransfer() throws IOException {
    expectBench(
        "SERVER closed the connection",
        (in, out) -> {
          answer(out, 3, imported(in, out), 18);
          out.write(new byte[7]);
        });
  }

  /** A request may take 5 s, and its cancellation 5 s more. */
  @Test
  void leavesATransferUnanswered() throws IOException {
    expectBench(
        "SERVER does not answer any more",
        (in, out) -> {
          imported(in, out);
          saysNothing(in);
        });
  }

  @Test
  void leavesATransferHalfAnswered() throws IOException {
    expectBench(
        "SERVER does not answer any more",
        (in, out) -> {
          answer(out, 3, imported(in, out), 18);
          out.write(new byte[7]);
          saysNothing(in);
        });
  }

  @Test
  void answersATransferWithDescriptorsThatMeanNothing() throws IOException {
    expectBench(
        "SERVER does not answer",
        (in, out) -> {
          answer(out, 3, imported(in, out), 18);
          out.write(new byte[18]);
          saysNothing(in);
        });
  }

  @Test
  void listsItsDevices() throws IOException {
    Behaviour lists =
        (in, out) -> {
          operation(out, LIST_REPLY, 0);
          out.writeInt(1);
          record(out, FULL_SPEED, 2);
          out.writeInt(0x08065000);
          out.writeInt(0x03010100);
        };
    try (var server = Server.with(lists)) {
      assertThat(Ums.run("list", "targets", server.name()).expectGood().out().lines())
          .containsExactly(
              "usbip://" + server.name() + "/1-1  46f4:0001  full",
              "  interface of class 08/06/50, mass storage",
              "  interface of class 03/01/01");
    }
  }
}
