package dev.umsim.core.usb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.bot.MassStorageInterface;
import dev.umsim.core.testing.Hex;
import dev.umsim.core.testing.PacketBus;
import dev.umsim.core.testing.RawHost;
import dev.umsim.core.testing.TestDevice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptors byte by byte, at both speeds, cut at every length (USB 2.0, section 9.6). */
class DescriptorTest {
  private static final String DEVICE = "12 01 00 02 00 00 00 40 09 12 01 00 00 01 01 02 03 01";
  private static final String FULL_SPEED =
      "20 00 01 01 00 80 32 09 04 00 00 02 08 06 50 00 07 05 81 02 40 00 00 07 05 02 02 40 00 00";
  private static final String HIGH_SPEED =
      "20 00 01 01 00 80 32 09 04 00 00 02 08 06 50 00 07 05 81 02 00 02 00 07 05 02 02 00 02 00";

  private TestDevice device;

  @AfterEach
  void close() {
    if (device != null) {
      device.close();
    }
  }

  private RawHost begin(TestDevice.Setup setup) {
    close();
    device = setup.attached();
    return device.raw();
  }

  private static String descriptor(RawHost raw, String typeAndIndex, int length) {
    var answer = raw.control(String.format("80 06 %s 0000 %04x", typeAndIndex, length));
    return answer.ok() ? answer.hex() : answer.summary();
  }

  @Test
  void dualSpeedDeviceAtHighSpeed() {
    var raw = begin(TestDevice.setup().speed(Speed.HIGH));
    assertThat(descriptor(raw, "0100", 255)).isEqualTo(DEVICE);
    assertThat(descriptor(raw, "0200", 255)).isEqualTo("09 02 " + HIGH_SPEED);
    assertThat(descriptor(raw, "0600", 255)).isEqualTo("0a 06 00 02 00 00 00 40 01 00");
    assertThat(descriptor(raw, "0700", 255)).isEqualTo("09 07 " + FULL_SPEED);
  }

  @Test
  void dualSpeedDeviceAtFullSpeed() {
    var raw = begin(TestDevice.setup().speed(Speed.FULL));
    assertThat(descriptor(raw, "0100", 255)).isEqualTo(DEVICE);
    assertThat(descriptor(raw, "0200", 255)).isEqualTo("09 02 " + FULL_SPEED);
    assertThat(descriptor(raw, "0600", 255)).isEqualTo("0a 06 00 02 00 00 00 40 01 00");
    assertThat(descriptor(raw, "0700", 255)).isEqualTo("09 07 " + HIGH_SPEED);
  }

  @ParameterizedTest
  @EnumSource(Speed.class)
  void deviceOfFullSpeedAlone(Speed port) {
    var raw = begin(TestDevice.setup().speed(port).fullSpeedOnly());
    assertThat(descriptor(raw, "0100", 255)).isEqualTo(DEVICE);
    assertThat(descriptor(raw, "0200", 255)).isEqualTo("09 02 " + FULL_SPEED);
    assertThat(descriptor(raw, "0600", 10)).isEqualTo("STALL 0");
    assertThat(descriptor(raw, "0700", 9)).isEqualTo("STALL 0");
  }

