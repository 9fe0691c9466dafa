package dev.umsim.core.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.Cbw;
import dev.umsim.core.testing.CommandHost;
import dev.umsim.core.testing.Csw;
import dev.umsim.core.testing.PacketBus;
import dev.umsim.core.testing.RawHost;
import dev.umsim.core.testing.ScriptedMedium;
import dev.umsim.core.testing.TestDevice;
import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Transfers that are not cut along packets, that are given up, that come early or too late. */
class TransferSplitTest {
  private static final String READ_TWO_BLOCKS = "28 00 00 00 00 05 00 00 02 00";
  private static final String WRITE_FOUR_BLOCKS = "2A 00 00 00 00 08 00 00 04 00";

  private final ScriptedMedium medium = new ScriptedMedium(512, 64);
  private TestDevice device;
  private RawHost raw;

  static Stream<Arguments> buses() {
    return Stream.of(Speed.values())
        .flatMap(
            speed ->
                Stream.of(
                    Arguments.of(speed, (Supplier<Bus>) ZeroTimeBus::new),
                    Arguments.of(speed, (Supplier<Bus>) PacketBus::new)));
  }

  private void begin(Speed speed, Supplier<Bus> bus) {
    begin(TestDevice.setup().media(medium).speed(speed).bus(bus));
  }

  private void begin(TestDevice.Setup setup) {
    close();
    device = setup.configured();
    raw = device.raw();
  }

  @AfterEach
  void close() {
    if (device != null) {
      device.close();
    }
  }

