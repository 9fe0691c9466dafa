package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FillTest {
  @Test
  void hasNames() {
    assertThat(Fill.parse("zero")).isEqualTo(Fill.ZERO);
    assertThat(Fill.parse("00")).isEqualTo(Fill.ZERO);
    assertThat(Fill.parse("lba-be64")).isEqualTo(Fill.BLOCK_NUMBERS);
    assertThat(Fill.parse("5a")).isEqualTo(new Fill.Constant(0x5a));
    assertThat(Fill.parse("FF")).isEqualTo(new Fill.Constant(255));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0x5a", "5g", "123", "ZERO", " zero"})
  void refusesOtherNames(String name) {
    assertThatThrownBy(() -> Fill.parse(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a fill is zero, lba-be64 or two hexadecimal digits, not '%s'", name);
  }

  @Test
  void isOfBytes() {
    assertThatThrownBy(() -> new Fill.Constant(256)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Fill.Constant(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
