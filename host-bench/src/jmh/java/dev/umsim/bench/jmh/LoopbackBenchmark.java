package dev.umsim.bench.jmh;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.serve.DeviceService;
import dev.umsim.sim.usbip.UsbIpLink;
import dev.umsim.sim.usbip.UsbIpServer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
 * A memory medium behind this project's USB/IP server, used by its client over loopback, beside a
 * bare socket that moves the same frames in the same run.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class LoopbackBenchmark {
  private static final int BLOCK_SIZE = 512;
  private static final int BLOCKS = 131_072;

  @Param({"512", "65536", "122880"})
  int bytes;

  @Param({"read", "write"})
  String operation;

  @State(Scope.Thread)
  public static class Served {
    DeviceService service;
    UsbIpServer server;
    UsbIpLink link;
    Disk disk;
    ByteBuf buffer;

    @Setup
    public void open() throws IOException, HostException, InterruptedException {
      service = new DeviceService(event -> {});
      var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      server = UsbIpServer.listen(service, loopback);
      var device = ReferenceDevice.builder().medium(new MemoryMedium(BLOCK_SIZE, BLOCKS)).build();
      service.call(
          () -> {
            var exported = service.add(() -> device.attach(new ZeroTimeBus(), Speed.HIGH));
            exported.plug();
            return exported;
          });
      link = UsbIpLink.connect(server.address(), "1-1");
      var found = Enumeration.enumerate(link, OptionalInt.empty());
      disk = Disk.open(new BulkOnlyHost(link, found), 0);
      buffer = Unpooled.directBuffer(128 << 10);
    }

    @TearDown
    public void close() {
      link.close();
      server.close();
      service.close();
      buffer.release();
    }
  }

  @State(Scope.Thread)
  public static class Bare {
    BareSocket socket;

    @Setup
    public void open(LoopbackBenchmark benchmark) throws IOException {
      socket = new BareSocket(benchmark.bytes, benchmark.operation.equals("write"));
    }

    @TearDown
    public void close() throws IOException {
      socket.close();
    }
  }

  private long lba;

  @Benchmark
  public void served(Served served) throws HostException {
    int blocks = bytes / BLOCK_SIZE;
    if (operation.equals("write")) {
      served.disk.write(lba, blocks, served.buffer, 0, false);
    } else {
      served.disk.read(lba, blocks, served.buffer, 0);
    }
    lba = (lba + blocks) % (BLOCKS - blocks);
  }

  @Benchmark
  public void bare(Bare bare) throws IOException {
    bare.socket.command();
  }
}
