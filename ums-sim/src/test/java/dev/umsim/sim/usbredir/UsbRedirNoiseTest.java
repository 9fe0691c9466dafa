package dev.umsim.sim.usbredir;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.serve.ExportedDevice;
import dev.umsim.sim.serve.ServiceEvent;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Messages at random, of which some are good, from one guest after the other: few under the eyes of
 * leak detection ({@code -Dums.noise.frames=N}) and a million without; {@code -Dums.noise.seed=N}
 * for the same again.
 */
class UsbRedirNoiseTest {
  private static final int FRAMES = Integer.getInteger("ums.noise.frames", 10_000);
  private static final int MANY_FRAMES = 1_000_000;
  private static final long SEED = Long.getLong("ums.noise.seed", 1);
  private static final long MOST_MEMORY_BYTES = 64 << 20;

  private final EmbeddedChannel loopHolder = new EmbeddedChannel();
  private final List<ServiceEvent> events = new ArrayList<>();
  private final DeviceService service = new DeviceService(loopHolder.eventLoop(), events::add);
  private final ExportedDevice device = plugged();
  private final ExportedDevice other = plugged();
  private final Random random = new Random(SEED);
  private final long memoryBytesBefore = directMemoryBytes();
  private EmbeddedChannel peer;
  private int lastId = 64;

  private ExportedDevice plugged() {
    var reference = ReferenceDevice.builder().medium(new MemoryMedium(512, 64)).build();
    var device = service.add(() -> reference.attach(new ZeroTimeBus(), Speed.HIGH));
    device.plug();
    loopHolder.runPendingTasks();
    return device;
  }

  @AfterEach
  void close() {
    device.unplug();
    other.unplug();
    loopHolder.runPendingTasks();
    loopHolder.close();
  }

  @Test
  void noPeerBreaksTheServer() {
    makeNoise(FRAMES);
  }

  @Test
  @Tag("timed")
  void aMillionFramesDoNotEither() {
    makeNoise(MANY_FRAMES);
  }

  private void makeNoise(int count) {
    int frames = 0;
    while (frames < count) {
      greet(device);
      while (frames < count && peer.isOpen()) {
        send(message());
        frames++;
      }
      expectHarmless();
    }
  }

  /** At most one line about the peer, its device is free again, and the other one answers. */
  private void expectHarmless() {
    leave();
    assertThat(device.client()).as("with -Dums.noise.seed=%d", SEED).isEmpty();
    assertThat(problems())
        .as("with -Dums.noise.seed=%d", SEED)
        .hasSizeLessThanOrEqualTo(1)
        .allSatisfy(problem -> assertThat(problem).doesNotContain("fault of this program"));
    events.clear();
    greet(other);
    var getConfiguration = Unpooled.buffer().writeIntLE(7).writeIntLE(0).writeLongLE(9);
    assertThat(send(getConfiguration)).isEqualTo(16 + 2);
    leave();
    assertThat(problems()).isEmpty();
    events.clear();
    assertThat(directMemoryBytes() - memoryBytesBefore).isLessThan(MOST_MEMORY_BYTES);
  }

  private void leave() {
    peer.close();
    loopHolder.runPendingTasks();
    peer.finishAndReleaseAll();
  }

  private void greet(ExportedDevice device) {
    peer =
        new EmbeddedChannel(
            new UsbRedirConnection(service, device, UsbRedirServer.VERSION).reader());
    var hello = Unpooled.buffer().writeIntLE(0).writeIntLE(68).writeIntLE(0);
    int name = hello.writerIndex();
    hello.writeCharSequence("a guest", StandardCharsets.US_ASCII);
    hello.writeZero(name + 64 - hello.writerIndex()).writeIntLE(0xff);
    send(hello);
  }

  /** Sends what a guest sends and returns how many bytes came back. */
  private int send(ByteBuf message) {
    peer.writeInbound(message);
    loopHolder.runPendingTasks();
    peer.flush();
    int bytes = 0;
    for (ByteBuf each = peer.readOutbound(); each != null; each = peer.readOutbound()) {
      bytes += each.readableBytes();
      each.release();
    }
    return bytes;
  }

  /** Mostly what a message looks like, with anything in its fields. */
  private ByteBuf message() {
    var body = Unpooled.buffer();
    int type =
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> control(body);
          case 3, 4 -> bulk(body);
          case 5 -> 21;
          default -> small(body);
        };
    if (rarely(200)) {
      body.writeBytes(randomBytes(1 + random.nextInt(64)));
    }
    int length = rarely(200) ? random.nextInt() : body.readableBytes();
    // Seldom a number that may be in use; a packet is cancelled by that of one before.
    int id = rarely(100) ? random.nextInt(64) : type == 21 ? lastId - random.nextInt(8) : ++lastId;
    return Unpooled.buffer()
        .writeIntLE(rarely(200) ? random.nextInt(128) : type)
        .writeIntLE(length)
        .writeLongLE(id)
        .writeBytes(body);
  }

  /** A reset, or what asks for a configuration, a setting or an interrupt endpoint. */
  private int small(ByteBuf body) {
    int[] types = {3, 6, 7, 9, 10, 15, 16, 22, 24};
    int type = types[random.nextInt(types.length)];
    int fields =
        switch (type) {
          case 6, 10, 15, 16 -> 1;
          case 9 -> 2;
          default -> 0;
        };
    for (int i = 0; i < fields; i++) {
      body.writeByte(random.nextInt(3));
    }
    return type;
  }

  private int control(ByteBuf body) {
    boolean in = random.nextBoolean();
    int length = random.nextInt(64);
    body.writeByte(rarely(100) ? random.nextInt(256) : in ? 0x80 : 0);
    body.writeByte(random.nextInt(16));
    body.writeByte((in ? 0x80 : 0) | (rarely(100) ? random.nextInt(256) : random.nextInt(34)));
    body.writeByte(0);
    body.writeShortLE(random.nextInt(4) << 8).writeShortLE(random.nextInt(3)).writeShortLE(length);
    if (!in) {
      body.writeBytes(randomBytes(length));
    }
    return 100;
  }

  private int bulk(ByteBuf body) {
    boolean in = random.nextBoolean();
    int length = rarely(100) ? random.nextInt() : random.nextInt(64);
    body.writeByte(rarely(100) ? random.nextInt(256) : in ? 0x81 : 2);
    body.writeByte(0);
    body.writeShortLE(length).writeIntLE(0).writeShortLE(length >>> 16);
    if (!in && length >= 0 && length < 64) {
      body.writeBytes(randomBytes(length));
    }
    return 101;
  }

  private boolean rarely(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private byte[] randomBytes(int length) {
    var bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static long directMemoryBytes() {
    return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric().usedDirectMemory();
  }

  private List<String> problems() {
    return events.stream()
        .filter(ServiceEvent.Problem.class::isInstance)
        .map(event -> ((ServiceEvent.Problem) event).what())
        .toList();
  }
}
