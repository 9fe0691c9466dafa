package dev.umsim.core.usb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.Hex;
import dev.umsim.core.testing.RawHost;
import dev.umsim.core.testing.Table;
import dev.umsim.core.testing.TestDevice;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Standard requests in every state (USB 2.0, section 9.4), as the table has them. */
class StandardRequestTest {
  private TestDevice device = TestDevice.setup().attached();

  @AfterEach
  void close() {
    device.close();
  }

  private RawHost raw() {
    return device.raw();
  }

  static List<Table.Row> requests() {
    return Table.read(StandardRequestTest.class, "standard-requests.txt");
  }

  private void bringTo(String state) {
    if (!state.equals("D")) {
      raw().control("00 05 0005 0000 0000");
    }
    if (state.equals("C")) {
      raw().control("00 09 0001 0000 0000");
    }
    assertThat(device.device().state()).isEqualTo(state(state));
  }

  private static UsbDevice.State state(String letter) {
    return switch (letter) {
      case "D" -> UsbDevice.State.DEFAULT;
      case "A" -> UsbDevice.State.ADDRESS;
      default -> UsbDevice.State.CONFIGURED;
    };
  }

  @ParameterizedTest
  @MethodSource("requests")
  void request(Table.Row row) {
    bringTo(row.cell(0));
    var answer = raw().control(row.cell(1));
    if (row.cell(2).equals("stall")) {
      assertThat(answer.summary()).isEqualTo("STALL 0");
    } else {
      assertThat(answer.ok()).isTrue();
      assertThat(answer.hex()).isEqualTo(Hex.text(Hex.bytes(row.cell(2))));
    }
    var then = row.cell(3).isEmpty() ? row.cell(0) : row.cell(3);
    assertThat(device.device().state()).isEqualTo(state(then));
    // The refusal of one request is of no account to the next.
    assertThat(raw().control("80 06 0100 0000 0002").hex()).isEqualTo("12 01");
  }

  @Test
  void addressIsTakenAfterTheStatusStage() {
    var posted = raw().postControl(RawHost.setup("00 05 0011 0000 0000"));
    raw().step(1);
    assertThat(posted.ended()).isFalse();
    assertThat(device.device().address()).as("the status stage is still to come").isZero();
    assertThat(raw().await(posted).ok()).isTrue();
    assertThat(device.device().address()).isEqualTo(0x11);
  }

  @Test
  void addressOfARequestThatWasGivenUpIsNotTaken() {
    var posted = raw().postControl(RawHost.setup("00 05 0011 0000 0000"));
    raw().step(1);
    device.link().cancel(posted.transfer());
    raw().settle();
    assertThat(posted.completions()).isOne();
    assertThat(device.device().address()).isZero();
    assertThat(device.device().state()).isEqualTo(UsbDevice.State.DEFAULT);
  }

  @ParameterizedTest
  @EnumSource(Speed.class)
  void resetBringsTheDefaultState(Speed speed) {
    device.close();
    device = TestDevice.setup().speed(speed).configured();
    device.link().resetPort();
    assertThat(device.link().speed()).isEqualTo(speed);
    assertThat(device.device().state()).isEqualTo(UsbDevice.State.DEFAULT);
    assertThat(device.device().address()).isZero();
    assertThat(raw().control("80 08 0000 0000 0001").summary()).isEqualTo("STALL 0");
    assertThat(raw().in(13).summary()).isEqualTo("NO_RESPONSE 0");
    assertThat(raw().out(new byte[31]).summary()).isEqualTo("NO_RESPONSE 0");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void testModeSilencesTheDeviceAfterItsStatus(int selector) {
    for (var state : List.of("D", "A", "C")) {
      device.close();
      device = TestDevice.setup().attached();
      bringTo(state);
      var request = String.format("00 03 0002 %02x00 0000", selector);
      assertThat(raw().control(request).summary()).isEqualTo("OK 0");
      assertThat(raw().control("80 06 0100 0000 0012").summary()).isEqualTo("NO_RESPONSE 0");
      assertThat(raw().in(13).summary()).isEqualTo("NO_RESPONSE 0");
      device.link().resetPort();
      assertThat(raw().control("80 06 0100 0000 0012").summary()).isEqualTo("NO_RESPONSE 0");
      // Only the loss of power ends it.
      device.link().unplug();
      device.plugIn(Speed.HIGH);
      raw().configure();
      assertThat(device.host().none(0, "00 00 00 00 00 00").status()).isZero();
    }
  }

  @Test
  void aDeviceOfFullSpeedHasNoTestMode() {
    device.close();
    device = TestDevice.setup().fullSpeedOnly().configured();
    assertThat(device.link().speed()).isEqualTo(Speed.FULL);
    assertThat(raw().control("00 03 0002 0100 0000").summary()).isEqualTo("STALL 0");
    assertThat(device.host().none(0, "00 00 00 00 00 00").status()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"true, FULL, FULL", "true, HIGH, HIGH", "false, FULL, FULL", "false, HIGH, FULL"})
  void portAndDeviceAgreeOnASpeed(boolean dualSpeed, Speed port, Speed agreed) {
    device.close();
    var setup = TestDevice.setup().speed(port);
    device = (dualSpeed ? setup : setup.fullSpeedOnly()).attached();
    assertThat(device.link().speed()).isEqualTo(agreed);
  }

  // Disconnection.

  @Test
  void unpluggedDeviceEndsEverything() {
    raw().configure();
    var in = raw().postIn(512);
    var told = new int[1];
    device.link().onDisconnect(() -> told[0]++);
    device.link().unplug();
    raw().settle();
    assertThat(in.answer().summary()).isEqualTo("DISCONNECTED 0");
    assertThat(in.completions()).isOne();
    assertThat(told[0]).isOne();
    assertThat(raw().out(new byte[31]).summary()).isEqualTo("DISCONNECTED 0");
    assertThat(raw().control("80 06 0100 0000 0012").summary()).isEqualTo("DISCONNECTED 0");
    device.link().onDisconnect(() -> told[0]++);
    raw().settle();
    assertThat(told[0]).as("who asks late is told at once").isEqualTo(2);
    device.link().resetPort();
    device.link().unplug();
    raw().settle();
    assertThat(told[0]).isEqualTo(2);
  }
}
