package dev.umsim.sim.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.time.Timeline;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultEventLoop;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A bus beside a clock that only the test moves on: nothing ends before its time, and what is told
 * late is taken to have been told in time.
 */
class PacedBusTest {
  private static final long STEP_NANOS = 10_000;

  private final DefaultEventLoop loop = new DefaultEventLoop();
  private final Timeline timeline = new Timeline();
  private long realNanos = 5_000_000_000L;
  private long stepNanos = STEP_NANOS;
  private SimulatedLink link;
  private Disk disk;

  @BeforeEach
  void attach() throws Exception {
    var paced = new PacedBus(timeline, new TimedBus(timeline), loop, () -> realNanos);
    link =
        ReferenceDevice.builder()
            .medium(new MemoryMedium(512, 1000))
            .build()
            .attach(new ClockedBus(paced, () -> realNanos += stepNanos), Speed.HIGH);
    var found = Enumeration.enumerate(link, OptionalInt.empty());
    disk = Disk.open(new BulkOnlyHost(link, found), 0);
  }

  @AfterEach
  void close() {
    link.close();
    loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private long read(int blocks) throws Exception {
    long begin = realNanos;
    disk.read(0, blocks, Unpooled.buffer(blocks * 512), 0);
    return realNanos - begin;
  }

  @Test
  void aCommandTakesTheTimeOfItsPackets() throws Exception {
    // 128 packets, 13 in 125 µs, and a wrapper and a status that are less than one; what was late
    // before, and the allowance, may be repaid.
    long packets = 128L * 125_000 / 13;
    assertThat(read(128)).isBetween(packets - 300_000, packets + 40_000 + 10 * STEP_NANOS);
  }

  @Test
  void aLateLoopIsRepaid() throws Exception {
    // The clock goes on by 2 ms at a time, and each end is up to that late.
    stepNanos = 2_000_000;
    long ten = 0;
    for (int i = 0; i < 10; i++) {
      ten += read(128);
    }
    long packets = 1280L * 125_000 / 13;
    assertThat(ten).isBetween(packets - 4 * stepNanos, packets + 4 * stepNanos);
  }

  @Test
  void whatTheHostTakesIsNotRepaid() throws Exception {
    read(1);
    long simulated = timeline.nowNanos();
    realNanos += 3_000_000_000L;
    read(1);
    // It came three seconds later in simulated time as well, but for what may be repaid.
    assertThat(timeline.nowNanos() - simulated).isBetween(2_990_000_000L, 3_001_000_000L);
  }
}
