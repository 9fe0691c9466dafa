package dev.umsim.sim.usbip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.Transfer.Status;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.usbip.MessageProxy.Fate;
import dev.umsim.sim.usbip.MessageProxy.Sender;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client that waits for what does not come: every wait has an end, whichever message is lost. */
@Timeout(240)
class LostMessagesTest {
  private static final int SUBMITTED = 3;
  private static final int UNLINKED = 4;

  /** So short that a lost message costs little; that one comes late is then as if it were lost. */
  private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

  private static final Patience SHORT =
      new Patience(2_000, 2 * SHORT_NANOS, SHORT_NANOS, SHORT_NANOS, 20 * SHORT_NANOS);

  /** Nothing comes so late. */
  private static final long LONG_NANOS = TimeUnit.HOURS.toNanos(1);

  private static final Patience LONG =
      new Patience(100_000, LONG_NANOS, LONG_NANOS, LONG_NANOS, LONG_NANOS);

  private static final int BLOCKS = 4096;
  private static final int WRITTEN_BYTES = 3 << 19;

  private final DeviceService service = new DeviceService(event -> {});
  private UsbIpServer server;

  @BeforeEach
  void serve() throws Exception {
    var device = ReferenceDevice.builder().medium(new MemoryMedium(512, BLOCKS)).build();
    service.call(() -> service.add(() -> device.attach(new ZeroTimeBus(), Speed.HIGH)).plug());
    server =
        UsbIpServer.listen(service, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @AfterEach
  void end() {
    server.close();
    service.close();
  }

  /** What a client does: every message of the protocol is in it, and a transfer of two pieces. */
  private static final class Dialogue {
    private final UsbIpLink link;
    private final long patienceNanos;
    final List<Status> ends = new ArrayList<>();

    Dialogue(UsbIpLink link, long patienceNanos) {
      this.link = link;
      this.patienceNanos = patienceNanos;
    }

    void hold() {
      configure();
      command("55534243 01000000 00001800 00 00 0a 2a 00 00000000 00 0c00 00 000000000000");
      bulk(2, Unpooled.buffer(WRITTEN_BYTES).writeZero(WRITTEN_BYTES).setByte(777_777, 7));
      status();
      command("55534243 02000000 00001800 80 00 0a 28 00 00000000 00 0c00 00 000000000000");
      var read = Unpooled.buffer(WRITTEN_BYTES).writeZero(WRITTEN_BYTES);
      bulk(0x81, read);
      status();
      if (isComplete()) {
        assertThat(read.getByte(777_777)).isEqualTo((byte) 7);
      }
      // Nothing waits at the device, so that it is given up; and another one by a reset.
      giveUp();
      var resetAway = new BulkTransfer(0x81, ended -> {}).of(Unpooled.buffer(13), 0, 13);
      link.submit(resetAway);
      configure();
      await(resetAway);
      ends.remove(ends.size() - 1);
      command("55534243 03000000 00000000 00 00 06 00 00000000 00 00 00000000 0000 000000");
      status();
    }

    private void configure() {
      link.resetPort();
      run(new ControlTransfer(ended -> {}).of(StandardRequest.setAddress(1)));
      run(new ControlTransfer(ended -> {}).of(StandardRequest.setConfiguration(1)));
    }

    private void command(String hex) {
      bulk(2, Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex.replace(" ", ""))));
    }

    private void status() {
      var csw = Unpooled.buffer(13).writeZero(13);
      bulk(0x81, csw);
      if (ends.get(ends.size() - 1) == Status.OK && csw.getByte(12) != 0) {
        ends.add(Status.STALL);
      }
    }

    private void bulk(int endpoint, ByteBuf data) {
      run(new BulkTransfer(endpoint, ended -> {}).of(data, 0, data.readableBytes()));
    }

    private void giveUp() {
      var transfer = new BulkTransfer(0x81, ended -> {}).of(Unpooled.buffer(13), 0, 13);
      link.submit(transfer);
      link.cancel(transfer);
      await(transfer);
      ends.remove(ends.size() - 1);
    }

    private void run(Transfer transfer) {
      link.submit(transfer);
      if (!link.runUntil(() -> !transfer.submitted(), patienceNanos)) {
        link.cancel(transfer);
      }
      await(transfer);
    }

    private void await(Transfer transfer) {
      link.runUntil(() -> !transfer.submitted(), Long.MAX_VALUE);
      assertThat(transfer.submitted()).as("ended").isFalse();
      ends.add(transfer.status());
    }

    boolean isComplete() {
      return ends.stream().allMatch(each -> each == Status.OK);
    }
  }

