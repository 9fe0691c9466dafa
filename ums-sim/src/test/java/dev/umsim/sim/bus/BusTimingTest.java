package dev.umsim.sim.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.Speed;
import dev.umsim.sim.time.Timeline;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bulk tables of USB 2.0, 5-9 at full speed and 5-10 at high speed, row by row. */
class BusTimingTest {

  /** Data payload, bytes a second, transfers a frame, bytes remaining, bytes of useful data. */
  @ParameterizedTest
  @CsvSource({
    "FULL,   1,   107000, 107,   2,  107",
    "FULL,   2,   200000, 100,   0,  200",
    "FULL,   4,   352000,  88,   4,  352",
    "FULL,   8,   568000,  71,   9,  568",
    "FULL,  16,   816000,  51,  21,  816",
    "FULL,  32,  1056000,  33,  15, 1056",
    "FULL,  64,  1216000,  19,  37, 1216",
    "HIGH,   1,  1064000, 133,  52,  133",
    "HIGH,   2,  2096000, 131,  33,  262",
    "HIGH,   4,  4064000, 127,   7,  508",
    "HIGH,   8,  7616000, 119,   3,  952",
    "HIGH,  16, 13440000, 105,  45, 1680",
    "HIGH,  32, 22016000,  86,  18, 2752",
    "HIGH,  64, 32256000,  63,   3, 4032",
    "HIGH, 128, 40960000,  40, 180, 5120",
    "HIGH, 256, 49152000,  24,  36, 6144",
    "HIGH, 512, 53248000,  13, 129, 6656",
  })
  void agreesWithTheTables(
      Speed speed,
      int payload,
      long bytesPerSecond,
      int transfers,
      int bytesRemaining,
      int usefulBytes) {
    var timing = BusTiming.of(speed);
    assertThat(timing.transactionsPerFrame(payload)).isEqualTo(transfers);
    assertThat(timing.bytesPerSecond(payload)).isEqualTo(bytesPerSecond);
    assertThat(timing.frameBytes() - transfers * (payload + timing.overheadBytes()))
        .isEqualTo(bytesRemaining);
    assertThat(usefulBytesOnTheBus(speed, payload, 1000)).isEqualTo(1000L * usefulBytes);
  }

  /** What a pipe with packets of this size really moves in so many whole frames. */
  private static long usefulBytesOnTheBus(Speed speed, int payload, int frames) {
    var timeline = new Timeline();
    var link = EndlessFunction.attach(new TimedBus(timeline), speed, payload);
    long frameNanos = speed == Speed.FULL ? 1_000_000 : 125_000;
    long begin = (timeline.nowNanos() / frameNanos + 1) * frameNanos;
    link.runUntil(() -> false, begin - timeline.nowNanos());
    var room = Unpooled.buffer(8 << 20);
    var transfer = new BulkTransfer(EndlessFunction.BULK_IN, ended -> {});
    link.submit(transfer.of(room, 0, room.capacity()));
    link.runUntil(() -> false, frames * frameNanos);
    link.cancel(transfer);
    return transfer.movedBytes();
  }
}
