package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that were made to make trouble: one line, and the status of a bad file. */
class HostileFilesTest {
  @TempDir Path folder;

  private static void assertOneLine(Ums run) {
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).hasLineCount(1).doesNotContain("fault of the program");
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{b=", "[{b="})
  void aProfileIsNotDeep(String opening) throws IOException {
    var file = folder.resolve("deep.toml");
    Files.writeString(file, "a = " + opening.repeat(50_000));
    assertOneLine(Ums.run("profile", "check", file.toString()));
    assertOneLine(Ums.run("bench", "--profile", file.toString()));
  }

  /** Each with a sum that is right. */
  @ParameterizedTest
  @CsvSource({
    "512, 9223372036854775807, 0",
    "512, -9223372036854775808, 0",
    "512, 0, -1",
    "512, 0, 1000000000",
    "0, 0, 0",
    "-512, 0, 0",
    "1, 0, 0",
  })
  void anOverlayIsOfATimeAndOfBlocks(int blockSize, long seconds, int nanos) throws IOException {
    var image = Files.write(folder.resolve("disk.img"), new byte[4096]);
    var header = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    header.put("UMSIMOVL".getBytes(StandardCharsets.US_ASCII)).putInt(1);
    header.putInt(blockSize).putLong(8).putLong(4096).putLong(seconds).putInt(nanos);
    var sum = new CRC32();
    sum.update(header.array(), 0, 44);
    header.putInt((int) sum.getValue());
    var overlay = Files.write(folder.resolve("disk.img.overlay"), header.array());
    assertOneLine(Ums.run("bench", image + ",overlay"));
    assertOneLine(Ums.run("image", "commit", overlay.toString()));
    assertThat(image).hasSize(4096);
  }

  @Test
  void whatNobodyExpectedIsOneLineToo() {
    var err = new StringWriter();
    var printer = new PrintWriter(err);
    assertThat(Errors.fault(new StackOverflowError(), printer, false)).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "ums: this is a fault of the program: java.lang.StackOverflowError; run it again with"
                + " -v for the details"
                + System.lineSeparator());
    Errors.fault(new StackOverflowError(), printer, true);
    assertThat(err.toString()).contains("at dev.umsim");
  }
}
