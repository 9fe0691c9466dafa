package dev.umsim.core.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.Cbw;
import dev.umsim.core.testing.Csw;
import dev.umsim.core.testing.PacketBus;
import dev.umsim.core.testing.RawHost;
import dev.umsim.core.testing.ScriptedMedium;
import dev.umsim.core.testing.TestDevice;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A reset at each stage of a command, and halts in its middle. */
class InterruptedCommandTest {
  /** Where a command stands when something happens to it. */
  private enum Stage {
    NOTHING_SENT,
    WRAPPER_POSTED,
    READ_BEFORE_DATA,
    READ_IN_MID_DATA,
    READ_BEFORE_STATUS,
    READ_HALTED_BEFORE_STATUS,
    READ_WITH_MEDIUM_AT_WORK,
    WRITE_BEFORE_DATA,
    WRITE_IN_MID_DATA,
    WRITE_BEFORE_STATUS,
    WRITE_WITH_MEDIUM_AT_WORK,
    VERIFY_WITH_MEDIUM_AT_WORK,
    COMPARE_WITH_MEDIUM_AT_WORK,
    SYNCHRONIZE_WITH_MEDIUM_AT_WORK,
    DISCARDING,
    PHASE_ERROR_BEFORE_STATUS,
    NOT_MEANINGFUL,
    BROKEN
  }

  /** What happens. */
  private enum Reset {
    RESET_RECOVERY,
    SET_CONFIGURATION,
    SET_INTERFACE,
    DECONFIGURE_AND_CONFIGURE,
    PORT_RESET,
    REPLUG
  }

  private final ScriptedMedium medium = new ScriptedMedium(512, 64);
  private TestDevice device;

  static Stream<Arguments> stagesAndResets() {
    return Stream.of(Stage.values())
        .flatMap(
            stage ->
                Stream.of(Reset.values())
                    .flatMap(
                        reset ->
                            Stream.of(Speed.values())
                                .map(speed -> Arguments.of(stage, reset, speed))));
  }

  @AfterEach
  void close() {
    device.close();
    while (medium.waiting() > 0) {
      medium.finishOne();
    }
  }

  private RawHost raw() {
    return device.raw();
  }

  private TestDevice device(Speed speed) {
    return TestDevice.setup()
        .media(medium)
        .speed(speed)
        .accessBytes(4096)
        .bus(speed == Speed.FULL ? PacketBus::new : ZeroTimeBus::new)
        .configured();
  }

  @ParameterizedTest
  @MethodSource("stagesAndResets")
  void aCommandWorksAfterAnyResetAtAnyStage(Stage stage, Reset reset, Speed speed) {
    device = device(speed);
    for (int round = 0; round < 2; round++) {
      bringTo(stage);
      reset(reset);
      medium.deferred(false);
      assertThat(raw().in(13).summary()).as("no status of what was reset").isEqualTo("NAK 0");
      assertWorks();
      var late = medium.content().clone();
      while (medium.waiting() > 0) {
        medium.finishOne();
      }
      // A write that was with the medium may still be carried out by it, and nothing else.
      if (stage != Stage.WRITE_WITH_MEDIUM_AT_WORK) {
        assertThat(medium.content()).isEqualTo(late);
      }
      assertThat(raw().in(13).summary()).as("a late answer goes nowhere").isEqualTo("NAK 0");
      assertWorks();
    }
    device.close();
    assertThat(device.accessMemoryBytes()).isZero();
  }

