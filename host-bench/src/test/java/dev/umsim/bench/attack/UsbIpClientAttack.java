package dev.umsim.bench.attack;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.sim.usbip.UsbIpLink;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** A server whose answers are nearly those of a good one, which stands behind it. */
final class UsbIpClientAttack implements Attack {
  private static final int CLIENTS = 20;
  private static final int HANG_UP_MILLIS = 20;
  private static final int ANSWER_BYTES = 48;

  private final Victim good = new Victim();
  private final ServerSocket socket = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
  private final AtomicLong answers = new AtomicLong();
  private final Random random = new Random(1);

  UsbIpClientAttack() throws Exception {
    daemon(this::accept);
  }

  @Override
  public String surface() {
    return "USB/IP client";
  }

  @Override
  public String inputs() {
    return "answers";
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void daemon(Work work) {
    var thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // One of the two has gone.
              }
            },
            "hostile");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      var client = socket.accept();
      var toGood = new Socket(good.usbIp().getAddress(), good.usbIp().getPort());
      daemon(() -> carry(client, toGood));
      daemon(() -> spoil(toGood, client));
    }
  }

  private static void carry(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    }
  }

  /** Now and then an answer, or what stands where one would, is changed; then all is cut off. */
  private void spoil(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      var in = new DataInputStream(from.getInputStream());
      var out = to.getOutputStream();
      int good = random.nextInt(40);
      if (random.nextInt(100) > 0) {
        // Where nothing more comes it hangs up, and seldom leaves the client to its patience.
        from.setSoTimeout(HANG_UP_MILLIS);
      }
      for (int i = 0; i < good; i++) {
        out.write(piece(in));
      }
      noise(in, out);
    }
  }

  private void noise(DataInputStream in, OutputStream out) throws IOException {
    for (int i = 0; i < 200; i++) {
      out.write(Mutation.of(piece(in), random));
    }
  }

  private byte[] piece(DataInputStream in) throws IOException {
    answers.incrementAndGet();
    var bytes = new byte[Math.min(ANSWER_BYTES, Math.max(1, in.available()))];
    in.readFully(bytes);
    return bytes;
  }

  @Override
  public void round(Tally tally) {
    var server = (InetSocketAddress) socket.getLocalSocketAddress();
    for (int i = 0; i < CLIENTS; i++) {
      try (var link = UsbIpLink.connect(server, "1-2")) {
        var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
        host.setTimeoutNanos(1_000_000_000L);
        var disk = Disk.open(host, 0);
        for (int block = 0; block < 200; block++) {
          disk.read(block, 8, Unpooled.buffer(4096), 0);
        }
      } catch (IOException | HostException e) {
        // It is told in a line.
        tally.expect(e.getMessage() != null, "an error without a word");
      } catch (RuntimeException e) {
        tally.failed("the client broke: " + e);
      }
    }
    tally.tried(answers.getAndSet(0));
    good.expectAlive(tally);
  }

  @Override
  public void close() throws IOException {
    socket.close();
    good.close();
  }
}
