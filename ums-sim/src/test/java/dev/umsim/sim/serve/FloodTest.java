package dev.umsim.sim.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.usbip.UsbIpServer;
import dev.umsim.sim.usbredir.UsbRedirServer;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.SingleThreadEventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A host that sends as much as it can beside one that reads: how many of its transfers the loop
 * takes before it looks at the other.
 */
@Timeout(300)
class FloodTest {
  private static final int PAIRS_AT_ONCE = 2_000;
  private static final int READS = 50;
  private static final String NO_SETUP = "00".repeat(8);

  private final DeviceService service = new DeviceService(event -> {});
  private final InetSocketAddress anyPort =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private Counted flooded;
  private UsbIpServer usbIp;

  /** Counts what is submitted to a link, altogether and at most in one round of the loop. */
  private static final class Counted implements UsbLink {
    private final UsbLink link;
    private final SingleThreadEventLoop loop;
    volatile int submitted;
    volatile int mostInARound;
    private int inThisRound;

    Counted(UsbLink link, SingleThreadEventLoop loop) {
      this.link = link;
      this.loop = loop;
    }

    @Override
    public void submit(Transfer transfer) {
      if (inThisRound == 0) {
        loop.executeAfterEventLoopIteration(this::roundEnded);
      }
      inThisRound++;
      submitted++;
      link.submit(transfer);
    }

    private void roundEnded() {
      mostInARound = Math.max(mostInARound, inThisRound);
      inThisRound = 0;
    }

    @Override
    public void cancel(Transfer transfer) {
      link.cancel(transfer);
    }

    @Override
    public void resetPort() {
      link.resetPort();
    }

    @Override
    public Speed speed() {
      return link.speed();
    }

    @Override
    public void onDisconnect(Runnable action) {
      link.onDisconnect(action);
    }

    @Override
    public boolean runUntil(BooleanSupplier done, long timeoutNanos) {
      return link.runUntil(done, timeoutNanos);
    }

    @Override
    public void onReady(Runnable note) {
      link.onReady(note);
    }

    @Override
    public long nanos() {
      return link.nanos();
    }

    @Override
    public TimeBase timeBase() {
      return link.timeBase();
    }

    @Override
    public void close() {
      link.close();
    }
  }

  @BeforeEach
  void serve() throws Exception {
    var loop = (SingleThreadEventLoop) service.loop();
    flooded = new Counted(newDevice(), loop);
    service.call(() -> service.add(() -> flooded).plug());
    service.call(() -> service.add(FloodTest::newDevice).plug());
    usbIp = UsbIpServer.listen(service, anyPort);
  }

  private static UsbLink newDevice() {
    return ReferenceDevice.builder()
        .medium(new MemoryMedium(512, 64))
        .build()
        .attach(new ZeroTimeBus(), Speed.HIGH);
  }

  @AfterEach
  void end() {
    usbIp.close();
    service.close();
  }

  private static ByteBuffer bytes(String hex) {
    return ByteBuffer.wrap(ByteBufUtil.decodeHexDump(hex));
  }

  private static String importOf(String busId) {
    return "0111800300000000" + ByteBufUtil.hexDump(busId.getBytes()) + "00".repeat(29);
  }

  private static String submit(int device, int number, int direction, int endpoint, int length) {
    return String.format(
        "00000001%08x0001%04x%08x%08x00000000%08x%s",
        number, device, direction, endpoint, length, "00".repeat(12));
  }

  private static void readFully(SocketChannel peer, int count) throws IOException {
    var into = ByteBuffer.allocate(count);
    while (into.hasRemaining()) {
      assertThat(peer.read(into)).as("not closed").isPositive();
    }
  }

  /** READ(10) of eight blocks again and again while the flood goes on. */
  private void readBeside(SocketChannel flood, ByteBuffer pairs) throws Exception {
    var sending =
        new Thread(
            () -> {
              try {
                while (true) {
                  flood.write(pairs.rewind());
                }
              } catch (IOException closed) {
                // All has been read.
              }
            });
    var draining =
        new Thread(
            () -> {
              var drain = ByteBuffer.allocate(1 << 16);
              try {
                while (flood.read(drain.clear()) >= 0) {}
              } catch (IOException closed) {
                // Likewise.
              }
            });
    try (flood;
        var neighbour = SocketChannel.open(usbIp.address())) {
      neighbour.write(bytes(importOf("1-2")));
      readFully(neighbour, 320);
      neighbour.write(bytes(submit(2, 1, 0, 0, 0) + "0009010000000000"));
      readFully(neighbour, 48);
      sending.start();
      draining.start();
      for (int i = 0; i < READS || flooded.submitted < 10 * PAIRS_AT_ONCE; i++) {
        read(neighbour, i);
      }
    } finally {
      sending.join();
      draining.join();
    }
    // As many as a turn has by a read and one by a timer, and room; a read alone brings thousands.
    assertThat(flooded.mostInARound).isBetween(1, 256);
  }

  private static void read(SocketChannel neighbour, int i) throws IOException {
    var cbw = "55534243" + "01000000" + "00100000" + "80" + "00" + "0a" + "28" + "00".repeat(6);
    neighbour.write(
        bytes(
            submit(2, 3 * i + 2, 0, 2, 31)
                + NO_SETUP
                + cbw
                + "0008"
                + "00".repeat(7)
                + submit(2, 3 * i + 3, 1, 1, 4096)
                + NO_SETUP
                + submit(2, 3 * i + 4, 1, 1, 13)
                + NO_SETUP));
    readFully(neighbour, 3 * 48 + 4096 + 13);
  }

  @Test
  void transfersByUsbIpThatAreGivenUp() throws Exception {
    var flood = SocketChannel.open(usbIp.address());
    flood.write(bytes(importOf("1-1")));
    readFully(flood, 320);
    var pair =
        submit(1, 7, 1, 1, 13)
            + NO_SETUP
            + "0000000200000008"
            + "00010001"
            + "00".repeat(8)
            + "00000007"
            + "00".repeat(24);
    readBeside(flood, bytes(pair.repeat(PAIRS_AT_ONCE)));
  }

  @Test
  void packetsByUsbRedirThatAreGivenUp() throws Exception {
    var device = service.device("1-1").orElseThrow();
    try (var usbRedir = UsbRedirServer.listen(service, device, anyPort)) {
      var flood = SocketChannel.open(usbRedir.address());
      flood.write(bytes("00000000" + "44000000" + "00000000" + "00".repeat(64) + "ff000000"));
      readFully(flood, 80);
      var pair =
          ("65000000" + "0a000000" + "0700000000000000" + "8100" + "0d00" + "00".repeat(6))
              + ("15000000" + "00000000" + "0700000000000000");
      readBeside(flood, bytes(pair.repeat(PAIRS_AT_ONCE)));
    }
  }
}