  private void bringTo(Stage stage) {
    var read = "28 00 00 00 00 05 00 00 10 00";
    var write = "2A 00 00 00 00 05 00 00 10 00";
    switch (stage) {
      case NOTHING_SENT -> {}
      case WRAPPER_POSTED -> raw().postOut(Cbw.of(1, read).in(8192).bytes());
      case READ_BEFORE_DATA -> raw().out(Cbw.of(1, read).in(8192).bytes());
      case READ_IN_MID_DATA -> {
        raw().out(Cbw.of(1, read).in(8192).bytes());
        assertThat(raw().in(512).summary()).isEqualTo("OK 512");
        // And with a transfer under way.
        raw().postIn(7680);
      }
      case READ_BEFORE_STATUS -> {
        raw().out(Cbw.of(1, read).in(8192).bytes());
        assertThat(raw().in(8192).summary()).isEqualTo("OK 8192");
      }
      case READ_HALTED_BEFORE_STATUS -> {
        raw().out(Cbw.of(1, read).in(9000).bytes());
        assertThat(raw().in(9000).summary()).isEqualTo("STALL 8192");
      }
      case READ_WITH_MEDIUM_AT_WORK -> {
        medium.deferred(true);
        raw().out(Cbw.of(1, read).in(8192).bytes());
        raw().postIn(8192);
        raw().settle();
        assertThat(medium.waiting()).isOne();
      }
      case WRITE_BEFORE_DATA -> raw().out(Cbw.of(1, write).out(8192).bytes());
      case WRITE_IN_MID_DATA -> {
        raw().out(Cbw.of(1, write).out(8192).bytes());
        assertThat(raw().out(ScriptedMedium.patterns(512, 5, 1)).summary()).isEqualTo("OK 512");
        raw().postOut(ScriptedMedium.patterns(512, 6, 3));
      }
      case WRITE_BEFORE_STATUS -> {
        raw().out(Cbw.of(1, write).out(8192).bytes());
        assertThat(raw().out(ScriptedMedium.patterns(512, 5, 16)).summary()).isEqualTo("OK 8192");
      }
      case WRITE_WITH_MEDIUM_AT_WORK -> {
        medium.deferred(true);
        raw().out(Cbw.of(1, write).out(8192).bytes());
        raw().postOut(ScriptedMedium.patterns(512, 5, 16));
        raw().settle();
        assertThat(medium.waiting()).isOne();
      }
      case VERIFY_WITH_MEDIUM_AT_WORK -> {
        medium.deferred(true);
        raw().out(Cbw.of(1, "2F 00 00 00 00 05 00 00 20 00").bytes());
        raw().settle();
        assertThat(medium.waiting()).isOne();
      }
      case COMPARE_WITH_MEDIUM_AT_WORK -> {
        medium.deferred(true);
        raw().out(Cbw.of(1, "2F 02 00 00 00 05 00 00 10 00").out(8192).bytes());
        raw().postOut(ScriptedMedium.patterns(512, 5, 16));
        raw().settle();
        assertThat(medium.waiting()).isOne();
      }
      case SYNCHRONIZE_WITH_MEDIUM_AT_WORK -> {
        medium.deferred(true);
        raw().out(Cbw.of(1, "35 00 00 00 00 00 00 00 00 00").bytes());
        raw().settle();
        assertThat(medium.waiting()).isOne();
      }
      case DISCARDING -> {
        raw().out(Cbw.of(1, "00 00 00 00 00 00").out(40_000).bytes());
        assertThat(raw().out(new byte[20_480]).summary()).isEqualTo("OK 20480");
      }
      case PHASE_ERROR_BEFORE_STATUS ->
          raw().out(Cbw.of(1, "28 00 00 00 00 05 00 00 01 00").in(0).bytes());
      case NOT_MEANINGFUL -> raw().out(Cbw.of(1, read).lun(0x10).bytes());
      case BROKEN -> raw().out(new byte[30]);
    }
  }

  private void reset(Reset reset) {
    var endpoints = List.of(0x81, 0x02);
    switch (reset) {
      case RESET_RECOVERY -> {
        // A host gives its transfers up before; a new link has none.
        cancelAll();
        raw().resetRecovery();
      }
      case SET_CONFIGURATION -> {
        cancelAll();
        raw().control("00 09 0001 0000 0000");
      }
      case SET_INTERFACE -> {
        cancelAll();
        raw().control("01 0b 0000 0000 0000");
      }
      case DECONFIGURE_AND_CONFIGURE -> {
        cancelAll();
        raw().control("00 09 0000 0000 0000");
        assertThat(raw().in(13).summary()).isEqualTo("NO_RESPONSE 0");
        raw().control("00 09 0001 0000 0000");
      }
      case PORT_RESET -> {
        device.link().resetPort();
        assertThat(raw().in(13).summary()).isEqualTo("NO_RESPONSE 0");
        raw().configure();
      }
      case REPLUG -> {
        var speed = device.link().speed();
        device.link().unplug();
        device.plugIn(speed);
        raw().configure();
      }
    }
    for (int endpoint : endpoints) {
      assertThat(device.function().pipe(endpoint).halted()).isFalse();
      if (reset != Reset.REPLUG) {
        assertThat(device.function().pipe(endpoint).deviceToggle()).isZero();
        assertThat(device.function().pipe(endpoint).hostToggle()).isZero();
      }
    }
  }

