package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.umsim.bench.usb.PluggedDevice;
import dev.umsim.bench.usb.PluggedDevice.PluggedInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@code ums list targets}, and what there is to be said where there are none. */
class ListTargetsCommandTest {
  private static PluggedDevice device(String product, Optional<String> refusal) {
    return new PluggedDevice(
        1,
        "4.2",
        0x05ac,
        0x1209,
        "high",
        Optional.of("Apple "),
        Optional.of(product),
        Optional.of("000A27"),
        List.of(new PluggedInterface(0, 8, 6, 0x50), new PluggedInterface(1, 3, 0, 0)),
        refusal);
  }

  @Test
  void aDeviceIsListedWithItsTarget() {
    assertThat(ListTargetsCommand.lines(device("iPod", Optional.empty())))
        .containsExactly(
            "usb:@1-4.2  05ac:1209  high  Apple iPod, serial 000A27",
            "  interface 0, class 08/06/50, mass storage",
            "  interface 1, class 03/00/00",
            "  can be used");
  }

  @Test
  void whatStandsInTheWayIsTold() {
    assertThat(ListTargetsCommand.lines(device("iPod", Optional.of("ask for it"))))
        .endsWith("  cannot be used: ask for it");
  }

  @Test
  void aDeviceCannotMoveTheCursor() {
    assertThat(ListTargetsCommand.lines(device("\u001b[2J\u009b1m\n", Optional.empty())).get(0))
        .contains("?[2J?1m")
        .doesNotContain("\u001b", "\u009b");
  }

  @Test
  void aMachineWithoutUsbHasNone() {
    assumeFalse(Files.exists(Path.of("/dev/bus/usb")), "this machine has USB");
    var run = Ums.run("list", "targets");
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            "ums: note: this machine has no USB devices that can be seen" + System.lineSeparator());
    assertThat(run.status()).isZero();
  }

  @Test
  void aDeviceThatIsNotThereIsNotReached() {
    assumeFalse(Files.exists(Path.of("/dev/bus/usb")), "this machine has USB");
    var none = "; this machine has no USB devices at all";
    Ums.run("bench", "usb:05ac:1209").expectLine(3, "there is no device 05ac:1209" + none);
    Ums.run("bench", "usb:@1-4.2").expectLine(3, "there is no device at port 1-4.2" + none);
  }

  @Test
  void whatIsNoServerIsRefused() {
    assertThat(Ums.run("list", "targets", "nas/1").status()).isEqualTo(2);
    assertThat(Ums.run("list", "targets", "nas:99999").status()).isEqualTo(2);
    assertThat(Ums.run("list", "targets", "127.0.0.1:1").status()).isEqualTo(3);
  }
}
