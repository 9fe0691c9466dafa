package dev.umsim.bench.guest;

import dev.umsim.bench.guest.QuirkGuest.Row;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Deviations that Linux has a flag for, of which the symptom is seen at once. */
@Tag("real-hosts")
class LinuxQuirkTest {
  /** Nothing but what {@link QuirkGuest} asks of every device. */
  private static final String LOOK_ONLY = ":";

  private static final String READ_LAST =
      "dd if=/dev/$disk of=/dev/null bs=512 count=1 skip=$((sectors - 1)) iflag=direct";

  private static final String READ_120_K =
      "dd if=/dev/$disk of=/dev/null bs=120k count=1 iflag=direct";

  private static final String WRITE_THROUGH =
      "dd if=/dev/zero of=/dev/$disk bs=4k count=1 oflag=direct,dsync";

  private static final String SYNCHRONIZE_AND_WAIT =
      "sg=$(echo /sys/block/$disk/device/scsi_generic/*); sg=/dev/${sg##*/};"
          + " sg_sync $sg; sleep 1.5; sg_turs -v $sg";

  static List<Row> rows() {
    return List.of(
        new Row(
            "capacity-one-too-large",
            "blocks=4096",
            READ_LAST,
            List.of("sectors 4097.", "action 1."),
            List.of("sectors 4096.", "action 0.", "Adjusting the sector count from its reported")),
        new Row(
            "capacity-made-odd",
            "blocks=4096",
            READ_LAST,
            List.of("sectors 4097.", "action 1."),
            List.of("sectors 4096.", "action 0.", "Adjusting the sector count from its reported")),
        new Row(
            "capacity-10-modulo",
            "image=3145728M",
            LOOK_ONLY,
            List.of("sectors 2147483648."),
            List.of("sectors 6442450944.")),
        new Row(
            "transfers-limited:blocks=64",
            "",
            READ_120_K,
            List.of("action 1.", "Invalid field in cdb"),
            List.of("action 0.")),
        new Row(
            "forced-access-refused",
            "",
            WRITE_THROUGH,
            List.of("supports DPO and FUA", "action 1."),
            List.of("doesn't support DPO or FUA", "action 0.")),
        new Row(
            "caching-page-missing",
            "",
            LOOK_ONLY,
            List.of("cache write through."),
            List.of("cache write back.")),
        new Row(
            "write-cache-not-told",
            "",
            LOOK_ONLY,
            List.of("cache write through."),
            List.of("cache write back.")),
        new Row("every-lun-is-lun-0", "", LOOK_ONLY, List.of("disks 8."), List.of("disks 1.")),
        new Row(
            "lun-in-high-nibble",
            "image=1M&image=2M",
            LOOK_ONLY,
            List.of("disks 2.", ":0:0:1: Direct-Access", "2048 512-byte"),
            List.of(":0:1:0: Direct-Access", "4096 512-byte")),
        new Row(
            "status-with-wrong-tag",
            "",
            LOOK_ONLY,
            List.of("disks 0.", "reset high-speed USB device"),
            List.of("disks 1.")),
        new Row(
            "wrapper-of-32-bytes",
            "",
            LOOK_ONLY,
            List.of("disks 0.", "reset high-speed USB device"),
            List.of("disks 1.")),
        new Row(
            "inquiry-hangs",
            "",
            LOOK_ONLY,
            List.of("disks 0.", "reset high-speed USB device"),
            List.of("disks 1.")),
        new Row(
            "never-ready",
            "",
            LOOK_ONLY,
            List.of("disks 1.", "Sense Key : Not Ready", "manual intervention required"),
            List.of("disks 0.", "device ignored")),
        new Row("protocol-of-vendor", "", LOOK_ONLY, List.of("disks 0."), List.of("disks 1.")),
        // Of a disk that claims SPC-3 Linux asks for longer sense by itself.
        new Row(
            "short-sense-without-codes,inquiry-claims-spc-2",
            "bad-blocks=100",
            "dd if=/dev/$disk of=/dev/null bs=512 count=1 skip=100 iflag=direct",
            List.of("action 1.", "No additional sense information"),
            List.of("action 1.", "Unrecovered read error")),
        new Row(
            "ejects-after-synchronize",
            "image=3M,removable",
            SYNCHRONIZE_AND_WAIT,
            List.of("action 1.", "Medium not present"),
            List.of("action 0.")));
  }

  /** All has been found that will be: the kernel has had nothing to say for four seconds. */
  private static final String SETTLE =
      """
      settled() {
        before=$lines
        lines=$(dmesg | wc -l)
        [ "$before" != $lines ] || quiet=$((quiet + 1))
        [ "$before" = $lines ] || quiet=0
        [ $quiet -ge 40 ]
      }
      lines= quiet=0
      within 600 settled
      """;

  @TempDir static Path folder;
  private static QuirkGuest guest;

  @BeforeAll
  static void attach() throws Exception {
    guest = new QuirkGuest(rows(), folder).attach(SETTLE);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void linuxHasTheSymptomWithoutItsFlagAndNotWithIt(Row row) {
    guest.expectSymptomsAndCure(row);
  }
}
