package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.TransferTimeoutException;
import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.PrimaryCommand;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.RequestChoices;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.deviation.Deviations;
import dev.umsim.sim.deviation.DeviceChoices;
import dev.umsim.sim.deviation.DeviceTraits;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;
import dev.umsim.sim.time.Delay;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Deviations that no line of an exchange shows: how long things take, and what is durable. */
class UnseenDeviationsTest {
  static final Set<String> IDS =
      Set.of(
          "slow-block",
          "requests-late",
          "early-data-lost",
          "forced-access-without-effect",
          "synchronize-without-effect");

  private static final long SECOND = 1_000_000_000L;

  private interface Use {
    void of(UsbLink link) throws Exception;
  }

  private static void with(String deviation, Use use) throws Exception {
    try (var target =
            Targets.open(
                TargetNotation.parse("sim:reference?blocks=4096&deviation=" + deviation),
                Writes.TO_OVERLAY);
        var link = target.attach(Speed.HIGH)) {
      use.of(link);
    }
  }

  private static BulkOnlyHost host(UsbLink link) throws HostException {
    return new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
  }

  private static long nanosToRead(Disk disk, UsbLink link, long block) throws HostException {
    long start = link.nanos();
    disk.read(block, 1, Unpooled.buffer(512), 0);
    return link.nanos() - start;
  }

  @Test
  void oneBlockIsSlow() throws Exception {
    with(
        "slow-block:block=9",
        link -> {
          var disk = Disk.open(host(link), 0);
          long usual = nanosToRead(disk, link, 8);
          assertThat(nanosToRead(disk, link, 9)).isBetween(2 * SECOND, 2 * SECOND + 2 * usual);
          assertThat(nanosToRead(disk, link, 10)).isLessThan(SECOND);
        });
  }

  @Test
  void requestsAreLate() throws Exception {
    with(
        "requests-late:milliseconds=700",
        link -> {
          host(link);
          var request = new ControlTransfer(ended -> {});
          var status = StandardRequest.endpointStatus(0x81);
          long start = link.nanos();
          link.submit(request.of(status, Unpooled.buffer(2), 0));
          assertThat(link.runUntil(() -> !request.submitted(), SECOND)).isTrue();
          assertThat(link.nanos() - start).isBetween(7 * SECOND / 10, 8 * SECOND / 10);
        });
  }

  @Test
  void dataIsLostForAHostThatDoesNotWait() throws Exception {
    with(
        "early-data-lost",
        link -> {
          var host = host(link);
          assertThatThrownBy(() -> host.execute(0, new PrimaryCommand.TestUnitReady().encode()))
              .isInstanceOf(TransferTimeoutException.class);
        });
  }

  /** Counts what asks for durability. */
  private static final class Counting implements Medium {
    private final Medium inner = new FilledMedium(Fill.ZERO, FilledMedium.Writes.KEPT, 512, 4096);
    private int forced;
    private int synchronizations;

    @Override
    public int blockSize() {
      return inner.blockSize();
    }

    @Override
    public long blockCount() {
      return inner.blockCount();
    }

    @Override
    public boolean writeProtected() {
      return false;
    }

    @Override
    public void read(BlockAccess access) {
      inner.read(access);
    }

    @Override
    public void write(BlockAccess access) {
      forced += access.forceUnitAccess() ? 1 : 0;
      inner.write(access);
    }

    @Override
    public void synchronize(BlockAccess access) {
      synchronizations++;
      inner.synchronize(access);
    }
  }

  /** What reaches the medium of a write with FUA and of SYNCHRONIZE CACHE behind it. */
  private static Counting written(List<String> deviations) throws HostException {
    var medium = new Counting();
    var choices =
        Deviations.apply(
            deviations.stream().map(id -> Deviations.named(id).orElseThrow().chosen()).toList(),
            new DeviceChoices(
                TransportChoices.CORRECT, CommandChoices.CORRECT, RequestChoices.CORRECT),
            new DeviceTraits(
                lun -> false,
                lun -> Optional.of(medium),
                new byte[DeviceTraits.IDENTIFY_BYTES],
                report -> {},
                Delay.NONE));
    var device =
        ReferenceDevice.builder().medium(medium).commandChoices(choices.commands()).build();
    try (var link = device.attach(new ZeroTimeBus(), Speed.HIGH)) {
      var disk = Disk.open(host(link), 0);
      disk.write(5, 1, Unpooled.buffer(512), 0, true);
      disk.synchronizeCache();
    }
    return medium;
  }

  @Test
  void durabilityIsPromisedAndNotKept() throws Exception {
    var right = written(List.of());
    assertThat(right.forced).isEqualTo(1);
    assertThat(right.synchronizations).isEqualTo(1);
    assertThat(written(List.of("forced-access-without-effect")).forced).isZero();
    assertThat(written(List.of("synchronize-without-effect")).synchronizations).isZero();
  }
}
