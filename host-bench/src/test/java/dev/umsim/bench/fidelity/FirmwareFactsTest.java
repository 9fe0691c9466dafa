package dev.umsim.bench.fidelity;

import static dev.umsim.sim.profile.ProfileKey.COMMAND_LATENCY;
import static dev.umsim.sim.profile.ProfileKey.LARGEST_COMMAND;
import static dev.umsim.sim.profile.ProfileKey.MEDIUM_RATE;
import static dev.umsim.sim.profile.ProfileKey.NEXT_COMMAND;
import static dev.umsim.sim.profile.ProfileKey.PORT_LATENCY;
import static dev.umsim.sim.profile.ProfileKey.READ_AHEAD;
import static dev.umsim.sim.profile.ProfileKey.READ_BUFFER;
import static dev.umsim.sim.profile.ProfileKey.READ_RATE;
import static dev.umsim.sim.profile.ProfileKey.TURNAROUND;
import static dev.umsim.sim.profile.ProfileKey.WRITE_BUFFER;
import static dev.umsim.sim.profile.ProfileKey.WRITE_RATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.umsim.bench.linux.Workload;
import dev.umsim.bench.workload.ProfiledRun;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.Profiles;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What firmware is known to do, and nothing was fitted to. */
@Tag("timed")
class FirmwareFactsTest {
  private static final int BYTES = 8 << 20;
  private static final double NANOS_PER_SECOND = 1e9;

  private static double seconds(Profile profile, Workload workload) throws Exception {
    var result = new ProfiledRun(profile, 1, false).of(workload).result();
    return result.nanos() / NANOS_PER_SECOND;
  }

  /**
   * "About 10% to 15% faster", says Rockbox's change 1d94c3fa69 of awaiting the next command
   * together with the CSW. Two buffers of 64 KiB, high speed, a medium of 25 MB/s with 300 µs, the
   * turnaround that was fitted in 2008, and commands of a buffer's size.
   */
  @ParameterizedTest
  @ValueSource(strings = {"dd-read", "dd-write"})
  void awaitingTheNextCommandWithTheStatusIsTenToFifteenPercentFaster(String word)
      throws Exception {
    var profile = largeBuffers().with(LARGEST_COMMAND, "65536").with(READ_AHEAD, "65536");
    assertThat(gainPercent(profile, workload(word))).isBetween(10.0, 15.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dd-read", "dd-write"})
  void inLongerCommandsItMattersLess(String word) throws Exception {
    assertThat(gainPercent(largeBuffers(), workload(word))).isBetween(5.0, 10.0);
  }

  private static Workload workload(String word) {
    return word.equals("dd-read")
        ? new Workload.DdRead(65_536, BYTES, 0)
        : new Workload.DdWrite(65_536, BYTES, 0);
  }

  private static Profile largeBuffers() {
    return Profiles.named("ipod-video-80g/rockbox-2010")
        .with(READ_BUFFER, "65536")
        .with(WRITE_BUFFER, "65536")
        .with(READ_RATE, "25")
        .with(WRITE_RATE, "25")
        .with(MEDIUM_RATE, "25")
        .with(PORT_LATENCY, "300");
  }

  private static double gainPercent(Profile profile, Workload workload) throws Exception {
    double after = seconds(profile.with(NEXT_COMMAND, "after-status"), workload);
    double with = seconds(profile.with(NEXT_COMMAND, "with-status"), workload);
    return (after / with - 1) * 100;
  }

  /** "No more than 2% slowdown", says Rockbox's driver of buffers of 16 KiB in place of 20. */
  @Test
  void buffersOfSixteenKibibytesCostLittle() throws Exception {
    var profile = Profiles.named("ipod-video-80g/rockbox-20080220");
    var read = new Workload.DdRead(32_768, BYTES, 0);
    double small = seconds(profile.with(READ_BUFFER, "16384"), read);
    double large = seconds(profile.with(READ_BUFFER, "20480"), read);
    assertThat(Math.abs(small / large - 1)).isLessThan(0.02);
  }

  /**
   * "24k to 28k is optimal", says Rockbox's change r20988 of the buffers of writes, and names
   * commands of 64 KiB. With a medium of twice the rate of the wire: chunks c, c and 64 - 2c are
   * written fastest where c is 64 / (2 + 1/2), or 25.6 KiB.
   */
  @ParameterizedTest
  @ValueSource(strings = {"50", "75", "100"})
  void writeBuffersOfTwentyFourToTwentyEightKibibytesAreBest(String turnaround) throws Exception {
    var profile =
        Profiles.named("ipod-video-80g/rockbox-2010")
            .with(LARGEST_COMMAND, "65536")
            .with(WRITE_RATE, "74")
            .with(MEDIUM_RATE, "74")
            .with(PORT_LATENCY, "0")
            .with(TURNAROUND, turnaround);
    var write = new Workload.DdWrite(65_536, BYTES, 0);
    double best = seconds(profile.with(WRITE_BUFFER, "26624"), write);
    for (var near : List.of("24576", "28672")) {
      assertThat(seconds(profile.with(WRITE_BUFFER, near), write) / best).isBetween(1.0, 1.045);
    }
    for (var far : List.of("16384", "20480", "32768")) {
      assertThat(seconds(profile.with(WRITE_BUFFER, far), write) / best).isGreaterThan(1.03);
    }
    assertThat(seconds(profile.with(WRITE_BUFFER, "65536"), write) / best).isGreaterThan(1.15);
  }

  /** A processor that carries each packet itself gets 11 of 512 bytes into a millisecond. */
  @Test
  void aSlowControllerIsTheBottleneckOfAnyDevice() throws Exception {
    var slow =
        Profiles.parse(
            "slow-host.toml",
            """
            extends = "ipod-video-80g/of"
            host = "am335x-musb-2017"
            """);
    var read = new Workload.DdRead(65_536, BYTES, 0);
    double onPc = BYTES / seconds(Profiles.named("ipod-video-80g/of"), read);
    double onChip = BYTES / seconds(slow, read);
    assertThat(onPc).isGreaterThan(14e6);
    assertThat(onChip).isBetween(5e6, 11 * 512 * 1000.0);
  }

  /**
   * A device that streams has a closed form. At high speed, nine packets of 512 bytes fill 125 µs,
   * and the host hears of an end at the next microframe and 60 µs later. It sends its command then:
   * 2 µs for the wrapper, the device's latency, the bytes at the device's rate, and 111 µs for the
   * last piece of 4096 bytes, which cannot be sent before it is there. From there to the next
   * microframe it is 62.5 µs on average, and 60 µs more; and 125 µs from sending for the status to
   * hearing that it has come.
   */
  @Test
  void aDeviceThatStreamsTakesWhatTheClosedFormSays() throws Exception {
    var profile = Profiles.named("sansa-e280/of");
    var read = new Workload.DdRead(122_880, 200 * 122_880, 0);
    double latency = profile.nanos(COMMAND_LATENCY) / NANOS_PER_SECOND;
    double rate = profile.bytesPerSecond(MEDIUM_RATE);
    double host = 2e-6 + 111e-6 + 62.5e-6 + 60e-6 + 125e-6;
    double expected = 200 * (host + latency + 122_880 / rate);
    assertThat(seconds(profile, read)).isCloseTo(expected, within(expected * 0.002));
  }
}
