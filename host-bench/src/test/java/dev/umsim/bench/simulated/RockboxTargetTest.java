package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.usb.Speed;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RockboxTargetTest {
  private static Target open(String target) throws Exception {
    return Targets.open(TargetNotation.parse(target), Writes.TO_OVERLAY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rockbox-20080211",
        "rockbox-20080220",
        "rockbox-20080222-hs",
        "rockbox-2010",
        "rockbox-2026"
      })
  void everyRevisionIsADisk(String name) throws Exception {
    try (var target = open("sim:" + name + "?blocks=4096&vendor=ACME")) {
      for (var speed : target.speeds()) {
        try (var link = target.attach(speed)) {
          var device = Enumeration.enumerate(link, OptionalInt.empty());
          var disk = Disk.open(new BulkOnlyHost(link, device), 0);
          assertThat(link.speed()).isEqualTo(speed);
          assertThat(disk.capacity().blockCount()).isEqualTo(4096);
          assertThat(disk.identity().vendor()).isEqualTo("ACME");
        }
      }
    }
  }

  @Test
  void aPinnedSpeedIsTheOnlyOne() throws Exception {
    try (var target = open("sim:rockbox-20080211")) {
      assertThat(target.speeds()).containsExactly(Speed.FULL);
    }
    try (var target = open("sim:rockbox-2026?speed=full")) {
      assertThat(target.speeds()).containsExactly(Speed.FULL);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sim:rockbox-20080211?speed=high, does not do this speed",
    "sim:rockbox-2026?deviation=evpd-ignored, a setting of sim:reference",
    "sim:rockbox-2026?short-data=pad, a setting of sim:reference",
    "sim:rockbox-2026?block-size=100, 'a block has 512, 1024, 2048 or 4096 bytes'",
  })
  void whatItCannotBeIsRefused(String target, String message) {
    assertThatThrownBy(() -> open(target))
        .isInstanceOf(NotationException.class)
        .hasMessageContaining(message);
  }
}
