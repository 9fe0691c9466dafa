package dev.umsim.sim.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.sim.bus.TimedBus;
import dev.umsim.sim.time.Timeline;
import dev.umsim.sim.time.TimelineTurnaround;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What overlaps and what waits when the medium and the thread take their time. */
class RockboxTimingTest {
  private static final long TURNAROUND = 890_000;
  private static final long MEDIUM = 10_000_000;

  private final Timeline timeline = new Timeline();
  private final RockboxHost host = new RockboxHost(() -> new TimedBus(timeline));
  private SlowMedium medium;

  @AfterEach
  void close() {
    host.close();
  }

  private void use(RockboxRevision revision) {
    medium = new SlowMedium(new MemoryMedium(512, 4096), timeline, MEDIUM);
    var builder =
        RockboxDevice.builder(revision).turnaround(new TimelineTurnaround(timeline, TURNAROUND));
    builder.everyDrive().medium(medium);
    host.use(builder.build());
    host.reconnect();
  }

  private BulkTransfer submit(int endpoint, byte[] bytes) {
    var buffer = Unpooled.copiedBuffer(bytes);
    var transfer = new BulkTransfer(endpoint, ended -> {}).of(buffer, 0, bytes.length);
    host.link().submit(transfer);
    return transfer;
  }

  private long finish(Transfer transfer) {
    assertThat(host.link().runUntil(() -> !transfer.submitted(), 10_000_000_000L)).isTrue();
    return timeline.nowNanos();
  }

  @Test
  void theNextChunkIsReadWhileOneIsSent() {
    use(RockboxRevision.PRESENT);
    finish(submit(0x01, host.cbw(0, 65536 * 3, "28 00 00 00 00 00 00 01 80")));
    finish(submit(0x81, new byte[65536 * 3]));
    var begun = medium.begun();
    assertThat(begun).hasSize(3);
    // The second begins at once, and so does the third when the second has been handed over.
    assertThat(begun.get(1) - begun.get(0)).isEqualTo(MEDIUM);
    assertThat(begun.get(2) - begun.get(1)).isBetween(MEDIUM, MEDIUM + TURNAROUND + 1000);
  }

  @Test
  void theNextChunkIsReceivedWhileOneIsWritten() {
    use(RockboxRevision.PRESENT);
    finish(submit(0x01, host.cbw(0, 24576 * 3, "2a 00 00 00 00 00 00 00 90")));
    finish(submit(0x01, new byte[24576 * 3]));
    finish(submit(0x81, new byte[13]));
    var begun = medium.begun();
    assertThat(begun).hasSize(3);
    assertThat(begun.get(1) - begun.get(0)).isEqualTo(MEDIUM + TURNAROUND);
    assertThat(begun.get(2) - begun.get(1)).isEqualTo(MEDIUM + TURNAROUND);
  }

  @Test
  void endpoint0WaitsForTheMedium() {
    use(RockboxRevision.PRESENT);
    finish(submit(0x01, host.cbw(0, 512, "28 00 00 00 00 00 00 00 01")));
    host.link().runUntil(() -> !medium.begun().isEmpty(), MEDIUM);
    var request =
        new ControlTransfer(ended -> {})
            .of(StandardRequest.endpointStatus(0x81), Unpooled.buffer(2), 0);
    host.link().submit(request);
    long answered = finish(request) - medium.begun().get(0);
    assertThat(answered).isBetween(MEDIUM + TURNAROUND, MEDIUM + TURNAROUND + 1_000_000);
  }

  @Test
  void anEventIsHandledAfterItsTurnaround() {
    use(RockboxRevision.PRESENT);
    long sent = finish(submit(0x01, host.cbw(0, 0, "00")));
    long status = finish(submit(0x81, new byte[13]));
    assertThat(status - sent).isCloseTo(TURNAROUND, within(20_000L));
    // The next CBW has found a buffer before anybody has seen that the CSW has gone.
    long next = finish(submit(0x01, host.cbw(0, 0, "00")));
    assertThat(next - status).isLessThan(100_000);
  }

  @Test
  void before2010TheNextWrapperWaitsForATurnaround() {
    use(RockboxRevision.FEBRUARY_22_2008_HIGH_SPEED);
    finish(submit(0x01, host.cbw(0, 0, "00")));
    long status = finish(submit(0x81, new byte[13]));
    long next = finish(submit(0x01, host.cbw(0, 0, "00")));
    assertThat(next - status).isCloseTo(TURNAROUND, within(100_000L));
  }

  @Test
  void setupPacketsAreDroppedUntilAResetIsDealtWith() {
    use(RockboxRevision.PRESENT);
    medium.begun().clear();
    finish(submit(0x01, host.cbw(0, 65536 * 2, "28 00 00 00 00 00 00 01 00")));
    var data = submit(0x81, new byte[65536 * 2]);
    host.link().runUntil(() -> medium.begun().size() == 2, 2 * MEDIUM);
    host.link().resetPort();
    finish(data);
    assertThat(data.status()).isEqualTo(Transfer.Status.CANCELLED);
    // Reset and recovery take longer than the medium here: the device is ready again.
    assertThat(host.control("8008000000000100", "")).isEqualTo("data 1 00");
    assertThat(host.control("0009010000000000", "")).isEqualTo("data 0");
    host.command(0, "00");
    assertThat(host.in(13)).isEqualTo(host.csw(0));
  }

  @Test
  void aMediumThatIsStillAtWorkDisturbsNoLaterConnection() {
    use(RockboxRevision.PRESENT);
    finish(submit(0x01, host.cbw(0, 65536 * 2, "28 00 00 00 00 00 00 01 00")));
    host.link().runUntil(() -> !medium.begun().isEmpty(), MEDIUM);
    host.reconnect();
    assertThat(host.command(8, "25")).isEqualTo("ack 31");
    assertThat(host.in(512)).isEqualTo("data 8 00000fff00000200");
    assertThat(host.in(512)).isEqualTo(host.csw(0));
  }

  @Test
  void theFirstDriverReadsBetweenTheChunksItSends() {
    use(RockboxRevision.FEBRUARY_11_2008);
    host.setBulkIn(0x82);
    finish(submit(0x01, host.cbw(0, 65536, "28 00 00 00 00 00 00 00 80")));
    long read = finish(submit(0x82, new byte[65536]));
    assertThat(read - medium.begun().get(0)).isGreaterThan(MEDIUM + 50_000_000);
    finish(submit(0x82, new byte[13]));
    assertThat(medium.begun()).hasSize(1);
  }
}
