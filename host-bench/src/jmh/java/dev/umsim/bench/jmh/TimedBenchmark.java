package dev.umsim.bench.jmh;

import dev.umsim.bench.fidelity.Cells;
import dev.umsim.bench.fidelity.Fidelity;
import dev.umsim.bench.fidelity.FidelityResult;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.device.ProfiledDevice;
import dev.umsim.sim.profile.Profiles;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** How much real time simulated time takes: a command of a profile, and all cells of the tables. */
@State(Scope.Thread)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class TimedBenchmark {
  /** The last blocks are those of the first again, so that the medium stays in the caches. */
  private static final int BLOCKS = 1000;

  @State(Scope.Thread)
  public static class Profiled {
    UsbLink link;
    Disk disk;
    ByteBuf buffer;
    private int block;

    @Setup
    public void open() throws Exception {
      var profile = Profiles.named("sansa-e280/of");
      var device = new ProfiledDevice(profile, ProfiledDevice.emptyMedium(profile), 1);
      link = device.attach(true, device.speed(), false).link();
      var found = Enumeration.enumerate(link, OptionalInt.empty());
      disk = Disk.open(new BulkOnlyHost(link, found), 0);
      buffer = Unpooled.buffer(disk.capacity().blockSize());
    }

    @TearDown
    public void close() {
      link.close();
    }
  }

  @Benchmark
  @BenchmarkMode(Mode.Throughput)
  @OutputTimeUnit(TimeUnit.SECONDS)
  public void readOneBlock(Profiled device) throws Exception {
    device.disk.read(device.block, 1, device.buffer, 0);
    device.block = (device.block + 1) % BLOCKS;
  }

  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.SECONDS)
  public FidelityResult everyCell() throws Exception {
    return new Fidelity(Cells.all(), 1).run();
  }
}
