package dev.umsim.sim.usbip;

import static dev.umsim.sim.usbip.UsbIpDialogue.NO_SETUP;
import static dev.umsim.sim.usbip.UsbIpDialogue.message;
import static dev.umsim.sim.usbip.UsbIpDialogue.submit;
import static dev.umsim.sim.usbip.UsbIpDialogue.submitted;
import static dev.umsim.sim.usbip.UsbIpDialogue.unlinked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.sim.serve.ExportedDevice.State;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The server's side of a connection, message by message. */
class UsbIpConnectionTest {
  /** TEST UNIT READY with tag 1. */
  private static final byte[] TEST_UNIT_READY = new byte[31];

  static {
    System.arraycopy(new byte[] {'U', 'S', 'B', 'C', 1}, 0, TEST_UNIT_READY, 0, 5);
    TEST_UNIT_READY[14] = 6;
  }

  private static final String GOOD_STATUS = "55534253" + "01000000" + "00000000" + "00";

  private final UsbIpDialogue dialogue = new UsbIpDialogue(new MemoryMedium(512, 64));

  @AfterEach
  void close() {
    dialogue.close();
  }

  @Test
  void listsDevices() {
    var list = dialogue.sendHex("0111800500000000");
    assertThat(list).startsWith("0111000500000000" + "00000001").hasSize(2 * (12 + 312 + 4));
    assertThat(list).endsWith("08065000");
    dialogue.device.unplug();
    assertThat(dialogue.sendHex("0111800500000000")).isEqualTo("0111000500000000" + "00000000");
  }

  @Test
  void givesADeviceToOneHost() {
    assertThat(dialogue.importDevice()).startsWith("0111000300000000").hasSize(2 * (8 + 312));
    assertThat(dialogue.device.state()).isEqualTo(State.ATTACHED);
    dialogue.channel.close();
    dialogue.settle();
    assertThat(dialogue.device.state()).isEqualTo(State.FREE);
  }

  @Test
  void refusesWhatIsNotThere() {
    dialogue.device.unplug();
    assertThat(dialogue.importDevice()).isEqualTo("0111000300000004");
    assertThat(dialogue.channel.isOpen()).isFalse();
  }

  @Test
  void carriesOutACommand() {
    dialogue.configure();
    assertThat(dialogue.send(message(submit(2, Direction.OUT, 2, 31, NO_SETUP), TEST_UNIT_READY)))
        .isEqualTo(submitted(2, 0, 31));
    assertThat(dialogue.send(message(submit(3, Direction.IN, 1, 13, NO_SETUP))))
        .isEqualTo(submitted(3, 0, 13) + GOOD_STATUS);
  }

  @Test
  void waitsWithAStatusThatIsAskedForEarly() {
    dialogue.configure();
    assertThat(dialogue.send(message(submit(2, Direction.IN, 1, 13, NO_SETUP)))).isEmpty();
    assertThat(dialogue.send(message(submit(3, Direction.OUT, 2, 31, NO_SETUP), TEST_UNIT_READY)))
        .isEqualTo(submitted(3, 0, 31) + submitted(2, 0, 13) + GOOD_STATUS);
  }

  @Test
  void givesUpATransferUnderWay() {
    dialogue.configure();
    dialogue.send(message(submit(2, Direction.IN, 1, 13, NO_SETUP)));
    var unlink = new TransferMessage.Unlink(3, UsbIpDialogue.DEVICE_ID, Direction.OUT, 0, 2);
    assertThat(dialogue.send(message(unlink))).isEqualTo(unlinked(3, -104));
    assertThat(dialogue.send(message(unlink))).isEqualTo(unlinked(3, 0));
  }

  @Test
  void answersUnlinkOfWhatHasEndedAfterIt() {
    dialogue.configure();
    var both = message(submit(2, Direction.IN, 0, 2, new SetupPacket(0x80, 0, 0, 0, 2)));
    var unlink = new TransferMessage.Unlink(3, UsbIpDialogue.DEVICE_ID, Direction.OUT, 0, 2);
    assertThat(dialogue.send(both)).isEqualTo(submitted(2, 0, 2) + "0000");
    assertThat(dialogue.send(message(unlink))).isEqualTo(unlinked(3, 0));
  }

