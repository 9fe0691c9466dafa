package dev.umsim.sim.usbredir;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.serve.ExportedDevice;
import dev.umsim.sim.serve.ExportedDevice.State;
import dev.umsim.sim.serve.ServiceEvent;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The device's side of a connection, message by message, as QEMU sends them. */
class UsbRedirConnectionTest {
  private static final String ID = "0700000000000000";
  private static final String OUR_HELLO =
      "00000000" + "44000000" + "00000000" + padded("umsim usb-redir host") + "7a000000";
  private static final String TEST_UNIT_READY =
      "55534243" + "01000000" + "00000000" + "00" + "00" + "06" + "00".repeat(16);

  private final EmbeddedChannel loopHolder = new EmbeddedChannel();
  private final List<ServiceEvent> events = new ArrayList<>();
  private final DeviceService service = new DeviceService(loopHolder.eventLoop(), events::add);
  private final ExportedDevice device;
  private final EmbeddedChannel channel;

  UsbRedirConnectionTest() {
    loopHolder.freezeTime();
    var reference = ReferenceDevice.builder().medium(new MemoryMedium(512, 64)).build();
    device = service.add(() -> reference.attach(new ZeroTimeBus(), Speed.HIGH));
    device.plug();
    loopHolder.runPendingTasks();
    channel =
        new EmbeddedChannel(
            new UsbRedirConnection(service, device, UsbRedirServer.VERSION).reader());
  }

  @AfterEach
  void close() {
    device.unplug();
    loopHolder.runPendingTasks();
    channel.finishAndReleaseAll();
    loopHolder.close();
  }

