package dev.umsim.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.linux.Workload;
import dev.umsim.sim.profile.Profile;
import dev.umsim.sim.profile.Profiles;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What changes to a firmware are said to bring, where somebody has made them. */
class AdviceTest {
  private static final HostModel WINDOWS = HostModel.parse("windows-10");
  private static final Workload READ = new Workload.Direct(false, 1 << 20, 1 << 20, 0);

  private static Advice.Gain gain(String change, Profile device, Workload workload)
      throws Exception {
    return Advice.of(device, List.of(WINDOWS), List.of(workload), 1).stream()
        .filter(row -> row.change().name().equals(change))
        .findFirst()
        .orElseThrow()
        .gains()
        .get(0);
  }

  /**
   * 1.05 and 1.25 MB/s were measured on the LPC55S69, with one buffer of 512 bytes and with two.
   */
  @Test
  void aSecondBufferBringsWhatWasMeasured() throws Exception {
    var gain = gain("a second buffer", Profiles.named("lpc55s69/sd"), READ);
    double measured = (1.25 / 1.05 - 1) * 100;
    assertThat(measured).isBetween(gain.leastPercent(), gain.mostPercent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mcu-fs-one-buffer", "mcu-hs-double-buffer", "usb-stick-2020", "sansa-e280/of"})
  void whatBringsMostComesFirst(String name) throws Exception {
    var small = new Workload.Direct(false, 4096, 65_536, 0);
    var rows = Advice.of(Profiles.named(name), List.of(WINDOWS), List.of(small), 1);
    assertThat(rows).isNotEmpty();
    assertThat(rows).isSortedAccordingTo(Comparator.comparingDouble(Advice.Row::best).reversed());
  }

  @Test
  void whatIsThereAlreadyIsNotAdvised() {
    var names =
        Advice.changesOf(Profiles.named("mcu-hs-double-buffer")).stream()
            .map(Advice.Change::name)
            .toList();
    assertThat(names)
        .contains("reading ahead across commands")
        .doesNotContain("a second buffer", "a FIFO of two packets", "DMA between drive and memory");
  }
}
