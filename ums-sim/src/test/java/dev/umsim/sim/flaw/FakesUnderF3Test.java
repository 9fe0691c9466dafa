package dev.umsim.sim.flaw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What f3read says of data that went into a fake and came out again. f3probe needs a block device,
 * which only a guest has.
 */
class FakesUnderF3Test {
  private static final int BLOCKS = 4096;
  private static final int BLOCK_SIZE = 512;
  private static final Pattern COUNTS =
      Pattern.compile("1\\.h2w \\.\\.\\.\\s+(\\d+)/\\s*(\\d+)/\\s*(\\d+)/\\s*(\\d+)");

  @TempDir Path folder;

  /** A block as f3write has it: its own place, and numbers that follow from that. */
  private static byte[] block(long number) {
    var bytes = ByteBuffer.allocate(BLOCK_SIZE).order(ByteOrder.LITTLE_ENDIAN);
    long value = number * BLOCK_SIZE;
    while (bytes.hasRemaining()) {
      bytes.putLong(value);
      value = value * 4294967311L + 17;
    }
    return bytes.array();
  }

  /** Blocks that are ok, corrupted, changed and overwritten. */
  private String judgement(Fake fake) throws Exception {
    var f3read = ExternalTool.of("f3read", "f3");
    var store = new Store(new FakeMedium(Store.good(BLOCKS), fake));
    for (int number = 0; number < BLOCKS; number++) {
      store.write(number, block(number));
    }
    try (var file = Files.newOutputStream(folder.resolve("1.h2w"))) {
      for (int number = 0; number < BLOCKS; number++) {
        file.write(store.bytes(number));
      }
    }
    var output = f3read.run(folder).output();
    var counts = COUNTS.matcher(output);
    assertThat(counts.find()).as(output).isTrue();
    return String.join("/", counts.group(1), counts.group(2), counts.group(3), counts.group(4));
  }

  @Test
  void aGoodMedium() throws Exception {
    assertThat(judgement(Fake.of(Fake.Kind.GOOD, 0, BLOCKS))).isEqualTo("4096/0/0/0");
  }

  /** The real size is what is ok; what repeats is overwritten, and what is not there is corrupt. */
  @ParameterizedTest
  @CsvSource({
    "BAD, 0, 0/4096/0/0",
    "LIMBO, 1000, 1000/3096/0/0",
    "WRAPAROUND, 1024, 1024/0/0/3072",
    "CHAIN, 768, 768/1024/0/2304",
  })
  void aFake(Fake.Kind kind, long realBlocks, String counts) throws Exception {
    assertThat(judgement(Fake.of(kind, realBlocks, BLOCKS))).isEqualTo(counts);
  }
}
