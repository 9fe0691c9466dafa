package dev.umsim.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

  /** Every way to a file in TOML, and a text that the library cannot go through. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "profile check FILE",
        "bench --profile FILE",
        "compare FILE sansa-e280/rockbox-2010 --size 64k",
        "sweep FILE --set stack.turnaround-us=1 --workload dd-read",
        "bench sim:reference?device=FILE --size 4k --bs 4k",
        "serve sim:reference?device=FILE --usbip 0",
        "check sim:reference --only device-descriptor-length --baseline FILE",
      })
  void noFileInTomlIsDeep(String words) throws IOException {
    for (var opening : List.of("[", "{b=", "[{b=")) {
      var file = Files.writeString(folder.resolve("deep.toml"), "a = " + opening.repeat(50_000));
      var run = Ums.run(words.replace("FILE", file.toString()).split(" "));
      assertThat(run.err()).hasLineCount(1).contains("more than 16 brackets are open");
      assertThat(run.status()).isEqualTo(words.contains("--baseline") ? 2 : 1);
      assertThat(run.out()).isEmpty();
    }
  }

  /** Every small file that a command line names, and that would be read into memory whole. */
  @ParameterizedTest
  @Timeout(60)
  @ValueSource(
      strings = {
        "profile check FILE",
        "bench --profile FILE.toml",
        "compare FILE.toml sansa-e280/rockbox-2010 --size 64k",
        "bench sim:reference?device=FILE --size 4k --bs 4k",
        "bench sim:reference?faults=FILE --size 4k --bs 4k",
        "check sim:reference?faults=FILE",
        "serve sim:reference?device=FILE --usbip 0",
        "check sim:reference --only device-descriptor-length --baseline FILE",
        "replay FILE",
        "restore FILE",
        "explain FILE",
        "image info FILE",
      })
  void noSmallFileIsWithoutEnd(String words) throws Exception {
    var pipe = folder.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    for (var endless : List.of(Path.of("/dev/zero"), pipe)) {
      var file = folder.resolve("file");
      var named = words.contains("FILE.toml") ? folder.resolve("file.toml") : file;
      Files.deleteIfExists(named);
      Files.createSymbolicLink(named, endless);
      var run = Ums.run(words.replace("FILE", file.toString()).split(" "));
      assertOneLine(run);
      assertThat(run.err()).contains("is no ordinary file");
    }
  }

  /** The same of files that are too large, and that are not there. */
  @Test
  void aFaultScriptIsSmallAndThere() throws IOException {
    var file = folder.resolve("script");
    var words = new String[] {"bench", "sim:reference?faults=" + file, "--size", "4k"};
    Ums.run(words).expectLine(1, file + " does not exist; check the path");
    try (var large = new RandomAccessFile(file.toFile(), "rw")) {
      large.setLength(1L << 40);
    }
    Ums.run(words).expectLine(1, file + " has more than 1 MiB; choose another file or folder");
    Files.write(file, new byte[] {(byte) 0xff});
    Ums.run(words).expectLine(1, file + " is not in UTF-8; choose another file or folder");
  }

  @Test
  void aFolderThatIsNoneIsSaidSo() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "");
    var image = folder.resolve("disk.img").toString();
    Ums.run("image", "create", image, "--size", "1M", "--from", file.toString())
        .expectLine(1, file + " is no folder; choose another one");
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