  private static String padded(String text) {
    var bytes = new byte[64];
    System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, text.length());
    return ByteBufUtil.hexDump(bytes);
  }

  private String send(String hex) {
    channel.writeInbound(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex)));
    loopHolder.runPendingTasks();
    channel.flush();
    var all = new StringBuilder();
    for (ByteBuf each = channel.readOutbound(); each != null; each = channel.readOutbound()) {
      all.append(ByteBufUtil.hexDump(each));
      each.release();
    }
    return all.toString();
  }

  private String greet(String capabilities) {
    return send(
        "00000000"
            + "44000000"
            + "00000000"
            + padded("qemu usb-redir guest 7.2.22")
            + capabilities);
  }

  /** Configures as QEMU does when the guest asks for it. */
  private void configure() {
    greet("ff000000");
    send("06000000" + "01000000" + ID + "01");
  }

  private static String bulk(int endpoint, int length, String data) {
    return "65000000"
        + le(10 + data.length() / 2)
        + ID
        + String.format("%02x00", endpoint)
        + le(length).substring(0, 4)
        + "00000000"
        + le(length).substring(4)
        + data;
  }

  private static String le(int value) {
    return String.format("%08x", Integer.reverseBytes(value));
  }

  @Test
  void presentsItsDevice() {
    var answer = greet("ff000000");
    assertThat(answer).startsWith(OUR_HELLO);
    var rest = answer.substring(OUR_HELLO.length());
    assertThat(rest).startsWith("04000000" + "84000000" + "0000000000000000" + "01000000" + "00");
    rest = rest.substring(2 * (16 + 132));
    assertThat(rest).startsWith("05000000" + "a0000000" + "0000000000000000" + "00ff02ff");
    rest = rest.substring(2 * (16 + 160));
    assertThat(rest)
        .isEqualTo(
            "01000000" + "0a000000" + "0000000000000000" + "02" + "000000" + "09120100" + "0001");
    assertThat(device.state()).isEqualTo(State.ATTACHED);
  }

  @Test
  void speaksTheFirstVersionToo() {
    var rest = greet("00000000").substring(OUR_HELLO.length());
    assertThat(rest).hasSize(2 * (12 + 132 + 12 + 96 + 12 + 8));
    // A request with the short id.
    assertThat(send("64000000" + "0a000000" + "07000000" + "80008000" + "000000000200"))
        .isEqualTo("64000000" + "0c000000" + "07000000" + "80008000" + "000000000200" + "0000");
  }

  @Test
  void configures() {
    greet("ff000000");
    assertThat(send("07000000" + "00000000" + ID)).isEqualTo("08000000" + "02000000" + ID + "0000");
    assertThat(send("06000000" + "01000000" + ID + "01"))
        .endsWith("08000000" + "02000000" + ID + "0001");
    assertThat(send("07000000" + "00000000" + ID)).isEqualTo("08000000" + "02000000" + ID + "0001");
    assertThat(send("09000000" + "02000000" + ID + "0000"))
        .isEqualTo("0b000000" + "03000000" + ID + "000000");
    assertThat(send("0a000000" + "01000000" + ID + "00"))
        .isEqualTo("0b000000" + "03000000" + ID + "000000");
    assertThat(send("06000000" + "01000000" + ID + "05"))
        .isEqualTo("08000000" + "02000000" + ID + "0405");
  }

  @Test
  void carriesOutACommand() {
    configure();
    assertThat(send(bulk(2, 31, TEST_UNIT_READY))).isEqualTo(bulk(2, 31, ""));
    assertThat(send(bulk(0x81, 13, "")))
        .isEqualTo(bulk(0x81, 13, "55534253" + "01000000" + "00000000" + "00"));
  }

  @Test
  void saysThatARequestIsDeclined() {
    configure();
    assertThat(send("64000000" + "0a000000" + ID + "80068000" + "000f00000500"))
        .isEqualTo("64000000" + "0a000000" + ID + "80068004" + "000f00000000");
  }

  @Test
  void cancelsAPacket() {
    configure();
    assertThat(send(bulk(0x81, 13, ""))).isEmpty();
    assertThat(send("15000000" + "00000000" + ID))
        .isEqualTo("65000000" + "0a000000" + ID + "8101" + "0000" + "00000000" + "0000");
    assertThat(send("15000000" + "00000000" + ID)).isEmpty();
  }

  @Test
  void beginsAnewAfterAReset() {
    configure();
    send(bulk(2, 31, TEST_UNIT_READY));
    assertThat(send(("03000000" + "00000000" + ID).repeat(2))).isEmpty();
    send("06000000" + "01000000" + ID + "01");
    assertThat(send(bulk(2, 31, TEST_UNIT_READY))).isEqualTo(bulk(2, 31, ""));
  }

  @Test
  void comesBackAfterItWasUnplugged() {
    configure();
    send(bulk(0x81, 13, ""));
    device.unplug();
    assertThat(send("")).endsWith("02000000" + "00000000" + "0000000000000000");
    device.plug();
    assertThat(send("")).isEmpty();
    // Packets that were under way, and then the acknowledgement.
    assertThat(send(bulk(2, 31, TEST_UNIT_READY))).isEmpty();
    assertThat(send("18000000" + "00000000" + ID)).startsWith("04000000").contains("09120100");
    send("06000000" + "01000000" + ID + "01");
    assertThat(send(bulk(2, 31, TEST_UNIT_READY))).isEqualTo(bulk(2, 31, ""));
  }

  @Test
  void waitsForADeviceThatAnotherHas() {
    greet("ff000000");
    var second =
        new EmbeddedChannel(
            new UsbRedirConnection(service, device, UsbRedirServer.VERSION).reader());
    second.writeInbound(
        Unpooled.wrappedBuffer(
            ByteBufUtil.decodeHexDump(
                "00000000" + "44000000" + "00000000" + padded("another") + "ff000000")));
    assertThat(device.client()).get().extracting(c -> c.name()).isEqualTo("embedded");
    channel.close();
    loopHolder.runPendingTasks();
    assertThat(second.outboundMessages()).hasSize(4);
    second.close();
    second.finishAndReleaseAll();
  }

  @ParameterizedTest
  @CsvSource({
    "03000000 00000000 00000000, began with RESET and no hello",
    "00000000 ffffffff 00000000, sent a hello of 4294967295 bytes",
    "63000000 00000000 00000000, there is no message 99 for this side",
  })
  void endsWithAPeerThatBeginsWrongly(String hex, String why) {
    send(hex.replace(" ", ""));
    assertThat(channel.isOpen()).isFalse();
    assertThat(problems()).containsExactly(why);
  }

  @ParameterizedTest
  @CsvSource({
    "01000000 0a000000 0000000000000000, 'sent DEVICE_CONNECT, which is not its part'",
    "03000000 01000000 0000000000000000, sent RESET with 1 bytes behind its header",
    "65000000 02000000 0000000000000000, sent BULK_PACKET with 2 bytes behind its header",
    "65000000 0a000010 0000000000000000 02000000000000000010, announced 268435456 bytes of data",
    "65000000 0a000000 0000000000000000 0200100000000000ffff, sent BULK_PACKET with 10 bytes",
    "65000000 0a000000 0000000000000000 8100ffff00000000ffff, asked for 4294967295 bytes more",
    "65000000 0a000000 0000000000000000 f1000d00000000000000, sent a bulk packet for endpoint f1",
    "64000000 0a000000 0000000000000000 80060000000000000200, sent a request to endpoint 80",
  })
  void endsWithAPeerThatGoesOnWrongly(String hex, String why) {
    configure();
    send(hex.replace(" ", ""));
    assertThat(channel.isOpen()).isFalse();
    assertThat(problems()).singleElement().asString().startsWith(why.replace("'", ""));
    assertThat(device.state()).isEqualTo(State.FREE);
  }

  private List<String> problems() {
    return events.stream()
        .filter(ServiceEvent.Problem.class::isInstance)
        .map(event -> ((ServiceEvent.Problem) event).what())
        .toList();
  }

  @Test
  void whoSaysNoHelloMayNotStay() {
    loopHolder.advanceTimeBy(9, TimeUnit.SECONDS);
    send("00000000");
    assertThat(channel.isOpen()).isTrue();
    loopHolder.advanceTimeBy(1, TimeUnit.SECONDS);
    loopHolder.runPendingTasks();
    assertThat(channel.isOpen()).isFalse();
    assertThat(events).contains(new ServiceEvent.Problem("embedded", "said no hello in 10 s"));
  }

  @Test
  void aGuestMayWaitForItsDevice() {
    greet("ff000000");
    loopHolder.advanceTimeBy(1000, TimeUnit.SECONDS);
    loopHolder.runPendingTasks();
    assertThat(channel.isOpen()).isTrue();
  }

  /** A guest without a device is given no memory for what it sends. */
  @ParameterizedTest
  @ValueSource(strings = {"before", "within"})
  void dataForADeviceThatHasGoneIsNotKept(String when) {
    configure();
    var packet = bulk(2, 16 << 20, "").replace("65000000" + "0a000000", "65000000" + "0a000001");
    long before = directMemoryBytes();
    if (when.equals("before")) {
      device.unplug();
      loopHolder.runPendingTasks();
      send(packet + "01020304");
    } else {
      send(packet + "01020304");
      assertThat(directMemoryBytes() - before).isGreaterThanOrEqualTo(16 << 20);
      device.unplug();
      loopHolder.runPendingTasks();
    }
    assertThat(directMemoryBytes() - before).isLessThan(8 << 20);

    // The rest of the data, and the stream goes on behind it.
    var data = Unpooled.buffer((16 << 20) - 4).writeZero((16 << 20) - 4);
    channel.writeInbound(data);
    device.plug();
    loopHolder.runPendingTasks();
    send("18000000" + "00000000" + "0000000000000000");
    assertThat(device.state()).isEqualTo(State.ATTACHED);
    assertThat(send("07000000" + "00000000" + ID)).startsWith("08000000" + "02000000" + ID);
    assertThat(channel.isOpen()).isTrue();
  }

  private static long directMemoryBytes() {
    return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric().usedDirectMemory();
  }
}