  private void cancelAll() {
    raw().giveUp(raw().underWay());
  }

  private void assertWorks() {
    var host = device.host();
    assertThat(host.none(0, "00 00 00 00 00 00").status()).isZero();
    var read = host.in(0, "28 00 00 00 00 20 00 00 09 00", 9 * 512);
    assertThat(read.csw().status()).isZero();
    assertThat(read.data()).isEqualTo(ScriptedMedium.patterns(512, 32, 9));
    var data = ScriptedMedium.patterns(512, 40, 9);
    assertThat(host.out(0, "2A 00 00 00 00 30 00 00 09 00", data).status()).isZero();
    assertThat(Arrays.copyOfRange(medium.content(), 0x30 * 512, 0x39 * 512)).isEqualTo(data);
    assertThat(host.none(0, "35 00 00 00 00 00 00 00 00 00").status()).isZero();
  }

  @Test
  void theMemoryOfAResetCommandComesBack() {
    device = device(Speed.HIGH);
    bringTo(Stage.READ_WITH_MEDIUM_AT_WORK);
    assertThat(device.accessMemoryBytes()).isEqualTo(4096);
    for (int i = 2; i <= 5; i++) {
      cancelAll();
      raw().resetRecovery();
      raw().out(Cbw.of(i, "28 00 00 00 00 05 00 00 10 00").in(8192).bytes());
      raw().settle();
      assertThat(medium.waiting()).isEqualTo(i);
      assertThat(device.accessMemoryBytes()).as("each has its own").isEqualTo(4096L * i);
    }
    cancelAll();
    raw().resetRecovery();
    while (medium.waiting() > 0) {
      medium.finishOne();
    }
    medium.deferred(false);
    for (int i = 0; i < 20; i++) {
      assertWorks();
    }
    assertThat(device.accessMemoryBytes()).as("used again, none added").isEqualTo(4096L * 5);
    device.close();
    assertThat(device.accessMemoryBytes()).isZero();
  }

  @Test
  void memoryWithTheMediumIsFreedWhenItIsDone() {
    device = device(Speed.HIGH);
    bringTo(Stage.READ_WITH_MEDIUM_AT_WORK);
    device.close();
    assertThat(device.accessMemoryBytes()).isEqualTo(4096);
    medium.finishOne();
    assertThat(device.accessMemoryBytes()).isZero();
  }

  @Test
  void closingFreesMemoryOfADeviceThatIsUnpluggedAlready() {
    device = device(Speed.HIGH);
    bringTo(Stage.READ_BEFORE_STATUS);
    var first = device.link();
    first.unplug();
    device.plugIn(Speed.FULL);
    first.close();
    raw().configure();
    assertWorks();
    assertThat(device.accessMemoryBytes()).as("it lives at another port").isEqualTo(4096);
    device.link().unplug();
    device.link().close();
    assertThat(device.accessMemoryBytes()).isZero();
  }

  @Test
  void aLateReadDoesNotReachTheNextCommand() {
    device = device(Speed.HIGH);
    medium.deferred(true);
    raw().out(Cbw.of(1, "28 00 00 00 00 05 00 00 01 00").in(512).bytes());
    raw().resetRecovery();
    raw().out(Cbw.of(2, "28 00 00 00 00 09 00 00 01 00").in(512).bytes());
    var data = raw().postIn(512);
    raw().settle();
    medium.finishOne();
    raw().settle();
    assertThat(data.ended()).as("that was the answer to the command before").isFalse();
    medium.finishOne();
    assertThat(raw().await(data).bytes()).isEqualTo(ScriptedMedium.pattern(512, 9));
    assertThat(Csw.read(raw().in(13).bytes())).isEqualTo(new Csw(2, 0, 0));
  }

  // Halts.

