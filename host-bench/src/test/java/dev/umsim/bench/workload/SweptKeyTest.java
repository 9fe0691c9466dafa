package dev.umsim.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.bench.notation.NotationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweptKeyTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stack.write-buffer=8k..64k | 8192 16384 32768 65536",
        "stack.write-buffer-bytes=8k..40k | 8192 16384 32768 40960",
        "stack.write-buffer=8192..24kB:4k | 8192 12288 16384 20480 24000",
        "stack.write-buffer=8k,16k,24k,8k | 8192 16384 24576",
        "stack.write-buffer=8k..8k | 8192",
        "stack.turnaround=0..1000 | 0 100 200 300 400 500 600 700 800 900 1000",
        "stack.turnaround-us=0.5..2:0.5 | 0.5 1 1.5 2",
        "stack.turnaround=1..30:x3 | 1 3 9 27 30",
        "stack.turnaround=890.141 | 890.141",
        "port.read-rate=0.1..0.4:0.1 | 0.1 0.2 0.3 0.4",
        "medium.write-slots=1..4 | 1 2 3 4",
        "host.read-ahead=0,128k | 0 131072",
        "volume.raw-blocks=64197 | 64197",
        "port.write-cache=on,off | on off",
      })
  void isAListOfValues(String text, String values) {
    assertThat(SweptKey.parse(text).values()).containsExactly(values.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stack.write-buffer | key stack.write-buffer sets nothing; write KEY=A..B, KEY=A..B:STEP,"
            + " KEY=A..B:xN or KEY=A,B,C",
        "stack.write-buffer= | key stack.write-buffer= sets nothing; write KEY=A..B,"
            + " KEY=A..B:STEP, KEY=A..B:xN or KEY=A,B,C",
        "write-buffer=8k | there is no key 'write-buffer', such as stack.write-buffer; see: ums"
            + " profile keys",
        "stack.write-buffer=64k..8k | key stack.write-buffer=64k..8k ends before it begins; turn"
            + " it round",
        "host.read-ahead=0..64k | key host.read-ahead=0..64k: 0 stays 0 when it is multiplied;"
            + " begin above it, or give a step",
        "stack.turnaround=0..5:0 | key stack.turnaround=0..5:0: a step is more than 0",
        "stack.turnaround=1..5:x1 | key stack.turnaround=1..5:x1: x1 is no factor; write x2 or"
            + " more",
        "stack.turnaround=1..5:xx | key stack.turnaround=1..5:xx: xx is no factor; write x2 or"
            + " more",
        "stack.turnaround=-5..5 | key stack.turnaround=-5..5: '-5' is not a number;"
            + " stack.turnaround-us is a number from 0 to 1000000",
        "stack.turnaround=1e9 | key stack.turnaround=1e9: '1e9' is not a number;"
            + " stack.turnaround-us is a number from 0 to 1000000",
        "stack.turnaround=0..900000:0.001 | key stack.turnaround=0..900000:0.001 has more than"
            + " 1000 values; choose a larger step",
        "stack.write-buffer=8q | '8q' is not a size; write digits, and behind them k, M or G (times"
            + " 1024) or kB, MB or GB (times 1000), such as 120k or 32MB",
        "port.write-cache=off..on | port.write-cache is \"on\" or \"off\"; write"
            + " port.write-cache=ONE,OTHER for some of them",
      })
  void isRefusedWithTheRemedy(String text, String line) {
    assertThatThrownBy(() -> SweptKey.parse(text))
        .isInstanceOf(NotationException.class)
        .hasMessage(line);
  }

  @Test
  void showsBytesAsTheyAreWritten() {
    assertThat(SweptKey.parse("stack.write-buffer=8k").shown("24576")).isEqualTo("24k");
    assertThat(SweptKey.parse("volume.raw-blocks=8k").shown("8192")).isEqualTo("8192");
    assertThat(SweptKey.parse("stack.speed=full").shown("full")).isEqualTo("full");
  }
}