  private static byte[] payload(int bytes) {
    var payload = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      payload[i] = (byte) (i * 3 + i / 256 + 0x51);
    }
    return payload;
  }

  private void send(Cbw cbw) {
    assertThat(raw.out(cbw.bytes()).summary()).isEqualTo("OK 31");
  }

  private void assertStatus(int tag, long residue, int status) {
    var answer = raw.in(13);
    assertThat(answer.summary()).isEqualTo("OK 13");
    assertThat(Csw.read(answer.bytes())).isEqualTo(new Csw(tag, residue, status));
    assertThat(raw.in(13).summary()).as("one status for each command").isEqualTo("NAK 0");
  }

  private void assertWorks() {
    var host = new CommandHost(raw);
    assertThat(host.none(0, "00 00 00 00 00 00").status()).isZero();
    assertThat(host.in(0, "28 00 00 00 00 20 00 00 01 00", 512).data())
        .isEqualTo(ScriptedMedium.pattern(512, 32));
    for (int endpoint : List.of(0x81, 0x02)) {
      var pipe = device.function().pipe(endpoint);
      assertThat(pipe.hostToggle()).isEqualTo(pipe.deviceToggle());
    }
  }

  @ParameterizedTest
  @MethodSource("buses")
  void babbleLosesNothing(Speed speed, Supplier<Bus> bus) {
    begin(speed, bus);
    int packet = speed.bulkMaxPacketBytes();
    var blocks = ScriptedMedium.patterns(512, 5, 2);
    send(Cbw.of(1, READ_TWO_BLOCKS).in(1024));
    // Smaller than the first packet: nothing went, whatever the size.
    for (int small : new int[] {0, 1, 13, packet - 1}) {
      assertThat(raw.in(small).summary()).isEqualTo("BABBLE 0");
    }
    // One packet and a bit: the packet is there, the next one was not acknowledged.
    var first = raw.in(packet + 1);
    assertThat(first.summary()).isEqualTo("BABBLE " + packet);
    assertThat(first.bytes()).isEqualTo(Arrays.copyOf(blocks, packet));
    assertThat(raw.halted(0x81)).isFalse();
    var rest = raw.in(1024 - packet);
    assertThat(rest.summary()).isEqualTo("OK " + (1024 - packet));
    assertThat(rest.bytes()).isEqualTo(Arrays.copyOfRange(blocks, packet, 1024));
    // The status too wants a transfer that is large enough.
    assertThat(raw.in(12).summary()).isEqualTo("BABBLE 0");
    assertStatus(1, 0, 0);
    assertWorks();
  }

  @ParameterizedTest
  @MethodSource("buses")
  void shortReplyNeedsRoomForItselfAlone(Speed speed, Supplier<Bus> bus) {
    begin(speed, bus);
    send(Cbw.of(1, "25 00 00 00 00 00 00 00 00 00").in(8));
    assertThat(raw.in(7).summary()).isEqualTo("BABBLE 0");
    assertThat(raw.in(8).hex()).isEqualTo("00 00 00 3f 00 00 02 00");
    assertStatus(1, 0, 0);
  }

  @ParameterizedTest
  @MethodSource("buses")
  void oneTransferTooLargeForItsDataTakesTheStatusToo(Speed speed, Supplier<Bus> bus) {
    begin(speed, bus);
    var posted =
        List.of(raw.postOut(Cbw.of(1, READ_TWO_BLOCKS).in(1024).bytes()), raw.postIn(4096));
    raw.run(posted.get(0), posted.get(1));
    // A data phase of whole packets does not end a transfer: the status comes behind it.
    assertThat(posted.get(1).answer().summary()).isEqualTo("OK " + (1024 + 13));
    assertThat(Csw.read(Arrays.copyOfRange(posted.get(1).answer().bytes(), 1024, 1037)))
        .isEqualTo(new Csw(1, 0, 0));
    assertWorks();
  }

  @ParameterizedTest
  @MethodSource("buses")
  void statusBeforeDataIsRefused(Speed speed, Supplier<Bus> bus) {
    begin(speed, bus);
    send(Cbw.of(1, READ_TWO_BLOCKS).in(1024));
    assertThat(raw.in(13).summary()).isEqualTo("BABBLE 0");
    assertThat(raw.in(1024).bytes()).isEqualTo(ScriptedMedium.patterns(512, 5, 2));
    assertStatus(1, 0, 0);
  }

  @ParameterizedTest
  @MethodSource("buses")
  void shortPacketFromTheHostEndsTheData(Speed speed, Supplier<Bus> bus) {
    int packet = speed.bulkMaxPacketBytes();
    for (int sent :
        new int[] {0, 1, packet - 1, packet + 1, 500, 511, 513, 1023, 1025, 2000, 2047}) {
      begin(speed, bus);
      var before = medium.content().clone();
      send(Cbw.of(sent, WRITE_FOUR_BLOCKS).out(2048));
      var payload = payload(sent);
      assertThat(raw.out(payload).summary()).isEqualTo("OK " + sent);
      int stored = sent / 512 * 512;
      assertStatus(sent, 2048 - stored, 2);
      var expected = before.clone();
      System.arraycopy(payload, 0, expected, 8 * 512, stored);
      assertThat(medium.content()).as("%d bytes sent", sent).isEqualTo(expected);
      raw.resetRecovery();
      assertWorks();
    }
  }

  @ParameterizedTest
  @MethodSource("buses")
  void shortPacketInTheMiddleEndsTheDataAndTheRestIsNoCommand(Speed speed, Supplier<Bus> bus) {
    begin(speed, bus);
    var before = medium.content().clone();
    send(Cbw.of(1, WRITE_FOUR_BLOCKS).out(2048));
    var payload = payload(1000);
    assertThat(raw.out(payload).summary()).isEqualTo("OK 1000");
    var late = raw.postOut(new byte[1048]);
    assertThat(Csw.read(raw.in(13).bytes())).isEqualTo(new Csw(1, 2048 - 512, 2));
    // What comes behind is taken for a command, which it is not.
    raw.run(late);
    assertThat(late.answer().summary()).isEqualTo("STALL " + speed.bulkMaxPacketBytes());
    System.arraycopy(payload, 0, before, 8 * 512, 512);
    assertThat(medium.content()).isEqualTo(before);
    raw.resetRecovery();
    assertWorks();
  }

  @ParameterizedTest
  @MethodSource("buses")
  void shortPacketEndsDiscardingToo(Speed speed, Supplier<Bus> bus) {
    begin(speed, bus);
    send(Cbw.of(1, "00 00 00 00 00 00").out(2048));
    assertThat(raw.out(new byte[100]).summary()).isEqualTo("OK 100");
    assertStatus(1, 2048, 2);
    raw.resetRecovery();
    assertWorks();
  }

  @ParameterizedTest
  @MethodSource("buses")
  void moreThanWasAnnouncedIsNoData(Speed speed, Supplier<Bus> bus) {
    begin(speed, bus);
    int packet = speed.bulkMaxPacketBytes();
    var before = medium.content().clone();
    var payload = payload(512 + packet);
    send(Cbw.of(1, "2A 00 00 00 00 08 00 00 01 00").out(512));
    var data = raw.postOut(payload);
    assertThat(Csw.read(raw.in(13).bytes())).isEqualTo(new Csw(1, 0, 0));
    raw.run(data);
    assertThat(data.answer().bytes()).hasSize(512 + packet);
    assertThat(raw.in(13).summary()).as("the rest was taken for a command").isEqualTo("STALL 0");
    System.arraycopy(payload, 0, before, 8 * 512, 512);
    assertThat(medium.content()).isEqualTo(before);
    raw.resetRecovery();
    assertWorks();
  }

  @ParameterizedTest
  @MethodSource("buses")
  void lastPacketLongerThanAnnouncedLosesItsTail(Speed speed, Supplier<Bus> bus) {
    begin(speed, bus);
    int packet = speed.bulkMaxPacketBytes();
    // 512 bytes and a few are announced, whole packets come.
    var payload = payload(512 + packet);
    send(Cbw.of(1, "2A 00 00 00 00 08 00 00 02 00").out(512 + 10));
    assertThat(raw.out(payload).summary()).isEqualTo("OK " + (512 + packet));
    var answer = raw.in(13);
    assertThat(Csw.read(answer.bytes()).status()).isEqualTo(2);
    assertThat(Csw.read(answer.bytes()).residue()).isBetween(0L, 522L);
    assertThat(medium.content()).startsWith(ScriptedMedium.patterns(512, 0, 8));
    assertThat(Arrays.copyOfRange(medium.content(), 9 * 512, 64 * 512))
        .isEqualTo(ScriptedMedium.patterns(512, 9, 55));
    raw.resetRecovery();
    assertWorks();
  }

  @ParameterizedTest
  @MethodSource("buses")
  void givenUpBeforeDataGoesOnWithAnother(Speed speed, Supplier<Bus> bus) {
    begin(speed, bus);
    medium.deferred(true);
    send(Cbw.of(1, READ_TWO_BLOCKS).in(1024));
    assertThat(raw.in(1024).summary()).as("the medium is at work").isEqualTo("NAK 0");
    medium.finishOne();
    assertThat(raw.in(1024).bytes()).isEqualTo(ScriptedMedium.patterns(512, 5, 2));
    assertStatus(1, 0, 0);
    medium.deferred(false);
    assertWorks();
  }

  @ParameterizedTest
  @MethodSource("buses")
  void givenUpInTheMiddleKeepsWhatHasGone(Speed speed, Supplier<Bus> bus) {
    // Memory of one chunk of 4 KiB, and a medium that takes its time, stop a read in its middle.
    begin(TestDevice.setup().media(medium).speed(speed).bus(bus).accessBytes(4096));
    medium.deferred(true);
    send(Cbw.of(1, "28 00 00 00 00 05 00 00 10 00").in(8192));
    medium.finishOne();
    var half = raw.in(8192);
    assertThat(half.summary()).isEqualTo("NAK 4096");
    assertThat(half.bytes()).isEqualTo(ScriptedMedium.patterns(512, 5, 8));
    medium.finishOne();
    var rest = raw.in(4096);
    assertThat(rest.bytes()).isEqualTo(ScriptedMedium.patterns(512, 13, 8));
    assertStatus(1, 0, 0);
    medium.deferred(false);
    assertWorks();
  }

  @ParameterizedTest
  @MethodSource("buses")
  void givenUpWhileSendingGoesOnWhereItStood(Speed speed, Supplier<Bus> bus) {
    begin(TestDevice.setup().media(medium).speed(speed).bus(bus).accessBytes(4096));
    medium.deferred(true);
    var payload = payload(8192);
    send(Cbw.of(1, "2A 00 00 00 00 05 00 00 10 00").out(8192));
    var half = raw.out(payload);
    assertThat(half.summary()).as("the medium writes the first chunk").isEqualTo("NAK 4096");
    medium.finishOne();
    assertThat(raw.out(Arrays.copyOfRange(payload, 4096, 8192)).summary()).isEqualTo("OK 4096");
    assertThat(raw.in(13).summary()).as("no status before it is written").isEqualTo("NAK 0");
    medium.finishOne();
    assertStatus(1, 0, 0);
    assertThat(Arrays.copyOfRange(medium.content(), 5 * 512, 21 * 512)).isEqualTo(payload);
    medium.deferred(false);
    assertWorks();
  }

  @ParameterizedTest
  @MethodSource("buses")
  void statusMayBeAskedForBeforeEverythingElse(Speed speed, Supplier<Bus> bus) {
    begin(speed, bus);
    var status = raw.postIn(13);
    var cbw = raw.postOut(Cbw.of(1, "00 00 00 00 00 00").bytes());
    raw.run(cbw, status);
    assertThat(Csw.read(status.answer().bytes())).isEqualTo(new Csw(1, 0, 0));
    // Several commands at once: each waits for the status of the one before.
    var statuses = List.of(raw.postIn(13), raw.postIn(13), raw.postIn(13));
    for (int tag = 2; tag <= 4; tag++) {
      raw.postOut(Cbw.of(tag, "00 00 00 00 00 00").bytes());
    }
    raw.run(statuses.get(0), statuses.get(1), statuses.get(2));
    for (int i = 0; i < 3; i++) {
      assertThat(Csw.read(statuses.get(i).answer().bytes())).isEqualTo(new Csw(2 + i, 0, 0));
    }
    assertWorks();
  }

  @ParameterizedTest
  @MethodSource("buses")
  void commandBeforeTheStatusOfTheLastWaits(Speed speed, Supplier<Bus> bus) {
    begin(speed, bus);
    send(Cbw.of(1, "00 00 00 00 00 00"));
    assertThat(raw.out(Cbw.of(2, "00 00 00 00 00 00").bytes()).summary()).isEqualTo("NAK 0");
    assertStatus(1, 0, 0);
    assertWorks();
  }
}
