package dev.umsim.bench.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeNotationTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "512, 512",
    "007, 7",
    "3c, 3",
    "3w, 6",
    "2b, 1024",
    "4k, 4096",
    "4K, 4096",
    "4KiB, 4096",
    "4kB, 4000",
    "4KB, 4000",
    "32M, 33554432",
    "32MiB, 33554432",
    "32MB, 32000000",
    "1G, 1073741824",
    "1GB, 1000000000",
    "1T, 1099511627776",
    "1TB, 1000000000000",
    "1P, 1125899906842624",
    "7E, 8070450532247928832",
    "9EB, 9000000000000000000",
    "2x15k, 30720",
    "2x3x4, 24",
    "8Ex0x9E, 0",
    "9223372036854775807, 9223372036854775807",
  })
  void readsWhatDdReads(String text, long bytes) {
    assertThat(SizeNotation.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "k", "4q", "-1", "+1", "1.5k", "4 k", "x", "4x", "x4", "4m", "4kb", "4kiB", "٤"
      })
  void refusesWhatIsNone(String text) {
    assertThatThrownBy(() -> SizeNotation.parse(text))
        .isInstanceOf(NotationException.class)
        .hasMessage(
            "'%s' is not a size; write digits, and behind them k, M or G (times 1024) or kB, MB or"
                + " GB (times 1000), such as 120k or 32MB",
            text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8E", "9223372036854775808", "99999999999999999999", "4Gx4G", "3x4EB"})
  void refusesWhatIsTooLarge(String text) {
    assertThatThrownBy(() -> SizeNotation.parse(text))
        .isInstanceOf(NotationException.class)
        .hasMessage("'%s' is too large; a size is less than 8E", text);
  }

  @Test
  void refusesHexadecimalDigits() {
    assertThatThrownBy(() -> SizeNotation.parse("0x10"))
        .hasMessage("'0x10' is 0 times something; write sizes in decimal digits");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "512, 512",
    "1000, 1kB",
    "1024, 1k",
    "122880, 120k",
    "32000000, 32MB",
    "33554432, 32M",
    "1025, 1025"
  })
  void formatsShortly(long bytes, String text) {
    assertThat(SizeNotation.format(bytes)).isEqualTo(text);
  }
}
