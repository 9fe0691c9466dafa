package dev.umsim.sim.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.usbip.UsbIpLink;
import dev.umsim.sim.usbip.UsbIpServer;
import dev.umsim.sim.usbredir.UsbRedirServer;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Peers that do what no peer should: they harm nobody but themselves. */
@Timeout(60)
class BadPeersTest {
  private static final int MANY_REQUESTS = 2_000_000;

  private static final String IMPORT = "0111800300000000" + "312d31" + "00".repeat(29);
  private static final int IMPORT_REPLY_BYTES = 320;

  /** GET_DESCRIPTOR of the configuration, with 32 bytes to come. */
  private static final String REQUEST_TAIL =
      "00010001"
          + "00000001"
          + "00000000"
          + "00000000"
          + "00000020"
          + "00".repeat(12)
          + "8006000200002000";

  private final List<ServiceEvent> events = new CopyOnWriteArrayList<>();
  private final DeviceService service = new DeviceService(events::add);
  private UsbIpServer usbIp;
  private UsbRedirServer usbRedir;

  @BeforeEach
  void serve() throws Exception {
    for (int i = 0; i < 3; i++) {
      var device = ReferenceDevice.builder().medium(new MemoryMedium(512, 64)).build();
      service.call(() -> service.add(() -> device.attach(new ZeroTimeBus(), Speed.HIGH)).plug());
    }
    var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    usbIp = UsbIpServer.listen(service, anyPort);
    usbRedir = UsbRedirServer.listen(service, service.device("1-3").orElseThrow(), anyPort);
  }

  @AfterEach
  void end() {
    usbIp.close();
    usbRedir.close();
    service.close();
  }

  private static ByteBuffer bytes(String hex) {
    return ByteBuffer.wrap(ByteBufUtil.decodeHexDump(hex));
  }

  /** The second device answers as if nothing were the matter. */
  private void requireOthersGoOn() throws IOException {
    try (var link = UsbIpLink.connect(usbIp.address(), "1-2")) {
      var request = new ControlTransfer(transfer -> {});
      link.submit(request.of(StandardRequest.getDescriptor(1, 0, 0, 18), Unpooled.buffer(18), 0));
      assertThat(link.runUntil(() -> !request.submitted(), 10_000_000_000L)).isTrue();
      assertThat(request.status()).isEqualTo(Transfer.Status.OK);
    }
    awaitDetached("1-2");
  }

  private void awaitDetached(String busId) {
    var device = service.device(busId).orElseThrow();
    var free = new CountDownLatch(1);
    service.loop().execute(() -> device.whenFree(free::countDown));
    try {
      free.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long directMemoryBytes() {
    return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric().usedDirectMemory();
  }

  private long problems() {
    return events.stream().filter(ServiceEvent.Problem.class::isInstance).count();
  }

  @Test
  void aHundredConnectionsThatSayLittle() throws Exception {
    var peers = new ArrayList<SocketChannel>();
    for (int i = 0; i < 50; i++) {
      peers.add(SocketChannel.open(usbIp.address()));
      peers.add(SocketChannel.open(usbRedir.address()));
    }
    for (var peer : peers) {
      peer.write(bytes("011180"));
    }
    requireOthersGoOn();
    for (var peer : peers) {
      peer.close();
    }
    requireOthersGoOn();
    assertThat(problems()).isZero();
  }

  @Test
  void aPeerThatLeavesInTheMiddleOfData() throws Exception {
    for (int round = 0; round < 20; round++) {
      try (var peer = SocketChannel.open(usbIp.address())) {
        peer.write(bytes(IMPORT));
        readFully(peer, IMPORT_REPLY_BYTES);
        // A megabyte is announced, and three bytes come.
        peer.write(
            bytes(
                "00000001"
                    + "00000001"
                    + "00010001"
                    + "00000000"
                    + "00000002"
                    + "00000000"
                    + "00100000"
                    + "00".repeat(20)
                    + "010203"));
      }
      awaitDetached("1-1");
    }
    requireOthersGoOn();
    assertThat(problems()).isZero();
  }

  private static void readFully(SocketChannel peer, int count) throws IOException {
    var into = ByteBuffer.allocate(count);
    while (into.hasRemaining() && peer.read(into) >= 0) {}
    assertThat(into.hasRemaining()).isFalse();
  }

  @Test
  void aPeerThatNeverReads() throws Exception {
    long before = directMemoryBytes();
    try (var peer = SocketChannel.open()) {
      peer.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
      peer.connect(usbIp.address());
      peer.write(bytes(IMPORT));
      peer.configureBlocking(false);
      assertThat(sendUntilRefused(peer)).isLessThan(MANY_REQUESTS);
      requireOthersGoOn();
      assertThat(directMemoryBytes() - before).isLessThan(64L << 20);
    }
    awaitDetached("1-1");
    requireOthersGoOn();
  }

  /** Sends requests until the server takes nothing more for a while, or has had enough. */
  private static int sendUntilRefused(SocketChannel peer) throws IOException {
    try (var selector = Selector.open()) {
      peer.register(selector, SelectionKey.OP_WRITE);
      for (int sent = 0; sent < MANY_REQUESTS; sent++) {
        var request = bytes("00000001" + String.format("%08x", sent + 2) + REQUEST_TAIL);
        while (request.hasRemaining()) {
          if (peer.write(request) == 0 && selector.select(500) == 0) {
            return sent;
          }
          selector.selectedKeys().clear();
        }
      }
      return MANY_REQUESTS;
    } catch (IOException closedByTheServer) {
      return 0;
    }
  }

  @Test
  void aPeerThatAsksForMoreThanThereIs() throws Exception {
    long before = directMemoryBytes();
    try (var peer = SocketChannel.open(usbIp.address())) {
      peer.write(bytes(IMPORT));
      readFully(peer, IMPORT_REPLY_BYTES);
      var setConfiguration = "00090100" + "00000000";
      peer.write(bytes("00000001" + "00000001" + "00010001" + "00".repeat(28) + setConfiguration));
      readFully(peer, 48);
      for (int number = 2; number < 40; number++) {
        // 16 MiB of status each, that never come.
        var request =
            "00000001"
                + String.format("%08x", number)
                + "00010001"
                + "00000001"
                + "00000001"
                + "00000000"
                + "01000000"
                + "00".repeat(20);
        try {
          peer.write(bytes(request));
        } catch (IOException e) {
          break;
        }
      }
      awaitDetached("1-1");
    }
    assertThat(problems()).isEqualTo(1);
    assertThat(directMemoryBytes() - before).isLessThan(64L << 20);
    requireOthersGoOn();
  }
}
