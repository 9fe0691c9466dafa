package dev.umsim.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.sim.device.ProfiledDevice;
import dev.umsim.sim.profile.Profiles;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a command of simulated time costs, in what can be counted on a machine that has much to do:
 * the garbage that it leaves. How many a second holds is for {@code TimedBenchmark}.
 */
@Tag("timed")
class TimedCommandsTest {
  private static final int COMMANDS = 50_000;

  /** The last blocks are those of the first again, so that the medium stays as large. */
  private static final int BLOCKS = 1000;

  /** Several times what there is, and far less than a buffer or a trace for each would be. */
  private static final long MOST_GARBAGE_BYTES = 4096;

  @Test
  void aCommandLeavesLittleBehind() throws Exception {
    var profile = Profiles.named("sansa-e280/of");
    var device = new ProfiledDevice(profile, ProfiledDevice.emptyMedium(profile), 1);
    var attached = device.attach(true, device.speed(), false);
    try (var link = attached.link()) {
      var found = Enumeration.enumerate(link, OptionalInt.empty());
      var disk = Disk.open(new BulkOnlyHost(link, found), 0);
      // What is made once has been made then.
      read(disk);
      long simulated = link.nanos();
      long before = allocatedBytes();
      read(disk);
      long garbage = (allocatedBytes() - before) / COMMANDS;
      // A block takes 98 us at 5.22364 MB/s: these commands have had their time.
      assertThat(link.nanos() - simulated).isGreaterThan(COMMANDS * 98_000L);
      assertThat(garbage).isLessThan(MOST_GARBAGE_BYTES);
    }
  }

  /** By this thread, since it began. */
  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  private static void read(Disk disk) throws Exception {
    var buffer = Unpooled.buffer(disk.capacity().blockSize());
    for (int command = 0; command < COMMANDS; command++) {
      disk.read(command % BLOCKS, 1, buffer, 0);
    }
  }
}
