package dev.umsim.sim.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.sim.time.Timeline;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What takes how long on the bus, and what happens when something comes in between. */
class TimedBusTest {
  private static final long FRAME_NANOS = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  private Timeline timeline;
  private SimulatedLink link;

  @BeforeEach
  void attach() {
    attach(Speed.FULL);
  }

  private void attach(Speed speed) {
    timeline = new Timeline();
    link = EndlessFunction.attach(new TimedBus(timeline), speed, speed.bulkMaxPacketBytes());
    // A whole frame to begin with.
    link.runUntil(() -> false, FRAME_NANOS - timeline.nowNanos() % FRAME_NANOS);
  }

  private static BulkTransfer in(int bytes) {
    return new BulkTransfer(EndlessFunction.BULK_IN, ended -> {})
        .of(Unpooled.buffer(Math.max(1, bytes)), 0, bytes);
  }

  private static BulkTransfer out(int bytes) {
    return new BulkTransfer(EndlessFunction.BULK_OUT, ended -> {})
        .of(Unpooled.buffer(Math.max(1, bytes)), 0, bytes);
  }

  private long nanosOf(Transfer transfer) {
    long begin = timeline.nowNanos();
    link.submit(transfer);
    assertThat(link.runUntil(() -> !transfer.submitted(), SECOND)).isTrue();
    return timeline.nowNanos() - begin;
  }

  private static ControlTransfer control(SetupPacket setup) {
    return new ControlTransfer(ended -> {}).of(setup, Unpooled.buffer(256), 0);
  }

  @Test
  void onePacketTakesItsBytesAndTheOverhead() {
    // (64 + 13) of 1500 byte times of a millisecond, up to the next nanosecond.
    assertThat(nanosOf(in(64))).isEqualTo(51_334);
    attach(Speed.HIGH);
    // (512 + 55) of 7500 byte times of 125 µs.
    assertThat(nanosOf(in(512))).isEqualTo(9_450);
  }

  @Test
  void packetsThatFollowEachOtherLoseNothingBetweenThem() {
    // 19 packets fit in a frame, the 20th has to wait for the next one.
    assertThat(nanosOf(in(19 * 64))).isEqualTo(975_334);
    attach();
    for (int i = 0; i < 19; i++) {
      nanosOf(in(64));
    }
    assertThat(timeline.nowNanos() % FRAME_NANOS).isEqualTo(975_334);
    nanosOf(in(64));
    assertThat(timeline.nowNanos() % FRAME_NANOS).isEqualTo(51_334);
  }

  @Test
  void aShortPacketTakesLess() {
    // 13 bytes out: 26 byte times.
    assertThat(nanosOf(out(13))).isEqualTo(17_334);
  }

  @Test
  void aRequestWithOneDataPacketTakes45BytesBesideItsData() {
    // Table 5-2: 18 + 45 byte times.
    assertThat(nanosOf(control(StandardRequest.getDescriptor(1, 0, 0, 18)))).isEqualTo(42_000);
    attach(Speed.HIGH);
    // Table 5-3: 18 + 173 byte times of 16.67 ns.
    assertThat(nanosOf(control(StandardRequest.getDescriptor(1, 0, 0, 18)))).isEqualTo(3_184);
  }

  @Test
  void setAddressIsFollowedByTwoMilliseconds() {
    nanosOf(control(StandardRequest.setConfiguration(0)));
    long begin = timeline.nowNanos();
    // 13 + 8 and 11 byte times.
    assertThat(nanosOf(control(StandardRequest.setAddress(5)))).isBetween(21_333L, 21_334L);
    nanosOf(control(StandardRequest.setConfiguration(1)));
    // The next packet begins with a whole byte time, of which there is one every 667 ns.
    assertThat(timeline.nowNanos() - begin).isBetween(2_042_666L, 2_043_334L);
  }

  @Test
  void attachmentTakesDebouncingAndResetAResetTwentyMilliseconds() {
    var fresh = new Timeline();
    EndlessFunction.attach(new TimedBus(fresh), Speed.FULL, 64);
    // 100 ms, 10 ms, 10 ms, then SET_ADDRESS with its 2 ms, and SET_CONFIGURATION.
    assertThat(fresh.nowNanos()).isBetween(122_042_666L, 122_043_334L);
    long begin = timeline.nowNanos();
    link.resetPort();
    nanosOf(control(StandardRequest.getDescriptor(1, 0, 0, 18)));
    assertThat(timeline.nowNanos() - begin).isEqualTo(20_042_000);
  }

  @Test
  void whatIsCancelledKeepsThePacketsThatHaveGone() {
    var transfer = in(100 * 64);
    link.submit(transfer);
    // Three and a half packets.
    link.runUntil(() -> false, 180_000);
    link.cancel(transfer);
    assertThat(transfer.movedBytes()).isEqualTo(3 * 64);
    assertThat(transfer.status()).isEqualTo(Transfer.Status.CANCELLED);
    link.runUntil(() -> !transfer.submitted(), SECOND);
    var next = in(64);
    nanosOf(next);
    assertThat(next.status()).isEqualTo(Transfer.Status.OK);
  }

  @Test
  void twoPipesTakeTurns() {
    var in = in(9 * 64);
    var out = out(9 * 64);
    link.submit(in);
    link.submit(out);
    link.runUntil(() -> !in.submitted(), SECOND);
    assertThat(out.movedBytes()).isIn(8 * 64, 9 * 64);
    link.runUntil(() -> !out.submitted(), SECOND);
    // 18 packets together take as long as 18 of one pipe.
    assertThat(timeline.nowNanos() % FRAME_NANOS).isEqualTo(924_000);
  }

  @Test
  void aPipeThatComesLaterWaitsForOnePacketOnly() {
    var long_ = in(19 * 64);
    link.submit(long_);
    link.runUntil(() -> false, 100_000);
    var control = control(StandardRequest.getDescriptor(1, 0, 0, 18));
    long begin = timeline.nowNanos();
    link.submit(control);
    link.runUntil(() -> !control.submitted(), SECOND);
    // The packet under way, three stages, and a packet of the other pipe between each two.
    assertThat(timeline.nowNanos() - begin).isLessThan(51_334 + 42_000 + 2 * 51_334 + 10);
    link.runUntil(() -> !long_.submitted(), SECOND);
    assertThat(long_.movedBytes()).isEqualTo(19 * 64);
  }

  @Test
  void theSameStepsTakeTheSameNanoseconds() {
    assertThat(endOfManySteps()).isEqualTo(endOfManySteps());
  }

  private long endOfManySteps() {
    attach(Speed.HIGH);
    for (int i = 1; i < 200; i++) {
      var in = in(i * 37 % 5000 * 512 / 512);
      link.submit(in);
      link.runUntil(() -> false, i * 1013L);
      link.cancel(in);
      nanosOf(out(i));
    }
    return timeline.nowNanos();
  }
}
