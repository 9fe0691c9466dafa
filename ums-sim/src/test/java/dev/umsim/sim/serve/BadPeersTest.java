package dev.umsim.sim.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.usbip.UsbIpServer;
import dev.umsim.sim.usbredir.UsbRedirServer;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
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
@Timeout(300)
class BadPeersTest {
  private static final int MANY_COMMANDS = 100_000;

  private static final String IMPORT = "0111800300000000" + "312d31" + "00".repeat(29);
  private static final int IMPORT_REPLY_BYTES = 320;

  private static final int HEADER_BYTES = 48;

  private static final String SET_CONFIGURATION = submit(1, 0, 0, 0) + "0009010000000000";

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

  /**
   * The second device answers as if nothing were the matter. It is asked without any limit of time:
   * here, where every buffer is followed for leaks, a server that has much to do is slow.
   */
  private void requireOthersGoOn() throws IOException {
    try (var peer = SocketChannel.open(usbIp.address())) {
      peer.write(bytes(IMPORT.replace("312d31", "312d32")));
      readFully(peer, IMPORT_REPLY_BYTES);
      var getDescriptor = "8006000100001200";
      peer.write(bytes(submit(2, 1, 1, 0, 18) + getDescriptor));
      var answer = readFully(peer, HEADER_BYTES + 18);
      assertThat(answer.getInt(20)).as("status").isZero();
      assertThat(answer.getShort(HEADER_BYTES)).as("length and type").isEqualTo((short) 0x1201);
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
  void moreConnectionsThanThereIsRoomFor() throws Exception {
    var peers = new ArrayList<SocketChannel>();
    try (var host = SocketChannel.open(usbIp.address())) {
      host.write(bytes(IMPORT));
      readFully(host, IMPORT_REPLY_BYTES);
      for (int i = 0; i < ListeningPort.MOST_CONNECTIONS + 50; i++) {
        peers.add(SocketChannel.open(usbIp.address()));
      }
      requireOthersGoOn();
      // The first to come has a device, and stays.
      host.write(bytes(SET_CONFIGURATION));
      readFully(host, HEADER_BYTES);
    }
    for (var peer : peers) {
      peer.close();
    }
    assertThat(problems()).isGreaterThanOrEqualTo(50);
  }

  @Test
  void aPeerThatLeavesInTheMiddleOfData() throws Exception {
    for (int round = 0; round < 20; round++) {
      try (var peer = SocketChannel.open(usbIp.address())) {
        peer.write(bytes(IMPORT));
        readFully(peer, IMPORT_REPLY_BYTES);
        // A megabyte is announced, and three bytes come.
        peer.write(bytes(submit(1, 0, 2, 1 << 20) + "00".repeat(8) + "010203"));
      }
      awaitDetached("1-1");
    }
    requireOthersGoOn();
    assertThat(problems()).isZero();
  }

  private static ByteBuffer readFully(SocketChannel peer, int count) throws IOException {
    var into = ByteBuffer.allocate(count);
    while (into.hasRemaining() && peer.read(into) >= 0) {}
    assertThat(into.hasRemaining()).as("closed after %s", into).isFalse();
    return into;
  }

  /** The header of a transfer to the first device up to its setup packet. */
  private static String submit(int number, int direction, int endpoint, int length) {
    return submit(1, number, direction, endpoint, length);
  }

  private static String submit(int device, int number, int direction, int endpoint, int length) {
    return String.format(
        "00000001%08x0001%04x%08x%08x00000000%08x%s",
        number, device, direction, endpoint, length, "00".repeat(12));
  }

  /** READ(10) of eight blocks, as the transfers of a command, their data and their status. */
  private static ByteBuffer read(int number) {
    var noSetup = "00".repeat(8);
    var cbw = "55534243" + "01000000" + "00100000" + "80" + "00" + "0a" + "28" + "00".repeat(6);
    return bytes(
        submit(3 * number, 0, 2, 31)
            + noSetup
            + cbw
            + "0008"
            + "00".repeat(7)
            + submit(3 * number + 1, 1, 1, 4096)
            + noSetup
            + submit(3 * number + 2, 1, 1, 13)
            + noSetup);
  }

  @Test
  void aPeerThatNeverReads() throws Exception {
    long before = directMemoryBytes();
    try (var peer = SocketChannel.open()) {
      peer.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
      peer.connect(usbIp.address());
      peer.write(bytes(IMPORT + SET_CONFIGURATION));
      readFully(peer, IMPORT_REPLY_BYTES + HEADER_BYTES);
      peer.configureBlocking(false);
      assertThat(sendUntilRefused(peer)).isBetween(1, MANY_COMMANDS - 1);
      assertThat(directMemoryBytes() - before).isLessThan(64L << 20);
    }
    awaitDetached("1-1");
    requireOthersGoOn();
  }

  /**
   * Sends commands until the server has had enough, or takes nothing while it serves another.
   *
   * @return how many of them it took
   */
  private int sendUntilRefused(SocketChannel peer) throws IOException {
    for (int sent = 1; sent < MANY_COMMANDS; sent++) {
      var command = read(sent);
      while (command.hasRemaining()) {
        if (!takes(peer, command)) {
          requireOthersGoOn();
          if (!takes(peer, command)) {
            return sent;
          }
        }
      }
    }
    return MANY_COMMANDS;
  }

  private static boolean takes(SocketChannel peer, ByteBuffer command) {
    try {
      return peer.write(command) > 0;
    } catch (IOException closedByTheServer) {
      return false;
    }
  }

  @Test
  void aPeerThatAsksForMoreThanThereIs() throws Exception {
    long before = directMemoryBytes();
    try (var peer = SocketChannel.open(usbIp.address())) {
      peer.write(bytes(IMPORT));
      readFully(peer, IMPORT_REPLY_BYTES);
      peer.write(bytes(SET_CONFIGURATION));
      readFully(peer, HEADER_BYTES);
      for (int number = 2; number < 40; number++) {
        // 16 MiB of status each, that never come.
        try {
          peer.write(bytes(submit(number, 1, 1, 16 << 20) + "00".repeat(8)));
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
