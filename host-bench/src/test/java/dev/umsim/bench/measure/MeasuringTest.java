package dev.umsim.bench.measure;

import static dev.umsim.sim.profile.ProfileKey.COMMAND_LATENCY;
import static dev.umsim.sim.profile.ProfileKey.DEVICE_BLOCKS;
import static dev.umsim.sim.profile.ProfileKey.MEDIUM_RATE;
import static dev.umsim.sim.profile.ProfileKey.READ_RATE;
import static dev.umsim.sim.profile.ProfileKey.SCATTERED_WRITE;
import static dev.umsim.sim.profile.ProfileKey.WRITE_RATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.Capacity;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.device.ProfiledDevice;
import dev.umsim.sim.profile.Origin;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.Profiles;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A simulated device whose figures are known is measured, and they come out. */
class MeasuringTest {
  /** 436 µs a command, 5.22 MB/s, 722 µs more for a scattered write. */
  private static final Profile KNOWN = Profiles.named("sansa-e280/of");

  private static UsbLink attach(Profile profile, Medium medium) {
    var device = new ProfiledDevice(profile, medium, 3);
    return device.attach(false, device.speed(), false).link();
  }

  private static Profile measured(Profile profile, boolean write) throws HostException {
    try (var link = attach(profile, ProfiledDevice.emptyMedium(profile))) {
      var figures = new DeviceMeasurement(link, 0, write, 1).run();
      return Profiles.parse("m.toml", MeasuredProfile.of(figures, "measured"));
    }
  }

  @Test
  void whatIsKnownComesOut() throws HostException {
    var found = measured(KNOWN, true);
    double latency = KNOWN.number(COMMAND_LATENCY);
    double rate = KNOWN.number(MEDIUM_RATE);
    // The median of latencies that are spread by half is off by a few per cent at most.
    assertThat(found.number(COMMAND_LATENCY)).isCloseTo(latency, within(latency * 0.15));
    // A short command has no other piece to send while the medium reads, a long one has.
    assertThat(found.number(READ_RATE)).isCloseTo(rate, within(rate * 0.03));
    assertThat(found.number(WRITE_RATE)).isCloseTo(rate, within(rate * 0.03));
    double scattered = KNOWN.number(SCATTERED_WRITE);
    assertThat(found.number(SCATTERED_WRITE)).isCloseTo(scattered, within(scattered * 0.15));
    assertThat(found.count(DEVICE_BLOCKS)).isEqualTo(KNOWN.count(DEVICE_BLOCKS));
    assertThat(found.name()).isEqualTo("measured");
  }

  @Test
  void withoutWritingNothingIsWrittenAndTheProfileSaysSo() throws HostException {
    var medium = new CountedMedium(ProfiledDevice.emptyMedium(KNOWN));
    try (var link = attach(KNOWN, medium)) {
      var figures = new DeviceMeasurement(link, 0, false, 1).run();
      assertThat(medium.writes()).isZero();
      var found = Profiles.parse("m.toml", MeasuredProfile.of(figures, "measured"));
      var origin = found.find(WRITE_RATE).orElseThrow().origin();
      assertThat(origin.kind()).isEqualTo(Origin.Kind.ASSUMED);
      assertThat(origin.text()).contains("not measured");
      assertThat(found.find(READ_RATE).orElseThrow().origin().kind())
          .isEqualTo(Origin.Kind.CALIBRATED);
    }
  }

  @Test
  void aDeviceMayCallItselfWhatItLikes() {
    var times = new CommandTimes();
    times.add(512, new long[] {400_000});
    times.add(4096, new long[] {800_000});
    var figures =
        new DeviceFigures(
            "a \"b\" \\ \n c",
            Speed.FULL,
            UsbLink.TimeBase.WALL,
            new Capacity(1L << 33, 512),
            times,
            Optional.empty(),
            0,
            0,
            400_000,
            Map.of(),
            Map.of(),
            List.of(),
            List.of());
    var found = Profiles.parse("m.toml", MeasuredProfile.of(figures, "x"));
    // Three stages of such a host are more than it took.
    assertThat(found.number(COMMAND_LATENCY)).isZero();
    assertThat(found.description()).isEqualTo("a b   c, measured");
  }

  private static double seconds(Profile profile, boolean write, int bytes) throws Exception {
    try (var link = attach(profile, ProfiledDevice.emptyMedium(profile))) {
      var device = Enumeration.enumerate(link, OptionalInt.empty());
      var disk = Disk.open(new BulkOnlyHost(link, device), 0);
      var data = Unpooled.buffer(bytes);
      int blocks = bytes / disk.capacity().blockSize();
      long begin = 0;
      for (int command = 0; command < 40; command++) {
        if (command == 8) {
          begin = link.nanos();
        }
        if (write) {
          disk.write((long) command * blocks, blocks, data, 0, false);
        } else {
          disk.read((long) command * blocks, blocks, data, 0);
        }
      }
      return (link.nanos() - begin) / 1e9;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sansa-e280/of",
        "usb-stick-2020",
        "mcu-fs-one-buffer",
        "mcu-hs-double-buffer",
        "rt1062/sd",
        "rt1062/null-disk",
        "lpc55s69/sd",
        "pico/flash",
        "ipod-video-80g/of"
      })
  void aProfileOfAProfileTakesTheSameTime(String name) throws Exception {
    var profile = Profiles.named(name);
    var found = measured(profile, true);
    for (int bytes : new int[] {4096, 32_768, 65_536, 122_880}) {
      for (boolean write : new boolean[] {false, true}) {
        double original = seconds(profile, write, bytes);
        double copy = seconds(found, write, bytes);
        assertThat(copy / original).isCloseTo(1, within(0.05));
      }
    }
  }
}