  @Test
  void strings() {
    var raw = begin(TestDevice.setup());
    assertThat(descriptor(raw, "0300", 255)).isEqualTo("04 03 09 04");
    assertThat(descriptor(raw, "0301", 255)).isEqualTo("0c 03 75 00 6d 00 73 00 69 00 6d 00");
    assertThat(descriptor(raw, "0302", 255))
        .isEqualTo("1a 03 4d 00 61 00 73 00 73 00 20 00 53 00 74 00 6f 00 72 00 61 00 67 00 65 00");
    assertThat(descriptor(raw, "0303", 255))
        .isEqualTo("1a 03 30 00 31 00 32 00 33 00 34 00 35 00 36 00 37 00 38 00 39 00 41 00 42 00");
    // With its language, and with one that it does not speak.
    for (var language : List.of("0409", "0407", "ffff")) {
      assertThat(raw.control("80 06 0301 " + language + " 00ff").hex()).startsWith("0c 03 75 00");
    }
    // The same after a reset, at the other speed, after another configuration.
    raw.configure();
    assertThat(descriptor(raw, "0303", 255)).startsWith("1a 03 30 00 31 00");
    device.link().resetPort();
    assertThat(descriptor(raw, "0303", 255)).startsWith("1a 03 30 00 31 00");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0123456789A",
        "0123456789Ab",
        "0123456789 A",
        "0123456789AG",
        "000000000000",
        "1000000000000",
        "ABCDEF000000000000"
      })
  void serialNumbersThatAreNone(String serialNumber) {
    assertThatThrownBy(() -> identity("m", "p", serialNumber))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(serialNumber);
    assertThatThrownBy(() -> identity("m", "p", "1".repeat(127)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static DeviceIdentity identity(String manufacturer, String product, String serial) {
    return new DeviceIdentity(0x1209, 1, 0x100, manufacturer, product, serial);
  }

  private static SimulatedLink link(DeviceIdentity identity, Bus bus) {
    return new SimulatedLink(
        new UsbDevice(
            identity, true, List.of(new InertFunction(0, List.of())), RequestChoices.CORRECT),
        bus,
        Speed.HIGH);
  }

  /** 126 characters are the most; whole packets of 64 bytes need an empty one behind them. */
  @ParameterizedTest
  @CsvSource({"30", "31", "32", "62", "63", "64", "94", "95", "125", "126"})
  void longStringsAtEveryLength(int characters) {
    var bus = new PacketBus();
    var link =
        link(identity("m", "x".repeat(characters), "0".repeat(126 - 12) + "123456789ABC"), bus);
    var raw = new RawHost(link, 0, 0x81, 0x02);
    int size = 2 + 2 * characters;
    var whole = new byte[size];
    whole[0] = (byte) size;
    whole[1] = 3;
    for (int i = 0; i < characters; i++) {
      whole[2 + 2 * i] = 'x';
    }
    for (int asked = 0; asked <= 260; asked++) {
      bus.packets();
      var answer = raw.control(String.format("80 06 0302 0409 %04x", asked));
      assertThat(answer.hex()).isEqualTo(Hex.text(Arrays.copyOf(whole, Math.min(asked, size))));
      assertThat(bus.packets())
          .as("asked for %d of %d", asked, size)
          .isEqualTo(packets(Math.min(asked, size), asked));
    }
    link.close();
  }

  /** Section 5.5.3 by hand: full packets, a short one if any; an empty one if less than asked. */
  private static List<String> packets(int sent, int asked) {
    var packets = new ArrayList<String>();
    packets.add("SETUP 8");
    int left = sent;
    for (; left >= 64; left -= 64) {
      packets.add("DATA 64");
    }
    if (left > 0) {
      packets.add("DATA " + left);
    } else if (sent < asked) {
      packets.add("DATA 0");
    }
    packets.add("STATUS 0");
    return packets;
  }

  @ParameterizedTest
  @CsvSource({
    "0100, " + DEVICE,
    "0200, 09 02 " + HIGH_SPEED,
    "0700, 09 07 " + FULL_SPEED,
    "0600, 0a 06 00 02 00 00 00 40 01 00",
    "0300, 04 03 09 04"
  })
  void everyDescriptorAtEveryLength(String typeAndIndex, String whole) {
    var bus = new PacketBus();
    var raw = begin(TestDevice.setup().bus(() -> bus));
    var bytes = Hex.bytes(whole);
    for (int asked = 0; asked <= 70; asked++) {
      bus.packets();
      var expected = Hex.text(Arrays.copyOf(bytes, Math.min(asked, bytes.length)));
      assertThat(descriptor(raw, typeAndIndex, asked)).isEqualTo(expected);
      assertThat(bus.packets()).isEqualTo(packets(Math.min(asked, bytes.length), asked));
    }
    assertThat(descriptor(raw, typeAndIndex, 65_535)).isEqualTo(whole);
  }

  @Test
  void compositeDevice() {
    var place = new MassStorageInterface(1, 0x85, 0x04);
    var raw = begin(TestDevice.setup().place(place, 0x83, 0x03));
    assertThat(descriptor(raw, "0200", 255))
        .isEqualTo(
            "09 02 37 00 02 01 00 80 32"
                + " 09 04 00 00 02 ff ff ff 00 07 05 83 02 00 02 00 07 05 03 02 00 02 00"
                + " 09 04 01 00 02 08 06 50 00 07 05 85 02 00 02 00 07 05 04 02 00 02 00");
  }

  @Test
  void functionsThatDoNotFitTogether() {
    var wrongNumber = List.<UsbFunction>of(new InertFunction(1, List.of()));
    var sameEndpoint =
        List.<UsbFunction>of(
            new InertFunction(0, List.of(0x81)), new InertFunction(1, List.of(0x81)));
    for (var functions : List.of(wrongNumber, sameEndpoint)) {
      assertThatThrownBy(
              () ->
                  new UsbDevice(
                      identity("m", "p", "0123456789AB"), true, functions, RequestChoices.CORRECT))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
