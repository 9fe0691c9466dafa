package dev.umsim.core.usb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.bot.MassStorageInterface;
import dev.umsim.core.testing.RawHost;
import dev.umsim.core.testing.ScriptedMedium;
import dev.umsim.core.testing.TestDevice;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Halts and data toggles of the bulk endpoints (USB 2.0, sections 5.8.5 and 9.4.5). */
class HaltAndToggleTest {
  private static final int IN = 0x81;
  private static final int OUT = 0x02;

  private TestDevice device = TestDevice.setup().configured();

  @AfterEach
  void close() {
    device.close();
  }

  private RawHost raw() {
    return device.raw();
  }

  private BulkPipe pipe(int endpoint) {
    return device.function().pipe(endpoint);
  }

  /** One command sends one packet and receives one: both toggles are at 1 after it. */
  private void flipBoth() {
    assertThat(device.host().none(0, "00 00 00 00 00 00").status()).isZero();
  }

  private void assertToggles(int in, int out) {
    assertThat(pipe(raw().bulkIn()).deviceToggle()).as("in, device").isEqualTo(in);
    assertThat(pipe(raw().bulkIn()).hostToggle()).as("in, host").isEqualTo(in);
    assertThat(pipe(raw().bulkOut()).deviceToggle()).as("out, device").isEqualTo(out);
    assertThat(pipe(raw().bulkOut()).hostToggle()).as("out, host").isEqualTo(out);
  }

  @Test
  void everyPacketFlips() {
    assertToggles(0, 0);
    flipBoth();
    assertToggles(1, 1);
    flipBoth();
    assertToggles(0, 0);
    // Two packets of data and a status; one command.
    device.host().in(0, "28 00 00 00 00 05 00 00 02 00", 1024);
    assertToggles(1, 1);
    // A command and three packets out.
    device.host().out(0, "2A 00 00 00 00 05 00 00 03 00", new byte[1536]);
    assertToggles(0, 1);
  }

  @Test
  void emptyPacketsFlipToo() {
    raw().out(new byte[0]);
    assertToggles(0, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {IN, OUT})
  void clearingResetsTheToggleOfThatEndpointAlone(int endpoint) {
    flipBoth();
    raw().clearHalt(endpoint);
    assertToggles(endpoint == IN ? 0 : 1, endpoint == OUT ? 0 : 1);
    flipBoth();
    flipBoth();
  }

  @Test
  void settingAHaltKeepsTheToggle() {
    flipBoth();
    raw().setHalt(IN);
    raw().setHalt(OUT);
    assertThat(raw().halted(IN)).isTrue();
    assertThat(raw().halted(OUT)).isTrue();
    assertToggles(1, 1);
    raw().clearHalt(IN);
    raw().clearHalt(OUT);
    assertToggles(0, 0);
    flipBoth();
  }

  @ParameterizedTest
  @ValueSource(strings = {"00 09 0001 0000 0000", "01 0b 0000 0000 0000"})
  void configurationAndInterfaceClearHaltsAndToggles(String request) {
    for (int round = 0; round < 2; round++) {
      flipBoth();
      raw().setHalt(IN);
      raw().setHalt(OUT);
      assertThat(raw().control(request).summary()).isEqualTo("OK 0");
      assertThat(raw().halted(IN)).isFalse();
      assertThat(raw().halted(OUT)).isFalse();
      assertToggles(0, 0);
      flipBoth();
      raw().control(request);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"00 09 0002 0000 0000", "01 0b 0001 0000 0000", "02 01 0000 0081 0001"})
  void refusedRequestsChangeNothing(String request) {
    flipBoth();
    raw().setHalt(IN);
    assertThat(raw().control(request).summary()).isEqualTo("STALL 0");
    assertThat(raw().halted(IN)).isTrue();
    assertToggles(1, 1);
    raw().clearHalt(IN);
    flipBoth();
  }

  @Test
  void portResetClearsHaltsAndToggles() {
    flipBoth();
    raw().setHalt(IN);
    raw().setHalt(OUT);
    device.link().resetPort();
    raw().configure();
    assertThat(raw().halted(IN)).isFalse();
    assertThat(raw().halted(OUT)).isFalse();
    assertToggles(0, 0);
    flipBoth();
  }

  @Test
  void theClassResetKeepsBoth() {
    flipBoth();
    raw().setHalt(OUT);
    assertThat(raw().bulkOnlyReset().summary()).isEqualTo("OK 0");
    assertThat(raw().halted(IN)).isFalse();
    assertThat(raw().halted(OUT)).isTrue();
    assertToggles(1, 1);
    raw().clearHalt(OUT);
    flipBoth();
  }

  /** A host that forgets to begin anew loses a packet, as it would on a wire. */
  @Test
  void aPacketWithTheWrongToggleIsTakenForARepetition() {
    flipBoth();
    pipe(OUT).resetHostToggle();
    assertThat(raw().out(new byte[31]).summary()).as("acknowledged").isEqualTo("OK 31");
    assertThat(raw().halted(OUT)).as("and lost").isFalse();
    assertToggles(1, 1);
    flipBoth();
  }

  // A composite device.

  @Test
  void anotherInterfaceIsAnotherMatter() {
    device.close();
    device =
        TestDevice.setup().place(new MassStorageInterface(1, 0x85, 0x04), 0x83, 0x03).configured();
    flipBoth();
    assertToggles(1, 1);
    raw().setHalt(0x83);
    raw().setHalt(0x85);
    // Interface 0 begins anew, interface 1 does not.
    assertThat(raw().control("01 0b 0000 0000 0000").summary()).isEqualTo("OK 0");
    assertThat(raw().halted(0x83)).isFalse();
    assertThat(raw().halted(0x85)).isTrue();
    assertToggles(1, 1);
    raw().clearHalt(0x85);
    flipBoth();
    assertThat(raw().control("01 0b 0000 0001 0000").summary()).isEqualTo("OK 0");
    assertToggles(0, 0);
    flipBoth();
  }

  @Test
  void massStorageAtInterfaceOne() {
    device.close();
    device =
        TestDevice.setup().place(new MassStorageInterface(1, 0x8f, 0x0e), 0x83, 0x03).configured();
    assertThat(raw().control("a1 fe 0000 0001 0001").hex()).isEqualTo("00");
    assertThat(raw().control("a1 fe 0000 0000 0001").summary()).isEqualTo("STALL 0");
    assertThat(raw().control("21 ff 0000 0000 0000").summary()).isEqualTo("STALL 0");
    assertThat(device.host().in(0, "28 00 00 00 00 05 00 00 01 00", 512).data())
        .isEqualTo(ScriptedMedium.pattern(512, 5));
    raw().out(new byte[30]);
    assertThat(raw().halted(0x8f)).isTrue();
    assertThat(raw().halted(0x83)).isFalse();
    raw().resetRecovery();
    flipBoth();
    // The endpoints of the other interface are there and never ready; a third pair is not there.
    var other = new RawHost(device.link(), 0, 0x83, 0x03);
    assertThat(other.in(512).summary()).isEqualTo("NAK 0");
    assertThat(other.out(new byte[31]).summary()).isEqualTo("NAK 0");
    var none = new RawHost(device.link(), 0, 0x81, 0x02);
    assertThat(none.in(512).summary()).isEqualTo("NO_RESPONSE 0");
    assertThat(none.out(new byte[31]).summary()).isEqualTo("NO_RESPONSE 0");
  }
}
