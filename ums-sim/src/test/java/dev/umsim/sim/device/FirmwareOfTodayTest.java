package dev.umsim.sim.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.ProfileKey;
import dev.umsim.sim.profile.Profiles;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each mechanism of a firmware of today alone, against times worked out by hand.
 *
 * <p>The host hears of everything at once, and each packet takes it 20 µs, whatever is in it: so a
 * wrapper and a status take 20 µs each, and a buffer of 1024 bytes 40 µs. The firmware takes 10 µs
 * for an event, its storage driver 100 µs for a command and another 100 µs for 1024 bytes. A
 * command of 4096 bytes is four buffers; behind its status the firmware needs 10 µs until it awaits
 * the next.
 */
class FirmwareOfTodayTest {
  private static final int BLOCK_BYTES = 512;

  private final ByteBuf data = Unpooled.buffer(64 << 10);
  private SimulatedLink link;
  private Disk disk;

  private static Profile profile() {
    return Profiles.parse(
        "today.toml",
        """
        extends = "sansa-e280/of"

        [host]
        high-speed-packets-per-ms = 100
        full-speed-packets-per-ms = 10
        completion = "at-once"
        completion-latency-us = 0
        completion-jitter-percent = 0
        packet-us = 20

        [stack]
        firmware = "buffered"
        speed = "high"
        buffers = 1
        read-buffer-bytes = 1024
        write-buffer-bytes = 1024
        turnaround-us = 10
        jitter-percent = 0

        [port]
        latency-us = 100
        read-rate-mb-s = 10.24
        write-rate-mb-s = 10.24
        scattered-write-us = 0
        write-cache = "off"

        [medium]
        kind = "flash"
        rate-mb-s = 1000
        sleep-after-us = 1000000000
        wake-us = 0
        """);
  }

  private static Profile profile(String key, String value) {
    return profile().with(ProfileKey.find(key).orElseThrow(), value);
  }

  private static Profile profile(String key, String value, String other, String otherValue) {
    return profile()
        .with(
            Map.of(
                ProfileKey.find(key).orElseThrow(), value,
                ProfileKey.find(other).orElseThrow(), otherValue));
  }

  private void attach(Profile profile) throws Exception {
    var device = new ProfiledDevice(profile, ProfiledDevice.emptyMedium(profile), 1);
    link = device.attach(true, device.speed(), false).link();
    var found = Enumeration.enumerate(link, OptionalInt.empty());
    disk = Disk.open(new BulkOnlyHost(link, found), 0);
    // From a boundary on at which a packet begins, and with the firmware at rest.
    pause(1_000_000 - link.nanos() / 1000 % 1_000_000);
  }

  @AfterEach
  void detach() {
    if (link != null) {
      link.close();
    }
  }

  private void pause(long micros) {
    link.runUntil(() -> false, micros * 1000);
  }

  /** How long a read takes, in µs. */
  private long read(long block, int bytes) throws Exception {
    long begin = link.nanos();
    disk.read(block, bytes / BLOCK_BYTES, data, 0);
    return micros(begin);
  }

  private long write(long block, int bytes) throws Exception {
    long begin = link.nanos();
    disk.write(block, bytes / BLOCK_BYTES, data, 0, false);
    return micros(begin);
  }

  private long micros(long begin) {
    long nanos = link.nanos() - begin;
    assertThat(nanos % 1000).isZero();
    return nanos / 1000;
  }

  @Test
  void withOneBufferNothingOverlaps() throws Exception {
    attach(profile());
    // Wrapper and turnaround, four times medium and wire, three turnarounds between, status.
    assertThat(read(0, 4096)).isEqualTo(20 + 10 + 4 * (200 + 40) + 3 * 10 + 20);
    // The next wrapper has to wait for the firmware behind the status.
    assertThat(read(8, 4096)).isEqualTo(10 + 1040);
    pause(30);
    // The other way each buffer is filled before it is written.
    assertThat(write(0, 4096)).isEqualTo(20 + 10 + 4 * (40 + 200) + 3 * 10 + 20);
  }

  @Test
  void aCommandThatIsAwaitedWithTheStatusWaitsForNothing() throws Exception {
    attach(profile("stack.next-command", "with-status"));
    assertThat(read(0, 4096)).isEqualTo(1040);
    assertThat(read(8, 4096)).isEqualTo(1040);
    assertThat(write(8, 4096)).isEqualTo(1040);
  }

  @Test
  void withTwoBuffersTheSlowerOfMediumAndWireCounts() throws Exception {
    attach(profile("stack.buffers", "2"));
    // The drive never rests: 30 + 4 x 200; the last buffer follows after a turnaround.
    assertThat(read(0, 4096)).isEqualTo(20 + 10 + 4 * 200 + 10 + 40 + 20);
    pause(20);
    // It begins when the first buffer has come, and goes on to the end.
    assertThat(write(0, 4096)).isEqualTo(20 + 10 + 40 + 4 * 200 + 20);
  }

