package dev.umsim.bench.guest;

import static dev.umsim.bench.serve.TracedServer.Step.FORCE;
import static dev.umsim.bench.serve.TracedServer.Step.STATUS;
import static dev.umsim.bench.serve.TracedServer.Step.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.serve.TracedServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Linux asks to be durable has been forced to the file before Linux hears that it is. */
@Tag("real-hosts")
class FlushTest {
  private static final List<TracedServer.Step> WRITTEN = List.of(WRITE, STATUS);
  private static final List<TracedServer.Step> FLUSHED = List.of(FORCE, STATUS);
  private static final List<TracedServer.Step> WRITTEN_THROUGH = List.of(WRITE, FORCE, STATUS);

  @TempDir Path folder;

  @Test
  void flushesAndForcedWritesReachTheFileBeforeTheirStatus() throws Exception {
    var image = ServedDevice.emptyImage(folder.toRealPath().resolve("disk.img"), 8 << 20);
    try (var server = TracedServer.start(image, folder)) {
      LinuxGuest.with(Way.NETWORK)
          .run(
              Way.USB_IP.prepare(server.usbIpPort(), "1-1")
                  + """
                    set -e
                    within 600 disk_ready sda
                    dd if=/dev/zero of=/dev/sda bs=4k count=1 conv=fsync
                    sg_dd if=/dev/zero of=/dev/sg0 bs=512 count=2 bpt=1 oflag=fua
                    sg_sync /dev/sg0
                    dd if=/dev/zero of=/dev/sda bs=4k count=1 oflag=direct
                    dd if=/dev/zero of=/dev/sda bs=4k count=2 oflag=direct,dsync
                    """)
          .expectSuccess();
      var commands = server.stepsOfCommands();
      assertThat(commands)
          .startsWith(WRITTEN, FLUSHED, WRITTEN_THROUGH, WRITTEN_THROUGH, FLUSHED, WRITTEN);
      expectDurable(commands.subList(6, commands.size()));
    }
  }

  /** Two writes, for which a kernel uses FUA, a flush behind each, or both. */
  private static void expectDurable(List<List<TracedServer.Step>> commands) {
    assertThat(commands).filteredOn(command -> command.contains(WRITE)).hasSize(2);
    for (int i = 0; i < commands.size(); i++) {
      if (commands.get(i).equals(WRITTEN)) {
        assertThat(commands.get(i + 1)).as("behind a write").isEqualTo(FLUSHED);
      }
    }
  }
}
