package dev.umsim.bench.jmh;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.BlockAccessPool;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.scsi.PrimaryCommand;
import dev.umsim.core.usb.Bus;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.time.Timeline;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Host, transport, SCSI and a memory medium of 64 MiB, read in sequence, beside a plain copy of the
 * same bytes in the same run. Each byte is copied once into a host buffer, and looked at there.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class StackBenchmark {
  private static final int BLOCK_SIZE = 512;
  private static final int MEDIUM_BYTES = 64 << 20;

  @State(Scope.Thread)
  public static class Stack {
    @Param({"none", "simulated"})
    String time;

    SimulatedLink link;
    Disk disk;
    ByteBuf buffer;

    @Setup
    public void open() throws HostException {
      Bus bus = time.equals("none") ? new ZeroTimeBus() : new TimedBus(new Timeline());
      link = ReferenceDevice.builder().medium(filled()).build().attach(bus, Speed.HIGH);
      var device = Enumeration.enumerate(link, OptionalInt.empty());
      disk = Disk.open(new BulkOnlyHost(link, device), 0);
      buffer = Unpooled.directBuffer(64 << 10);
    }

    private static MemoryMedium filled() {
      var medium = new MemoryMedium(BLOCK_SIZE, MEDIUM_BYTES / BLOCK_SIZE);
      var pool = new BlockAccessPool(ByteBufAllocator.DEFAULT, 64 << 10);
      var access = pool.take();
      for (int i = 0; i < access.memory().capacity(); i++) {
        access.memory().setByte(i, i * 31);
      }
      for (long block = 0; block < medium.blockCount(); block += 128) {
        medium.write(access.prepare(block, 128, false));
      }
      pool.giveBack(access);
      pool.close();
      return medium;
    }

    @TearDown
    public void close() {
      link.close();
      buffer.release();
    }
  }

  @State(Scope.Thread)
  public static class Memory {
    final byte[] source = new byte[MEDIUM_BYTES];
    final ByteBuf target = Unpooled.directBuffer(64 << 10);
    int position;

    @Setup
    public void fill() {
      for (int i = 0; i < source.length; i++) {
        source[i] = (byte) (i * 31);
      }
    }

    long copy(int bytes) {
      target.setBytes(0, source, position, bytes);
      position = (position + bytes) % MEDIUM_BYTES;
      return look(target, bytes);
    }
  }

  private long lba;

  /** Reads every eighth byte, so that what was copied has been looked at. */
  static long look(ByteBuf buffer, int bytes) {
    long sum = 0;
    for (int i = 0; i < bytes; i += 64) {
      sum += buffer.getLong(i);
    }
    return sum;
  }

  @Benchmark
  public void testUnitReady(Stack stack) throws HostException {
    stack.disk.host().execute(0, new PrimaryCommand.TestUnitReady().encode());
  }

  @Benchmark
  public long readOneBlock(Stack stack) throws HostException {
    return read(stack, 1);
  }

  @Benchmark
  public long read64KiB(Stack stack) throws HostException {
    return read(stack, 128);
  }

  private long read(Stack stack, int blocks) throws HostException {
    stack.disk.read(lba, blocks, stack.buffer, 0);
    lba = (lba + blocks) % (MEDIUM_BYTES / BLOCK_SIZE);
    return look(stack.buffer, blocks * BLOCK_SIZE);
  }

  @Benchmark
  public long copyOneBlock(Memory memory) {
    return memory.copy(BLOCK_SIZE);
  }

  @Benchmark
  public long copy64KiB(Memory memory) {
    return memory.copy(64 << 10);
  }
}
