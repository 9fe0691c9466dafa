package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The SCSI test suite of libiscsi, over the SCSI generic node. */
@Tag("real-hosts-full")
class ScsiSuiteTest {
  private static final int BLOCK = 512;
  private static final int BLOCKS = 1 << 17;
  private static final Way WAY = Way.REDIR_XHCI;

  @TempDir Path folder;

  @ParameterizedTest(name = "thin: {0}")
  @ValueSource(booleans = {false, true})
  void noTestOfTheSuiteFails(boolean thin) throws Exception {
    var image = ServedDevice.emptyImage(folder.resolve("disk.img"), (long) BLOCK * BLOCKS);
    try (var device = ServedDevice.unplugged()) {
      var medium = thin ? new MemoryMedium(BLOCK, BLOCKS) : device.medium(image, BLOCK);
      device.plug(WAY.port(), builder -> builder.medium(medium));
      var run =
          WAY.guest(device)
              .limit(Duration.ofMinutes(40))
              .run(
                  WAY.prepare(device)
                      + """
                        set -e
                        within 600 disk_ready sda
                        # Linux lets no more than 120 KiB through at high speed, the suite wants more.
                        echo 1024 >/sys/bus/scsi/devices/0:0:0:0/max_sectors
                        say iscsi-test-cu --dataloss /dev/sg0
                        """)
              .expectSuccess();
      assertThat(run.printedBy("iscsi-test-cu --dataloss /dev/sg0"))
          .anyMatch(line -> line.matches(" +tests +(\\d+) +\\1 +\\1 +0 +0"));
    }
  }
}
