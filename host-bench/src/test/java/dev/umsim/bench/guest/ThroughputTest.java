package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How fast one Linux copies from and to this project's device and QEMU's own, on the same
 * controller, one after the other and again. The table goes to {@code target/throughput-*.txt}; it
 * is a measurement, and what is asserted is only that all was copied.
 */
@Tag("real-hosts-full")
class ThroughputTest {
  private static final int ROUNDS = 5;
  private static final long IMAGE_BYTES = 64 << 20;
  private static final Pattern RESULT =
      Pattern.compile("(\\w+) (read|write) (\\d+): (\\d+) bytes .* copied, ([0-9.e-]+) s.*");

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"EHCI", "XHCI"})
  void copiesBesideTheDiskOfQemu(HostController controller) throws Exception {
    var ours = ServedDevice.emptyImage(folder.resolve("ours.img"), IMAGE_BYTES);
    var theirs = ServedDevice.emptyImage(folder.resolve("theirs.img"), IMAGE_BYTES);
    var way = controller == HostController.EHCI ? Way.REDIR_EHCI : Way.REDIR_XHCI;
    GuestRun run;
    try (var device = ServedDevice.unplugged()) {
      var medium = device.medium(ours, 512);
      device.plug(way.port(), builder -> builder.medium(medium));
      run =
          way.guest(device)
              .and(diskOfQemu(theirs, controller))
              .limit(Duration.ofMinutes(10))
              .run(way.prepare(device) + job())
              .expectSuccess();
    }
    var table = table(run.output());
    Files.writeString(Path.of("target", "throughput-" + controller.driver() + ".txt"), table);
    System.out.println(controller + "\n" + table);
  }

  private static List<String> diskOfQemu(Path image, HostController controller) {
    var bus = controller == HostController.XHCI ? "bus=hc.0,port=3" : "bus=hc.0";
    return List.of(
        "-drive",
        "if=none,id=qemu,format=raw,cache=unsafe,file=" + image,
        "-device",
        "usb-storage,drive=qemu,serial=QEMU0001," + bus);
  }

  private static String job() {
    return """
        set -e
        within 600 disks_ready 2
        for disk in sda sdb; do
          case $(cat /sys/block/$disk/device/vendor) in
            QEMU*) qemu=/dev/$disk ;;
            *) umsim=/dev/$disk ;;
          esac
        done
        copy() {
          name=$1 disk=$2 operation=$3 size=$4 count=$5
          if [ $operation = read ]; then
            result=$(dd if=$disk of=/dev/null bs=$size count=$count iflag=direct 2>&1 | tail -n 1)
          else
            result=$(dd if=/dev/zero of=$disk bs=$size count=$count oflag=direct 2>&1 | tail -n 1)
          fi
          echo "$name $operation $size: $result"
        }
        for round in $(seq 0 %d); do
          for each in "4096 1000" "65536 300" "122880 160" "1048576 20"; do
            set -- $each
            for operation in read write; do
              copy umsim $umsim $operation $1 $2
              copy qemu $qemu $operation $1 $2
            done
          done
        done
        """
        .formatted(ROUNDS);
  }

  /** Medians; the first round warms up and does not count. */
  private static String table(List<String> output) {
    Map<String, Map<String, List<Double>>> rates = new TreeMap<>();
    for (var line : output) {
      var result = RESULT.matcher(line);
      if (result.matches()) {
        var row = String.format("%-5s %7s", result.group(2), result.group(3));
        double rate = Double.parseDouble(result.group(4)) / Double.parseDouble(result.group(5));
        rates
            .computeIfAbsent(row, each -> new TreeMap<>())
            .computeIfAbsent(result.group(1), each -> new ArrayList<>())
            .add(rate / 1e6);
      }
    }
    assertThat(rates).as("rates in %s", output).hasSize(8);
    var table = new StringBuilder();
    rates.forEach(
        (row, each) -> {
          assertThat(each.get("umsim")).hasSize(ROUNDS + 1);
          assertThat(each.get("qemu")).hasSize(ROUNDS + 1);
          double ours = median(each.get("umsim"));
          double theirs = median(each.get("qemu"));
          table.append(
              String.format(
                  Locale.ROOT,
                  "%s  %8.2f MB/s  QEMU %8.2f MB/s  %.2f%n",
                  row,
                  ours,
                  theirs,
                  ours / theirs));
        });
    return table.toString();
  }

  private static double median(List<Double> rates) {
    var counted = rates.subList(1, rates.size()).stream().sorted().toList();
    return counted.get(counted.size() / 2);
  }
}