  @ParameterizedTest
  @CsvSource({"1, 280", "2, 250", "16, 250"})
  void aFastMediumLeavesTheTurnaround(int buffers, long micros) throws Exception {
    // 10 µs for a buffer, and no latency: 20 + 10 + 10 + 40, three times 10 + [10 +] 40, and 20.
    attach(
        profile("stack.buffers", Integer.toString(buffers))
            .with(
                Map.of(
                    ProfileKey.PORT_LATENCY, "0",
                    ProfileKey.READ_RATE, "102.4")));
    assertThat(read(0, 4096)).isEqualTo(micros);
  }

  @ParameterizedTest
  @CsvSource({"512, 1490", "1024, 1050", "2048, 830", "4096, 720"})
  void smallBuffersPayTheLatencyMoreOften(String bytes, long micros) throws Exception {
    // 40 + 10 for the ends; 400 for the bytes, 160 for the wire; 100 + 10 for each buffer.
    attach(profile("stack.read-buffer", bytes));
    read(100, 4096);
    assertThat(read(0, 4096)).isEqualTo(micros);
  }

  @Test
  void twoBuffersOfABlockFollowEachOther() throws Exception {
    attach(profile("stack.buffers", "2", "stack.read-buffer", "512"));
    // 150 µs of the drive for each of eight, then the turnaround and one packet.
    assertThat(read(0, 4096)).isEqualTo(20 + 10 + 8 * 150 + 10 + 20 + 20);
  }

  @Test
  void readsAndWritesHaveLatenciesOfTheirOwn() throws Exception {
    attach(profile("port.read-latency", "50", "port.write-latency", "300"));
    assertThat(read(0, 4096)).isEqualTo(1040 - 4 * 50);
    pause(30);
    assertThat(write(0, 4096)).isEqualTo(1040 + 4 * 200);
    detach();
    attach(
        profile("port.read-latency", "50", "port.write-latency", "300")
            .with(ProfileKey.BUFFERS, "2"));
    // Buffers are received while the drive is at the one before.
    assertThat(write(0, 4096)).isEqualTo(20 + 10 + 40 + 4 * 400 + 20);
  }

  @Test
  void aProcessorThatCopiesComputesNothingMeanwhile() throws Exception {
    attach(profile("stack.buffers", "2", "port.overlap", "off"));
    // With the first buffer on the wire it copies for 200, is 10 late with the next, copies again.
    assertThat(read(0, 4096)).isEqualTo(20 + 10 + 200 + 3 * (200 + 10) + 40 + 20);
    pause(20);
    // It arms the second buffer before it copies the first, and the others when it has copied.
    assertThat(write(0, 4096)).isEqualTo(20 + 10 + 40 + 10 + 200 + 2 * (10 + 200) + 200 + 20);
  }

  @Test
  void theNextBufferIsThereForACommandThatGoesOn() throws Exception {
    attach(profile("port.prefetch", "on"));
    assertThat(read(0, 4096)).isEqualTo(1040);
    pause(500);
    // The first of the four is there; the other three are not.
    assertThat(read(8, 4096)).isEqualTo(1040 - 200);
    pause(500);
    assertThat(read(100, 4096)).isEqualTo(1040);
    // It is still on its way: 200 from the status on, of which 20 + 10 + 20 + 10 have passed.
    assertThat(read(108, 4096)).isEqualTo(10 + 1040 - 60);
    pause(500);
    // Something else is asked for, when it is there and when it is not.
    assertThat(read(0, 4096)).isEqualTo(1040);
    assertThat(read(50, 4096)).isEqualTo(10 + 1040 + 200 - 60);
    pause(500);
    write(58, 1024);
    pause(500);
    // A write has come between.
    assertThat(read(58, 1024)).isEqualTo(20 + 10 + 200 + 40 + 20);
  }

  @ParameterizedTest
  @CsvSource({"1, 80, 140", "2, 80, 80"})
  void aFifoOfOnePacketMissesTheTokenBehindIt(String packets, long outMicros, long inMicros)
      throws Exception {
    attach(
        profile("stack.endpoint-packets", packets)
            .with(Map.of(ProfileKey.READ_BUFFER, "2048", ProfileKey.WRITE_BUFFER, "2048")));
    // Four packets: at high speed an IN that comes too early costs as much as a packet.
    assertThat(read(0, 2048)).isEqualTo(20 + 10 + 300 + inMicros + 20);
    pause(20);
    // An OUT that comes too early costs nothing, since the host asks first.
    assertThat(write(0, 2048)).isEqualTo(20 + 10 + outMicros + 300 + 20);
  }

