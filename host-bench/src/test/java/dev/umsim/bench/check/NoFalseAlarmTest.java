package dev.umsim.bench.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.simulated.SimulatedExtras;
import dev.umsim.sim.check.Outcome;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The conformant device under every check, in all its forms and with all its legal choices. */
class NoFalseAlarmTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, -",
        "pad, -",
        "-, stall",
        "pad, stall",
      })
  void everyLegalChoiceAtBothSpeeds(String shortData, String excessData) throws IOException {
    var choices =
        (shortData == null ? "" : "&short-data=" + shortData)
            + (excessData == null ? "" : "&out-excess=" + excessData);
    for (var speed : new String[] {"full", "high"}) {
      for (var cache : new String[] {"on", "off"}) {
        for (var attention : new String[] {"on", "off"}) {
          good(
              "sim:reference?speed="
                  + speed
                  + "&write-cache="
                  + cache
                  + "&power-on-attention="
                  + attention
                  + choices);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"512", "1024", "2048", "4096"})
  void disksOfEveryBlockSize(String blockSize) throws IOException {
    good("sim:reference?block-size=" + blockSize);
    good("sim:reference?speed=full&block-size=" + blockSize);
    good("sim:reference?size=3T&block-size=" + blockSize);
  }

  @Test
  void removableAndProtectedDisks() throws IOException {
    good("sim:reference?image=" + image("a", 64) + ",removable");
    good("sim:reference?image=" + image("a", 64) + ",ro");
    good("sim:reference?volatile-cache=1M");
  }

  @Test
  void driveForCds() throws IOException {
    good("sim:reference?image=" + image("a", 32) + ",cdrom");
    good("sim:reference?speed=full&power-on-attention=on&image=" + image("a", 32) + ",cdrom");
  }

  @Test
  void cardReader() throws IOException {
    good(
        "sim:reference?image="
            + image("slot", 8)
            + ",removable,empty&image="
            + image("a", 16)
            + ",removable&image="
            + image("b", 32)
            + ",cdrom&image="
            + image("c", 16)
            + ",ro");
  }

  @Test
  void sixteenUnits() throws IOException {
    var units =
        IntStream.range(0, 16)
            .mapToObj(lun -> "image=" + image("unit-" + lun, 4))
            .collect(Collectors.joining("&"));
    good("sim:reference?" + units);
  }

  private Path image(String name, long mebibytes) {
    var path = folder.resolve(name + ".img");
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(mebibytes << 20);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return path;
  }

  private static void good(String target) {
    var report = CheckedTarget.run(target, SimulatedExtras.CONTROLLED);
    assertThat(CheckedTarget.wrong(report)).as(target).isEmpty();
    assertThat(report.count(Outcome.PASS)).isGreaterThan(300);
  }
}
