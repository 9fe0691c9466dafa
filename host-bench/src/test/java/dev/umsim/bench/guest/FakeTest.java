package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** f3probe looks at media that announce more than they have, and says of each what it is. */
@Tag("real-hosts")
class FakeTest {
  private record Fake(String setting, String verdict, String usable, String module) {}

  /** All announce 32768 blocks, which is 2^24 bytes. */
  private static final List<Fake> FAKES =
      List.of(
          new Fake("good", "is the real thing", "16.00 MB (32768 blocks)", "2^24"),
          new Fake("bad", "is damaged", "0.00 Byte (0 blocks)", "2^24"),
          new Fake("limbo:5M", "counterfeit of type limbo", "5.00 MB (10240 blocks)", "2^24"),
          // Of one that is four times as large f3probe says "damaged", of its own model too
          new Fake(
              "wraparound:8M", "counterfeit of type wraparound", "8.00 MB (16384 blocks)", "2^23"),
          new Fake("chain:3M", "counterfeit of type chain", "3.00 MB (6144 blocks)", "2^22"));

  @Test
  void f3probeNamesEachFakeWithItsSize() throws Exception {
    var targets =
        FAKES.stream()
            .map(fake -> "sim:reference?size=16M&fake=" + fake.setting() + "&vendor=" + name(fake))
            .toList();
    GuestRun run;
    try (var served = ServedTargets.open(targets)) {
      run =
          LinuxGuest.with(Way.NETWORK)
              .run(
                  """
                  set -e
                  network
                  controllers vhci
                  # The client looks at all ports while others are still being numbered
                  for device in 1 2 3 4 5; do within 50 attach_over_ip %d 1-$device; done
                  within 600 disks_ready 5
                  for disk in sda sdb sdc sdd sde; do
                    read vendor </sys/block/$disk/device/vendor
                    echo "+ $vendor"
                    f3probe --destructive /dev/$disk || [ $vendor != GOOD ]
                  done
                  """
                      .formatted(served.usbIpPort()))
              .expectSuccess();
    }
    for (var fake : FAKES) {
      assertThat(String.join("\n", run.printedBy(name(fake))))
          .contains(fake.verdict(), "Module: ", "(" + fake.module() + " Bytes)")
          .containsPattern("\\*Usable\\* size: " + Pattern.quote(fake.usable()))
          .contains("Announced size: 16.00 MB (32768 blocks)");
    }
  }

  /** The kind, in the place of the vendor: at most eight characters. */
  private static String name(Fake fake) {
    return fake.setting()
        .replaceAll(":.*", "")
        .replace("wraparound", "wrap")
        .toUpperCase(Locale.ROOT);
  }
}