  @ParameterizedTest
  @CsvSource({"1, 3000, 1600", "2, 1600, 1600"})
  void atFullSpeedAnOutThatIsNotTakenCostsItsPacket(String packets, long outMicros, long inMicros)
      throws Exception {
    // 200 µs for a packet of 64 bytes, and 100 for whatever the firmware does.
    attach(
        profile("stack.endpoint-packets", packets, "stack.speed", "full")
            .with(
                Map.of(
                    ProfileKey.PACKET, "200",
                    ProfileKey.TURNAROUND, "100",
                    ProfileKey.READ_BUFFER, "512",
                    ProfileKey.WRITE_BUFFER, "512",
                    ProfileKey.READ_RATE, "5.12",
                    ProfileKey.WRITE_RATE, "5.12")));
    assertThat(read(0, 512)).isEqualTo(200 + 100 + 200 + inMicros + 200);
    pause(1000);
    assertThat(write(0, 512)).isEqualTo(200 + 100 + outMicros + 200 + 200);
  }

  @ParameterizedTest
  @CsvSource({"50, 2560", "25, 5120", "104, 1280"})
  void aDeviceThatTakesFewPacketsOfAFrameIsTheBottleneck(String packets, long micros)
      throws Exception {
    // 128 packets, of which the host would send 100 in a millisecond.
    attach(
        profile("stack.packets-per-frame", packets, "host.packet", "0")
            .with(ProfileKey.READ_BUFFER, "65536"));
    long begin = link.nanos();
    disk.read(0, 128, data, 0);
    long wire = link.nanos() - begin - 1000 * (10 + 100 + 6400);
    // A wrapper and a status besides, and what is left of a frame that has no room for a packet.
    assertThat(wire / 1000.0).isBetween(micros * 1.0, micros * 1.01);
  }

  @Test
  void aCardSleepsAfterItsLastCommandHasEnded() throws Exception {
    attach(profile("medium.sleep-after", "5000", "medium.wake", "2000"));
    // It was left alone since the device was attached.
    assertThat(read(0, 1024)).isEqualTo(20 + 10 + 2000 + 200 + 40 + 20);
    // From the last byte of the drive on: 40 and 20 of the wire, the pause, 20 and 10.
    pause(5000 - 90);
    assertThat(read(2, 1024)).isEqualTo(20 + 10 + 200 + 40 + 20);
    pause(5000 - 80);
    assertThat(read(4, 1024)).isEqualTo(20 + 10 + 2000 + 200 + 40 + 20);
    // However long a command takes, it is no pause.
    pause(30);
    assertThat(read(6, 64 << 10)).isEqualTo(20 + 10 + 64 * 240 + 63 * 10 + 20);
    assertThat(read(134, 1024)).isEqualTo(10 + 290);
  }

  @Test
  void whatWasReadAheadIsKeptForAWhile() throws Exception {
    attach(
        profile()
            .with(
                Map.of(
                    ProfileKey.MEDIUM_KIND, "disk",
                    ProfileKey.ROTATION, "8000",
                    ProfileKey.SEEK, "0",
                    ProfileKey.NEAR, "1000000000",
                    ProfileKey.WRITE_SLOTS, "1",
                    ProfileKey.READ_AHEAD_KEPT, "4000")));
    read(0, 1024);
    pause(4000 - 90);
    assertThat(read(2, 1024)).isEqualTo(290);
    pause(4000 - 80);
    // Half a revolution.
    assertThat(read(4, 1024)).isEqualTo(290 + 4000);
    pause(30);
    assertThat(read(6, 1024)).isEqualTo(290);
  }

  @Test
  void firmwareDozesOffAfterACommandAndNotDuringOne() throws Exception {
    attach(
        profile("stack.idle-after", "5000", "stack.idle-penalty", "700")
            .with(ProfileKey.READ_BUFFER, "65536"));
    assertThat(read(0, 64 << 10)).isEqualTo(20 + 10 + 700 + 100 + 6400 + 128 * 20 + 20);
    // Its 9 ms were no pause; the 10 are its turnaround behind the status.
    assertThat(read(128, 64 << 10)).isEqualTo(10 + 20 + 10 + 100 + 6400 + 128 * 20 + 20);
    pause(5000 - 10);
    assertThat(read(0, 1024)).isEqualTo(20 + 10 + 200 + 40 + 20);
    pause(5100);
    assertThat(read(2, 1024)).isEqualTo(20 + 10 + 700 + 200 + 40 + 20);
  }

  @Test
  void aDeviceThatStreamsDozesOffAfterACommandAsWell() throws Exception {
    attach(
        profile()
            .with(
                Map.of(
                    ProfileKey.FIRMWARE, "streamed",
                    ProfileKey.COMMAND_LATENCY, "10",
                    ProfileKey.IDLE_AFTER, "5000",
                    ProfileKey.IDLE_PENALTY, "700")));
    read(0, 64 << 10);
    long second = read(128, 64 << 10);
    assertThat(second).isGreaterThan(6400);
    pause(5100);
    assertThat(read(256, 64 << 10)).isEqualTo(second + 700);
  }
}
