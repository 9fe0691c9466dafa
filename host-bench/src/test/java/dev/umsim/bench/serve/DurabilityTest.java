package dev.umsim.bench.serve;

import static dev.umsim.bench.serve.TracedServer.Step.FORCE;
import static dev.umsim.bench.serve.TracedServer.Step.STATUS;
import static dev.umsim.bench.serve.TracedServer.Step.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.sim.usbip.UsbIpLink;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a host asks to be durable has been forced to the file before the host hears that it is. */
@Timeout(300)
class DurabilityTest {
  private static final long PATIENCE_NANOS = 200_000_000_000L;

  @TempDir Path folder;

  @Test
  void flushesAndForcedWritesReachTheFileBeforeTheirStatus() throws Exception {
    var image = Files.write(folder.resolve("disk.img"), new byte[4 << 20]).toRealPath();
    var data = Unpooled.wrappedBuffer(new byte[1 << 20]);
    try (var server = TracedServer.start(image, folder)) {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.usbIpPort());
      try (var link = UsbIpLink.connect(address, "1-1")) {
        var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
        host.setTimeoutNanos(PATIENCE_NANOS);
        var disk = Disk.open(host, 0);
        disk.write(0, 8, data, 0, false);
        disk.synchronizeCache();
        disk.write(8, 8, data, 0, true);
        disk.write(16, 2048, data, 0, true);
        disk.write(0, 1, data, 0, false);
      }
      var commands = server.stepsOfCommands();
      assertThat(commands).hasSize(5);
      assertThat(commands.get(0)).containsExactly(WRITE, STATUS);
      assertThat(commands.get(1)).containsExactly(FORCE, STATUS);
      assertThat(commands.get(2)).containsExactly(WRITE, FORCE, STATUS);
      // It is more than the device moves at a time.
      assertThat(commands.get(3)).endsWith(WRITE, FORCE, STATUS);
      assertThat(commands.get(4)).containsExactly(WRITE, STATUS);
    }
  }
}
