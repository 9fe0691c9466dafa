package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.sim.deviation.Deviations;
import dev.umsim.sim.deviation.LinuxQuirk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Deviations that Linux has a flag for, each attached twice to one guest: without its flag, and
 * with it, set by the letter or by the identity that {@code ums list deviations --quirk} tells.
 */
final class QuirkGuest {
  /** Images are written by their size, in MiB. */
  private static final Pattern SIZE = Pattern.compile("image=(\\d+)M");

  /**
   * A deviation, what is done to the disk, and what has to be told then without the flag and with
   * it.
   */
  record Row(
      String deviation, String settings, String action, List<String> symptoms, List<String> cured) {

    String id() {
      return deviation.replaceAll("[:,].*", "");
    }

    LinuxQuirk quirk() {
      return Deviations.ALL.stream()
          .filter(each -> each.id().equals(id()))
          .findAny()
          .orElseThrow()
          .quirk()
          .orElseThrow();
    }

    @Override
    public String toString() {
      return deviation;
    }
  }

  /** What every device is looked at for, behind its serial number. */
  private static final String JOB =
      """
      # The node of a device in sysfs, by its serial number
      node_of() {
        for node in /sys/bus/usb/devices/*-*; do
          [ -e $node/serial ] || continue
          read serial <$node/serial
          [ $serial != $1 ] || echo $node
        done
      }
      hung() { dmesg | grep -q "usb $port: reset "; }
      look() {
        echo "+ $1"
        node=$(node_of $1)
        port=${node##*/}
        [ -n "$port" ] || return 0
        host=$(echo $node/$port:*/host*)
        action=$2
        set -- $node/$port:*/host*/target*/*/block/*
        [ -e $1 ] || set --
        echo "disks $#."
        if [ $# -gt 0 ]; then
          disk=${1##*/}
          read sectors </sys/block/$disk/size
          read cache </sys/block/$disk/queue/write_cache
          echo "sectors $sectors."
          echo "cache $cache."
          # A disk that hangs is left alone
          if hung; then action=false; fi
          if eval "$action" >/tmp/said 2>&1; then echo "action 0."; else echo "action 1."; fi
          cat /tmp/said
        fi
        # Without a host there is a star, and no device that begins with it
        dmesg | grep -F -e "usb $port:" -e "usb-storage $port:" -e " ${host##*host}:0:" || :
      }
      """;

  private final List<Row> rows;
  private final Path folder;
  private GuestRun run;

  /**
   * @param folder for images
   */
  QuirkGuest(List<Row> rows, Path folder) {
    this.rows = rows;
    this.folder = folder;
  }

  private static String serial(int row, boolean cured) {
    return "%s1000000000%02d".formatted(cured ? "C" : "A", row);
  }

  private String target(int number, Row row, boolean cured) throws Exception {
    var flag = row.quirk();
    var identity =
        cured && flag.letter().isEmpty()
            ? "vid=%04x&pid=%04x".formatted(flag.vendorId(), flag.productId())
            : "pid=%s%03x".formatted(cured ? "c" : "a", number);
    var settings = row.settings();
    var sizes = SIZE.matcher(settings);
    while (sizes.find()) {
      var image = folder.resolve(serial(number, cured) + "-" + sizes.group(1));
      ServedDevice.emptyImage(image, Long.parseLong(sizes.group(1)) << 20);
    }
    settings =
        SIZE.matcher(settings).replaceAll("image=" + folder.resolve(serial(number, cured)) + "-$1");
    return "sim:reference?deviation=%s&%s&serial=%s%s"
        .formatted(
            row.deviation(),
            identity,
            serial(number, cured),
            settings.isEmpty() ? "" : "&" + settings);
  }

  /**
   * Attaches them all.
   *
   * @param settle of a job that may go on when all has been found that will be
   */
  QuirkGuest attach(String settle) throws Exception {
    var targets = new ArrayList<String>();
    var looks = new StringBuilder();
    var quirks = new ArrayList<String>();
    for (int i = 0; i < rows.size(); i++) {
      var row = rows.get(i);
      for (var cured : new boolean[] {false, true}) {
        targets.add(target(i, row, cured));
        looks.append("look %s '%s'%n".formatted(serial(i, cured), row.action()));
      }
      int number = i;
      row.quirk()
          .letter()
          .ifPresent(letter -> quirks.add("1209:c%03x:%s".formatted(number, letter)));
    }
    try (var served = ServedTargets.open(targets)) {
      run =
          LinuxGuest.with(Way.NETWORK)
              .limit(Duration.ofMinutes(10))
              .run(
                  JOB
                      + """
                        network
                        modprobe scsi_mod inq_timeout=1
                        modprobe usb-storage delay_use=0 quirks=%s
                        modprobe sd_mod
                        modprobe sr_mod
                        modprobe sg
                        modprobe vhci-hcd
                        # The client looks at all ports while others are still being numbered
                        for device in $(seq 1 %d); do
                          within 50 attach_over_ip %d 1-$device
                        done
                        """
                          .formatted(String.join(",", quirks), targets.size(), served.usbIpPort())
                      + settle
                      + looks)
              .expectSuccess();
    }
    return this;
  }

  /** Checks what was told of both. */
  void expectSymptomsAndCure(Row row) {
    int number = rows.indexOf(row);
    assertThat(told(number, false)).contains(row.symptoms());
    assertThat(told(number, true)).contains(row.cured()).doesNotContain(": reset ");
  }

  private String told(int number, boolean cured) {
    return String.join("\n", run.printedBy(serial(number, cured)));
  }
}