  @ParameterizedTest
  @ValueSource(ints = {0x81, 0x02})
  void hostHaltsInMidDataAndGoesOn(int endpoint) {
    device = device(Speed.HIGH);
    boolean in = endpoint == 0x81;
    var data = ScriptedMedium.patterns(512, 20, 4);
    raw()
        .out(
            (in
                    ? Cbw.of(1, "28 00 00 00 00 14 00 00 04 00").in(2048)
                    : Cbw.of(1, "2A 00 00 00 00 05 00 00 04 00").out(2048))
                .bytes());
    if (in) {
      assertThat(raw().in(512).bytes()).isEqualTo(Arrays.copyOf(data, 512));
    } else {
      raw().out(Arrays.copyOf(data, 512));
    }
    assertThat(raw().setHalt(endpoint).summary()).isEqualTo("OK 0");
    assertThat(raw().halted(endpoint)).isTrue();
    for (int i = 0; i < 3; i++) {
      assertThat((in ? raw().in(1536) : raw().out(new byte[1536])).summary()).isEqualTo("STALL 0");
    }
    assertThat(raw().clearHalt(endpoint).summary()).isEqualTo("OK 0");
    assertThat(raw().halted(endpoint)).isFalse();
    if (in) {
      assertThat(raw().in(1536).bytes()).isEqualTo(Arrays.copyOfRange(data, 512, 2048));
    } else {
      assertThat(raw().out(Arrays.copyOfRange(data, 512, 2048)).summary()).isEqualTo("OK 1536");
    }
    assertThat(Csw.read(raw().in(13).bytes())).isEqualTo(new Csw(1, 0, 0));
    if (!in) {
      assertThat(Arrays.copyOfRange(medium.content(), 5 * 512, 9 * 512)).isEqualTo(data);
    }
    assertWorks();
  }

  @Test
  void hostHaltsBeforeTheStatus() {
    device = device(Speed.HIGH);
    raw().out(Cbw.of(1, "00 00 00 00 00 00").bytes());
    raw().setHalt(0x81);
    assertThat(raw().in(13).summary()).isEqualTo("STALL 0");
    raw().clearHalt(0x81);
    assertThat(Csw.read(raw().in(13).bytes())).isEqualTo(new Csw(1, 0, 0));
    assertThat(raw().in(13).summary()).isEqualTo("NAK 0");
    assertWorks();
  }

  @Test
  void hostHaltsWhileNothingHappens() {
    device = device(Speed.HIGH);
    raw().setHalt(0x81);
    raw().setHalt(0x02);
    assertThat(raw().out(Cbw.of(1, "00 00 00 00 00 00").bytes()).summary()).isEqualTo("STALL 0");
    raw().clearHalt(0x02);
    assertThat(raw().out(Cbw.of(1, "00 00 00 00 00 00").bytes()).summary()).isEqualTo("OK 31");
    assertThat(raw().in(13).summary()).isEqualTo("STALL 0");
    raw().clearHalt(0x81);
    assertThat(Csw.read(raw().in(13).bytes())).isEqualTo(new Csw(1, 0, 0));
    assertWorks();
  }

  @Test
  void theStatusBehindAStallIsHeldAndSentOnce() {
    device = device(Speed.HIGH);
    raw().out(Cbw.of(1, "12 00 00 00 24 00").in(255).bytes());
    assertThat(raw().in(255).summary()).isEqualTo("OK 36");
    for (int i = 0; i < 4; i++) {
      assertThat(raw().in(13).summary()).isEqualTo("STALL 0");
    }
    raw().clearHalt(0x81);
    // Cleared again before it is read: it still comes, once.
    raw().clearHalt(0x81);
    assertThat(raw().in(13).hex()).isEqualTo("55 53 42 53 01 00 00 00 db 00 00 00 00");
    assertThat(raw().in(13).summary()).isEqualTo("NAK 0");
    raw().clearHalt(0x81);
    assertThat(raw().in(13).summary()).isEqualTo("NAK 0");
    assertWorks();
  }

  @Test
  void theClassResetKeepsHaltsAndToggles() {
    device = device(Speed.HIGH);
    // Three packets in, one out: both toggles stand at 1.
    raw().out(Cbw.of(1, "28 00 00 00 00 14 00 00 02 00").in(1024).bytes());
    raw().in(1024);
    raw().in(13);
    raw().setHalt(0x81);
    var in = device.function().pipe(0x81);
    var out = device.function().pipe(0x02);
    assertThat(in.deviceToggle()).isOne();
    assertThat(out.deviceToggle()).isOne();
    raw().bulkOnlyReset();
    assertThat(in.deviceToggle()).isOne();
    assertThat(out.deviceToggle()).isOne();
    assertThat(raw().halted(0x81)).isTrue();
    assertThat(raw().halted(0x02)).isFalse();
    raw().clearHalt(0x81);
    assertThat(in.deviceToggle()).isZero();
    assertThat(out.deviceToggle()).isOne();
    assertWorks();
  }
}
