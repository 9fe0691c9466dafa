package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What Linux has to say while it gets to know the device. */
@Tag("real-hosts")
class AttachTest {
  private static final String ATTACH =
      """
      set -e
      within 600 disk_ready sda
      mark ready
      cat /sys/block/sda/device/../../../../speed
      say lsusb -v -d 1209:0001
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"USB_IP", "REDIR_EHCI"})
  void powerOnAttentionIsTheOneThingThatIsWarnedOf(Way way) throws Exception {
    var run = attach(way, true, true);

    assertThat(run.warningsBetween("attach", "ready"))
        .containsExactly("sd 0:0:0:0: Power-on or device reset occurred");
    assertThat(run.output()).contains("480");
  }

  /** A full-speed device at a port for high speed: also what is asked then is answered well. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "REDIR_EHCI")
  void fullSpeedDeviceIsAttachedWithoutAWarning(Way way) throws Exception {
    var run = attach(way, false, false);

    // The client of USB/IP complains of every full-speed device, once for each reset of the port.
    assertThat(run.warningsBetween("attach", "ready"))
        .isSubsetOf(way == Way.USB_IP ? List.of("vhci_hcd: vhci_device speed not set") : List.of());
    assertThat(run.kernelLog())
        .extracting(KernelMessage::text)
        .anyMatch(text -> text.contains("new full-speed USB device"));
    assertThat(run.output()).contains("12");
    assertThat(run.printedBy("lsusb -v -d 1209:0001"))
        .filteredOn(line -> line.contains("wMaxPacketSize"))
        .hasSize(2)
        .allMatch(line -> line.contains("0x0040"));
  }

  private GuestRun attach(Way way, boolean dualSpeed, boolean powerOnAttention) throws Exception {
    var image = ServedDevice.emptyImage(folder.resolve("disk.img"), 8 << 20);
    try (var device = ServedDevice.unplugged()) {
      var medium = device.medium(image, 512);
      device.plug(
          way.port(),
          builder ->
              builder.medium(medium).dualSpeed(dualSpeed).powerOnAttention(powerOnAttention));
      var run = way.guest(device).run(way.prepare(device) + ATTACH).expectSuccess();
      assertThat(run.emulatorErrors()).isEmpty();
      return run;
    }
  }
}
