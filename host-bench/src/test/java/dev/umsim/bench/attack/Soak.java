package dev.umsim.bench.attack;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.umsim.bench.serve.ControlCommands;
import dev.umsim.bench.serve.ControlRequest;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.sim.usbip.UsbIpLink;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToLongFunction;

/** Hosts that come, work, and go, and devices that are unplugged: nothing grows. */
final class Soak implements Attack {
  private static final int OPERATIONS = 500;
  private static final int BLOCKS = 2048;

  /** Before so many rounds, caches and compiled code still grow. */
  private static final int WARM_UP_ROUNDS = 20;

  private final Victim victim = new Victim();
  private final ControlCommands control = new ControlCommands(victim.served());
  private final long[] content = new long[BLOCKS];
  private final List<Sample> samples = new ArrayList<>();
  private long written;

  private record Sample(long heapBytes, long directBytes, long descriptors, long threads) {
    static Sample now() {
      System.gc();
      var os = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      var allocator = (ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT;
      return new Sample(
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
          allocator.metric().usedDirectMemory(),
          os.getOpenFileDescriptorCount(),
          ManagementFactory.getThreadMXBean().getThreadCount());
    }
  }

  Soak() throws Exception {
    for (int block = 0; block < BLOCKS; block++) {
      content[block] = block;
    }
  }

  @Override
  public String surface() {
    return "soak";
  }

  @Override
  public String inputs() {
    return "verified operations"
        + (samples.size() < 2
            ? ""
            : ", heap "
                + (first().heapBytes() >> 10)
                + " → "
                + (last().heapBytes() >> 10)
                + " KiB, direct memory "
                + (first().directBytes() >> 10)
                + " → "
                + (last().directBytes() >> 10)
                + " KiB, descriptors "
                + first().descriptors()
                + " → "
                + last().descriptors()
                + ", threads "
                + first().threads()
                + " → "
                + last().threads());
  }

  private Sample first() {
    return samples.get(0);
  }

  private Sample last() {
    return samples.get(samples.size() - 1);
  }

  private int rounds;

  @Override
  public void round(Tally tally) throws Exception {
    var random = tally.random();
    try (var link = UsbIpLink.connect(victim.usbIp(), "1-2")) {
      var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
      var disk = Disk.open(host, 0);
      var data = Unpooled.buffer(64 * 512);
      for (int i = 0; i < OPERATIONS; i++) {
        int count = 1 + random.nextInt(64);
        int block = random.nextInt(BLOCKS - count);
        if (random.nextBoolean()) {
          written++;
          for (int k = 0; k < count; k++) {
            content[block + k] = -written;
            data.setLong(512 * k, -written);
          }
          disk.write(block, count, data, 0, random.nextInt(8) == 0);
        } else {
          disk.read(block, count, data, 0);
          for (int k = 0; k < count; k++) {
            if (data.getLong(512 * k) != content[block + k]) {
              tally.failed("block " + (block + k) + " was read as something else");
            }
          }
        }
      }
      tally.tried(OPERATIONS);
    }
    if (rounds % 10 == 0) {
      control.apply(new ControlRequest("unplug", "1-1", null, null));
      control.apply(new ControlRequest("plug", "1-1", null, null));
    }
    rounds++;
    if (rounds > WARM_UP_ROUNDS && rounds % 20 == 0) {
      samples.add(Sample.now());
    }
  }

  @Override
  public void finish(Tally tally) {
    if (samples.size() >= 4) {
      expectFlat(tally, "heap", Sample::heapBytes, 8 << 20);
      expectFlat(tally, "direct memory", Sample::directBytes, 8 << 20);
      expectFlat(tally, "descriptors", Sample::descriptors, 8);
      expectFlat(tally, "threads", Sample::threads, 8);
    }
  }

  /** The least of the last half is at most the most of the first, and some room. */
  private void expectFlat(Tally tally, String what, ToLongFunction<Sample> of, long room) {
    int half = samples.size() / 2;
    long before = samples.subList(0, half).stream().mapToLong(of).max().orElseThrow();
    long after = samples.subList(half, samples.size()).stream().mapToLong(of).min().orElseThrow();
    tally.expect(after <= before + room, what + " grew from " + before + " to " + after);
  }

  @Override
  public void close() throws IOException {
    victim.close();
  }
}