  @Test
  void keepsTheAddressToItself() {
    dialogue.importDevice();
    assertThat(
            dialogue.send(message(submit(2, Direction.OUT, 0, 0, new SetupPacket(0, 5, 99, 0, 0)))))
        .isEqualTo(submitted(2, 0, 0));
  }

  @Test
  void beginsAnewWithTheConfiguration() {
    dialogue.configure();
    // Half a command: its status is never fetched.
    dialogue.send(message(submit(2, Direction.OUT, 2, 31, NO_SETUP), TEST_UNIT_READY));
    dialogue.send(message(submit(3, Direction.OUT, 0, 0, new SetupPacket(0, 9, 1, 0, 0))));
    assertThat(dialogue.send(message(submit(4, Direction.OUT, 2, 31, NO_SETUP), TEST_UNIT_READY)))
        .isEqualTo(submitted(4, 0, 31));
  }

  @Test
  void saysThatAnEndpointDoesNotExist() {
    dialogue.configure();
    assertThat(dialogue.send(message(submit(2, Direction.IN, 9, 13, NO_SETUP))))
        .isEqualTo(submitted(2, -71, 0));
  }

  @Test
  void refusesARequestWhoseLengthsDiffer() {
    dialogue.importDevice();
    assertThat(
            dialogue.send(
                message(submit(2, Direction.IN, 0, 9, new SetupPacket(0x80, 0, 0, 0, 2)))))
        .isEqualTo(submitted(2, -22, 0));
  }

  @Test
  void closesWhenTheDeviceIsUnplugged() {
    dialogue.configure();
    dialogue.send(message(submit(2, Direction.IN, 1, 13, NO_SETUP)));
    dialogue.device.unplug();
    assertThat(dialogue.received()).isEqualTo(submitted(2, -108, 0));
    assertThat(dialogue.channel.isOpen()).isFalse();
  }

  static Stream<Arguments> nonsense() {
    return Stream.of(
        Arguments.of("0112800500000000", "version 0112 is not 0111"),
        Arguments.of("0111000500000000", "sent the reply DEVICE_LIST_REPLY"),
        Arguments.of("0111800600000000", "there is no operation 8006"));
  }

  @ParameterizedTest
  @MethodSource("nonsense")
  void endsWithAPeerThatBeginsWrongly(String hex, String why) {
    assertThat(dialogue.sendHex(hex)).isEmpty();
    assertThat(dialogue.channel.isOpen()).isFalse();
    assertThat(dialogue.problems()).containsExactly(why);
  }

  static Stream<Arguments> nonsenseLater() {
    var rest = "00000000".repeat(7);
    return Stream.of(
        Arguments.of("00000009 00000001 00010001 00000000 00000000" + rest, "no command 9"),
        Arguments.of("00000001 00000001 00020001 00000000 00000000" + rest, "spoke of device"),
        Arguments.of("00000001 00000001 00010001 00000002 00000000" + rest, "a direction is"),
        Arguments.of("00000001 00000001 00010001 00000000 00000010" + rest, "an endpoint is"),
        Arguments.of("00000003 00000001 00010001 00000000 00000000" + rest, "sent an answer"),
        Arguments.of(
            "00000001 00000001 00010001 00000001 00000001 00000000 ffffffff" + "00".repeat(20),
            "4294967295 bytes more"),
        Arguments.of(
            "00000001 00000001 00010001 00000001 00000001 00000000 00000040 00000000 00000004"
                + "00".repeat(12),
            "isochronous"));
  }

