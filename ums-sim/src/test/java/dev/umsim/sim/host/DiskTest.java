package dev.umsim.sim.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.scsi.Capacity;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a disk is opened, and how its blocks are asked for. */
class DiskTest {
  private final List<String> commands = new ArrayList<>();
  private SimulatedLink link;

  @AfterEach
  void unplug() {
    link.close();
  }

  private Disk open(Medium medium, UnaryOperator<ReferenceDevice.Builder> how)
      throws HostException {
    link =
        how.apply(ReferenceDevice.builder().medium(medium))
            .build()
            .attach(new ZeroTimeBus(), Speed.HIGH);
    var host = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
    host.setListener(done -> commands.add(done.cdb().toString()));
    return Disk.open(host, 0);
  }

  @Test
  void aDiskIsOpenedInThreeCommands() throws HostException {
    var disk = open(new MemoryMedium(2048, 77), device -> device);
    assertThat(commands)
        .containsExactly("12 00 00 00 24 00", "00 00 00 00 00 00", "25 00 00 00 00 00 00 00 00 00");
    assertThat(disk.capacity()).isEqualTo(new Capacity(77, 2048));
    assertThat(disk.identity().vendor()).isEqualTo("UMSIM");
  }

  @Test
  void aUnitAttentionIsAskedForAndTheTestRepeated() throws HostException {
    open(new MemoryMedium(512, 77), device -> device.powerOnAttention(true));
    assertThat(commands)
        .containsExactly(
            "12 00 00 00 24 00",
            "00 00 00 00 00 00",
            "03 00 00 00 12 00",
            "00 00 00 00 00 00",
            "25 00 00 00 00 00 00 00 00 00");
  }

  @Test
  void aLargeDiskIsAskedInSixteenBytes() throws HostException {
    long blocks = (1L << 33) + 5;
    var medium = new FilledMedium(Fill.BLOCK_NUMBERS, FilledMedium.Writes.KEPT, 512, blocks);
    var disk = open(medium, device -> device);
    assertThat(disk.capacity()).isEqualTo(new Capacity(blocks, 512));
    assertThat(commands).endsWith("9e 10 00 00 00 00 00 00 00 00 00 00 00 20 00 00");
    var buffer = Unpooled.buffer(512);
    disk.read(1L << 32, 1, buffer, 0);
    assertThat(commands).endsWith("88 00 00 00 00 01 00 00 00 00 00 00 00 01 00 00");
    assertThat(buffer.getLong(504)).isEqualTo(1L << 32);
  }

  @Test
  void whatIsWrittenIsRead() throws HostException {
    var disk = open(new MemoryMedium(512, 1000), device -> device);
    var out = Unpooled.buffer(512 * 300);
    for (int i = 0; i < out.capacity(); i++) {
      out.setByte(i, i * 7 + i / 512);
    }
    disk.write(100, 300, out, 0, true);
    disk.synchronizeCache();
    var in = Unpooled.buffer(512 * 300);
    disk.read(100, 300, in, 0);
    assertThat(in.array()).isEqualTo(out.array());
  }

  @Test
  void aDiskTellsWhetherItMayBeWritten() throws HostException {
    assertThat(open(new MemoryMedium(512, 1000), device -> device).writeProtected()).isFalse();
    link.close();
    var medium = new FilledMedium(Fill.BLOCK_NUMBERS, FilledMedium.Writes.REFUSED, 512, 1000);
    assertThat(open(medium, device -> device).writeProtected()).isTrue();
    assertThat(commands).endsWith("1a 00 3f 00 c0 00");
  }
}
