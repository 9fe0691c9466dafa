package dev.umsim.sim.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.time.TimeLedger;
import dev.umsim.sim.time.Timeline;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How densely a host's controller fills the bus, and when its host learns of an end. */
class HostControllerTest {
  private static final long FRAME_NANOS = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final HostController PC = new HostController(18, 72, true, 60_000, 0);

  private final Timeline timeline = new Timeline();

  private SimulatedLink attach(HostController controller, Speed speed) {
    var bus =
        new TimedBus(
            timeline,
            Optional.of(controller),
            DeviceEndpoints.FAST,
            1,
            TimeLedger.closed(timeline));
    var link = EndlessFunction.attach(bus, speed, speed.bulkMaxPacketBytes());
    link.runUntil(() -> false, FRAME_NANOS - timeline.nowNanos() % FRAME_NANOS);
    return link;
  }

  private static BulkTransfer in(int bytes) {
    return new BulkTransfer(EndlessFunction.BULK_IN, ended -> {})
        .of(Unpooled.buffer(bytes), 0, bytes);
  }

  private long nanosOf(SimulatedLink link, BulkTransfer transfer) {
    long begin = timeline.nowNanos();
    link.submit(transfer);
    assertThat(link.runUntil(() -> !transfer.submitted(), SECOND)).isTrue();
    return timeline.nowNanos() - begin;
  }

  @Test
  void theEndOfATransferShowsAtTheNextFrameAndTheLatencyLater() {
    // One packet takes a part of the first frame; the host hears at 1 ms + 60 µs.
    assertThat(nanosOf(attach(PC, Speed.FULL), in(64))).isEqualTo(1_060_000);
    assertThat(nanosOf(attach(PC, Speed.HIGH), in(512))).isEqualTo(185_000);
  }

  @Test
  void withoutBoundariesOnlyTheLatencyIsAdded() {
    var controller = new HostController(18, 72, false, 60_000, 0);
    // A packet of 18 in a millisecond, up to the next nanosecond.
    assertThat(nanosOf(attach(controller, Speed.FULL), in(64))).isEqualTo(55_556 + 60_000);
  }

  @ParameterizedTest
  @CsvSource({"FULL, 18, 18", "FULL, 19, 19", "FULL, 1, 1", "HIGH, 72, 72", "HIGH, 11, 11"})
  void soManyPacketsGoIntoAMillisecond(Speed speed, int packets, int expected) {
    var controller =
        speed == Speed.FULL
            ? new HostController(packets, 72, false, 0, 0)
            : new HostController(18, packets, false, 0, 0);
    var link = attach(controller, speed);
    // Ten milliseconds of packets end within the tenth.
    int bytes = 10 * expected * speed.bulkMaxPacketBytes();
    assertThat(nanosOf(link, in(bytes))).isBetween(10 * FRAME_NANOS - 1, 10 * FRAME_NANOS);
    long begin = timeline.nowNanos();
    nanosOf(link, in(bytes + 1));
    assertThat(timeline.nowNanos() - begin).isGreaterThan(10 * FRAME_NANOS);
  }

  @Test
  void whatEndsInOneFrameIsToldInItsOrderHoweverTheLatencyFalls() {
    var link = attach(new HostController(18, 72, true, 60_000, 1), Speed.FULL);
    var told = new ArrayList<Integer>();
    for (int number = 0; number < 50; number++) {
      int which = number;
      link.submit(
          new BulkTransfer(EndlessFunction.BULK_IN, ended -> told.add(which))
              .of(Unpooled.buffer(64), 0, 64));
    }
    link.runUntil(() -> told.size() == 50, SECOND);
    assertThat(told).isSorted().hasSize(50);
  }

  @Test
  void noMorePacketsThanTheSpecificationAllows() {
    // 19 of 64 bytes and 8 times 13 of 512 (USB 2.0, tables 5-9 and 5-10).
    assertThat(
            List.of(HostController.mostPackets(Speed.FULL), HostController.mostPackets(Speed.HIGH)))
        .containsExactly(19, 104);
    assertThatThrownBy(() -> new HostController(20, 72, true, 0, 0))
        .hasMessageContaining("1 to 19 packets");
    assertThatThrownBy(() -> new HostController(18, 105, true, 0, 0))
        .hasMessageContaining("1 to 104 packets");
    assertThatThrownBy(() -> new HostController(0, 72, true, 0, 0)).hasMessageContaining("not 0");
    assertThatThrownBy(() -> new HostController(18, 72, true, -1, 0))
        .hasMessageContaining("not negative");
    assertThatThrownBy(() -> new HostController(18, 72, true, 0, 1.5))
        .hasMessageContaining("0 to 1");
  }
}