  @ParameterizedTest
  @MethodSource("nonsenseLater")
  void endsWithAPeerThatGoesOnWrongly(String hex, String why) {
    dialogue.importDevice();
    assertThat(dialogue.sendHex(hex)).isEmpty();
    assertThat(dialogue.channel.isOpen()).isFalse();
    assertThat(dialogue.problems()).singleElement().asString().contains(why);
    assertThat(dialogue.device.state()).isEqualTo(State.FREE);
  }

  @Test
  void endsWithAPeerThatUsesANumberTwice() {
    dialogue.configure();
    dialogue.send(message(submit(2, Direction.IN, 1, 13, NO_SETUP)));
    dialogue.send(message(submit(2, Direction.IN, 1, 13, NO_SETUP)));
    assertThat(dialogue.channel.isOpen()).isFalse();
  }

  @Test
  void takesMessagesInAnyPieces() {
    dialogue.configure();
    var bytes = message(submit(2, Direction.OUT, 2, 31, NO_SETUP), TEST_UNIT_READY);
    var answer = new StringBuilder();
    while (bytes.isReadable()) {
      answer.append(dialogue.send(bytes.readRetainedSlice(1)));
    }
    bytes.release();
    assertThat(answer.toString()).isEqualTo(submitted(2, 0, 31));
  }

  @Test
  void answersToManyQuestionsAreSentTogether() {
    var flushes = new AtomicInteger();
    dialogue.channel.pipeline().addFirst(new FlushCounter(flushes));
    var questions = Unpooled.buffer();
    for (int i = 0; i < 640; i++) {
      questions.writeLong(0x0111_8005_0000_0000L);
    }
    dialogue.channel.pipeline().fireChannelRead(questions).fireChannelReadComplete();
    for (int round = 0; round < 10; round++) {
      dialogue.channel.runPendingTasks();
    }
    assertThat(flushes.get()).isBetween(10, 20);
    assertThat(dialogue.received()).hasSize(2 * 640 * (8 + 4 + 312 + 4));
  }

  private static final class FlushCounter extends ChannelOutboundHandlerAdapter {
    private final AtomicInteger flushes;

    FlushCounter(AtomicInteger flushes) {
      this.flushes = flushes;
    }

    @Override
    public void flush(ChannelHandlerContext context) {
      flushes.incrementAndGet();
      context.flush();
    }
  }

  @Test
  void whoAsksForNoDeviceMayNotStay() {
    dialogue.passSeconds(9);
    assertThat(dialogue.channel.isOpen()).isTrue();
    dialogue.sendHex("0111800500000000");
    dialogue.passSeconds(1);
    assertThat(dialogue.channel.isOpen()).isFalse();
    assertThat(dialogue.problems()).containsExactly("asked for no device in 10 s");
  }

  @Test
  void whoHasADeviceMayBeSilent() {
    dialogue.importDevice();
    dialogue.passSeconds(1000);
    assertThat(dialogue.channel.isOpen()).isTrue();
  }

  /** SET_FEATURE(PORT_RESET): what is under way ends, and the device has no configuration. */
  @Test
  void resetsItsPort() {
    dialogue.configure();
    dialogue.send(message(submit(2, Direction.IN, 1, 13, NO_SETUP)));
    var reset = new SetupPacket(0x23, 3, 4, 1, 0);
    assertThat(dialogue.send(message(submit(3, Direction.OUT, 0, 0, reset))))
        .isEqualTo(submitted(2, -104, 0) + submitted(3, 0, 0));
    var getConfiguration = new SetupPacket(0x80, 8, 0, 0, 1);
    assertThat(dialogue.send(message(submit(4, Direction.IN, 0, 1, getConfiguration))))
        .isEqualTo(submitted(4, 0, 1) + "00");
    // In the Default state it would answer no request for a configuration.
    dialogue.send(message(submit(5, Direction.OUT, 0, 0, new SetupPacket(0, 9, 1, 0, 0))));
    assertThat(dialogue.send(message(submit(6, Direction.IN, 0, 1, getConfiguration))))
        .isEqualTo(submitted(6, 0, 1) + "01");
  }
}
