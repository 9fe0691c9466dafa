package dev.umsim.bench.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The SCSI test suite of libiscsi, over the SCSI generic node. */
@Tag("real-hosts-full")
class ScsiSuiteTest {
  @TempDir Path folder;

  @Test
  void suiteOfLibiscsiPasses() throws Exception {
    var image = ServedDevice.emptyImage(folder.resolve("disk.img"), 64 << 20);
    try (var device = ServedDevice.unplugged()) {
      var medium = device.medium(image, 512);
      device.plug(Way.REDIR_XHCI.port(), builder -> builder.medium(medium));
      var run =
          Way.REDIR_XHCI
              .guest(device)
              .limit(Duration.ofMinutes(20))
              .run(
                  Way.REDIR_XHCI.prepare(device)
                      + """
                        within 100 disk_ready sda
                        iscsi-test-cu --dataloss --verbose /dev/sg0
                        echo "status $?"
                        """);
      System.out.println(run);
    }
  }
}