  private void hold(MessageProxy proxy, Patience patience, long transferNanos, boolean complete)
      throws Exception {
    Dialogue dialogue = null;
    try (var link = UsbIpLink.connect(proxy.address(), "1-1", patience)) {
      dialogue = new Dialogue(link, transferNanos);
      dialogue.hold();
    } catch (UnreachableDeviceException e) {
      assertThat(complete).as(e.getMessage()).isFalse();
    }
    if (complete) {
      assertThat(dialogue.isComplete()).as("%s", dialogue.ends).isTrue();
    }
  }

  private void awaitFree() throws InterruptedException {
    var device = service.device("1-1").orElseThrow();
    var free = new CountDownLatch(1);
    service.loop().execute(() -> device.whenFree(free::countDown));
    free.await();
  }

  private int messages(Sender sender) throws Exception {
    try (var proxy = new MessageProxy(server.address(), (from, number, message) -> message)) {
      hold(proxy, LONG, LONG_NANOS, true);
      return proxy.count(sender);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anyOneMessageMayBeLost(Sender sender) throws Exception {
    int messages = messages(sender);
    assertThat(messages).isBetween(15, 30);
    for (int lost = 0; lost < messages; lost++) {
      int victim = lost;
      Fate fate = (from, number, message) -> from == sender && number == victim ? null : message;
      try (var proxy = new MessageProxy(server.address(), fate)) {
        hold(proxy, SHORT, SHORT_NANOS, false);
      }
      // Whatever has become of that host, the device is there for the next one.
      awaitFree();
    }
    messages(sender);
  }

  private static boolean isAnswerToReset(Sender from, byte[] message, AtomicInteger reset) {
    var header = ByteBuffer.wrap(message);
    if (from == Sender.CLIENT && message.length == 48 && header.getInt(40) == 0x23030400) {
      reset.set(header.getInt(4));
    }
    return from == Sender.SERVER
        && message.length == 48
        && header.getInt(0) == SUBMITTED
        && header.getInt(4) == reset.get();
  }

  private int importsWhere(Patience patience, boolean refused) throws Exception {
    var reset = new AtomicInteger(-1);
    var imports = new AtomicInteger();
    Fate fate =
        (from, number, message) -> {
          if (message.length == 320) {
            imports.incrementAndGet();
          }
          if (!isAnswerToReset(from, message, reset)) {
            return message;
          }
          return refused ? ByteBuffer.wrap(message).putInt(20, -32).array() : null;
        };
    try (var proxy = new MessageProxy(server.address(), fate)) {
      hold(proxy, patience, LONG_NANOS, true);
    }
    awaitFree();
    return imports.get();
  }

  @Test
  void aPortThatCannotBeResetIsImportedAnew() throws Exception {
    assertThat(importsWhere(LONG, true)).isEqualTo(2);
  }

  @Test
  void aPortWhoseResetIsNotAnsweredIsImportedAnew() throws Exception {
    var hasty = new Patience(100_000, LONG_NANOS, LONG_NANOS, SHORT_NANOS, LONG_NANOS);
    assertThat(importsWhere(hasty, false)).isEqualTo(2);
  }

  /** The server says that the transfer had ended, and never how. */
  @Test
  void aTransferThatHasEndedHasToBeAnswered() throws Exception {
    Fate fate =
        (from, number, message) ->
            from == Sender.SERVER && ByteBuffer.wrap(message).getInt(0) == UNLINKED
                ? ByteBuffer.wrap(message).putInt(20, 0).array()
                : message;
    var hasty = new Patience(100_000, LONG_NANOS, SHORT_NANOS, LONG_NANOS, LONG_NANOS);
    try (var proxy = new MessageProxy(server.address(), fate);
        var link = UsbIpLink.connect(proxy.address(), "1-1", hasty)) {
      var dialogue = new Dialogue(link, LONG_NANOS);
      dialogue.configure();
      dialogue.giveUp();
      assertThat(link.lost().orElseThrow())
          .hasMessageEndingWith(proxy.address().getPort() + " does not answer any more");
    }
  }

  @Test
  void reattachingIsAnImport() throws IOException {
    var imports = new AtomicInteger();
    Fate fate =
        (from, number, message) -> {
          imports.addAndGet(message.length == 40 ? 1 : 0);
          return message;
        };
    try (var proxy = new MessageProxy(server.address(), fate);
        var link = UsbIpLink.connect(proxy.address(), "1-1", LONG)) {
      var dialogue = new Dialogue(link, LONG_NANOS);
      dialogue.configure();
      var waiting = new BulkTransfer(0x81, ended -> {}).of(Unpooled.buffer(13), 0, 13);
      link.submit(waiting);
      link.reattach();
      dialogue.hold();
      assertThat(waiting.status()).isEqualTo(Status.CANCELLED);
      assertThat(dialogue.isComplete()).isTrue();
      assertThat(imports).hasValue(2);
      assertThat(link.speed()).isEqualTo(Speed.HIGH);
    }
  }
}
