package dev.umsim.bench.guest;

import dev.umsim.bench.guest.QuirkGuest.Row;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Deviations that Linux has a flag for, of which the symptom is a command that is never answered:
 * the kernel waits for up to half a minute, which nothing can shorten, and resets the device.
 */
@Tag("real-hosts-full")
class LinuxHangTest {
  private static final List<String> RESET = List.of(": reset high-speed USB device");

  static List<Row> rows() {
    return List.of(
        new Row(
            "prevent-hangs",
            "image=1M,removable",
            "dd if=/dev/$disk of=/dev/null count=1",
            RESET,
            List.of("disks 1.", "action 0.")),
        new Row("mode-sense-hangs", "", ":", RESET, List.of("disks 1.", "Assuming Write Enabled")),
        // Linux takes FFFFFFFF for an empty drive then.
        new Row(
            "read-capacity-16-hangs",
            "image=3145728M",
            ":",
            RESET,
            List.of("disks 1.", "sectors 0.")),
        new Row(
            "read-disc-information-hangs",
            "image=1M,cdrom",
            "dd if=/dev/$disk of=/dev/null bs=2k count=1",
            RESET,
            List.of("disks 1.", "action 0.")),
        // The first command fails, and Linux asks why.
        new Row("long-sense-hangs", "power-on-attention=on", ":", RESET, List.of("disks 1.")));
  }

  /** The kernel has lost its patience with all that hang. */
  private static final String SETTLE =
      """
      resets() { dmesg | grep "usb .*: reset " | cut -d : -f 1 | cut -d ] -f 2 | sort -u | wc -l; }
      impatient() { [ $(resets) -ge 5 ]; }
      # The drive is not asked before it is opened
      (
        sleep 5
        for drive in /dev/sr*; do dd if=$drive of=/dev/null bs=2k count=1; done
      ) >/dev/null 2>&1 &
      within 900 impatient
      """;

  @TempDir static Path folder;
  private static QuirkGuest guest;

  @BeforeAll
  static void attach() throws Exception {
    guest = new QuirkGuest(rows(), folder).attach(SETTLE);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void linuxWaitsWithoutItsFlagAndNotWithIt(Row row) {
    guest.expectSymptomsAndCure(row);
  }
}
