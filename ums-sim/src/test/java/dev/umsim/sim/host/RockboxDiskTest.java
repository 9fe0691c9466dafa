package dev.umsim.sim.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.scsi.Capacity;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.device.RockboxDevice;
import dev.umsim.sim.time.Timeline;
import dev.umsim.sim.time.TimelineTurnaround;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An ordinary host reads and writes through every revision of the Rockbox stack. */
class RockboxDiskTest {
  private static final long TURNAROUND_NANOS = 890_000;

  private static final int BLOCKS = 240;

  static List<RockboxRevision> revisions() {
    return RockboxRevision.all();
  }

  @ParameterizedTest
  @MethodSource("revisions")
  void whatIsWrittenIsRead(RockboxRevision revision) throws HostException {
    var timeline = new Timeline();
    var turnaround = new TimelineTurnaround(timeline, TURNAROUND_NANOS);
    try (var player = RockboxDevice.builder(revision).turnaround(turnaround).build();
        var link = player.attach(new TimedBus(timeline), Speed.HIGH)) {
      var device = Enumeration.enumerate(link, OptionalInt.empty());
      var disk = Disk.open(new BulkOnlyHost(link, device), 0);
      assertThat(disk.capacity()).isEqualTo(new Capacity(131_072, 512));
      var data = Unpooled.buffer(BLOCKS * 512);
      new Random(1).nextBytes(data.array());
      disk.write(1000, BLOCKS, data, 0, false);
      var read = Unpooled.buffer(BLOCKS * 512);
      disk.read(1000, BLOCKS, read, 0);
      assertThat(read.array()).isEqualTo(data.array());
      // About four turnarounds for a command of the newest stack, and the wire.
      assertThat(link.nanos()).isGreaterThan(8 * TURNAROUND_NANOS);
    }
  }
}
