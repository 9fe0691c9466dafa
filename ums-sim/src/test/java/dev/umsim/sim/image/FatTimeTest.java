package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

final class FatTimeTest {
  @Test
  void has_the_fields_of_the_specification() {
    FatTime time = FatTime.of(Instant.parse("2026-11-30T13:52:05.379Z"));
    assertThat(time.dateField()).isEqualTo(0x5d7e); // 0101110 1011 11110: 46, 11, 30
    assertThat(time.timeField()).isEqualTo(0x6e82); // 01101 110100 00010: 13, 52, 2
    assertThat(time.hundredthsField()).isEqualTo(137);
  }

  @Test
  void keeps_ten_milliseconds() {
    FatTime time = FatTime.of(Instant.parse("2026-11-30T13:52:05.379Z"));
    assertThat(FatTime.decode(0x5d7e, 0x6e82, 137)).contains(time);
    assertThat(time.at()).isEqualTo(LocalDateTime.parse("2026-11-30T13:52:05.37"));
  }

  @Test
  void moments_out_of_reach_become_the_nearest_one() {
    assertThat(FatTime.of(Instant.EPOCH)).isEqualTo(FatTime.EARLIEST);
    assertThat(FatTime.of(Instant.parse("2108-01-01T00:00:00Z"))).isEqualTo(FatTime.LATEST);
    assertThat(FatTime.EARLIEST.dateField()).isEqualTo(0x0021);
    assertThat(FatTime.EARLIEST.timeField()).isZero();
    assertThat(FatTime.LATEST.dateField()).isEqualTo(0xff9f);
    assertThat(FatTime.LATEST.timeField()).isEqualTo(0xbf7d);
    assertThat(FatTime.LATEST.hundredthsField()).isEqualTo(199);
  }

  @Test
  void there_is_no_time_out_of_reach() {
    assertThatThrownBy(() -> new FatTime(LocalDateTime.parse("1979-12-31T23:59:59")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void fields_that_are_no_time_are_none() {
    assertThat(FatTime.decode(0, 0, 0)).isEmpty();
    assertThat(FatTime.decode(0x01a1, 0, 0)).as("month 13").isEmpty();
    assertThat(FatTime.decode(0x005e, 0, 0)).as("30 February").isEmpty();
    assertThat(FatTime.decode(0x0021, 0xc000, 0)).as("hour 24").isEmpty();
    assertThat(FatTime.decode(0xff9f, 0xbf7d, 255)).as("into the year 2108").isEmpty();
  }
}
