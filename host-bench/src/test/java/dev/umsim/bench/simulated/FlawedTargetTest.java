package dev.umsim.bench.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.sim.exchange.ExchangeFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Media with flaws as hosts see them, over the wire. */
class FlawedTargetTest {
  private static final String TEST_UNIT_READY =
      "> out 555342430f0000000000000000000600000000000000000000000000000000\n< ack 31\n";

  @TempDir Path folder;

  private static void agrees(String target, String lines) throws Exception {
    var file = ExchangeFile.parse(lines.getBytes(StandardCharsets.UTF_8));
    assertThat(Played.play(file, target))
        .allSatisfy(result -> assertThat(result.difference()).as(target).isEmpty());
  }

  /** WRITE(10) of a block with FUA or without, filled with a byte. */
  private static String write(int block, int fill, boolean force) {
    return String.format(
        "> out 55534243010000000002000000000a2a%s%08x00000100000000000000%n< ack 31%n"
            + "> fill 512 %02x%n< ack 512%n> in 13%n< data 13 55534253010000000000000000%n",
        force ? "08" : "00", block, fill);
  }

  /** READ(10) of a block whose bytes are all the same. */
  private static String read(int block, String crc) {
    return String.format(
        "> out 55534243020000000002000080000a2800%08x00000100000000000000%n< ack 31%n"
            + "> in 512%n< data 512 crc32:%s%n> in 13%n< data 13 55534253020000000000000000%n",
        block, crc);
  }

  // CRC-32 of 512 bytes of 00, 11, 22 and ff.
  private static final String ZEROS = "b2aa7578";
  private static final String ELEVENS = "21fcf20d";
  private static final String TWENTY_TWOS = "4f767dd3";
  private static final String ONES = "bd7bc39f";

  @Test
  void aVolatileCacheLosesWhatIsNotDurable() throws Exception {
    var lines =
        "\n# lost\n"
            + write(5, 0x11, false)
            + write(6, 0x22, true)
            + read(5, ELEVENS)
            + "> power-cycle\n< ok\n> reconnect\n< ok\n"
            + read(5, ZEROS)
            + read(6, TWENTY_TWOS)
            + write(5, 0x11, false)
            + "> out 55534243030000000000000000000a35000000000000000000000000000000\n< ack 31\n"
            + "> in 13\n< data 13 55534253030000000000000000\n"
            + "> power-cycle\n< ok\n> reconnect\n< ok\n"
            + read(5, ELEVENS);
    agrees("sim:reference?volatile-cache=1M", lines);
  }

  @Test
  void anEraseBlockIsLostAsAWhole() throws Exception {
    var lines =
        "\n# lost\n"
            + write(8, 0x11, false)
            + "> power-cycle\n< ok\n> reconnect\n< ok\n"
            + read(8, ONES)
            + read(15, ONES)
            + read(16, ZEROS);
    agrees("sim:reference?erase-block=4k", lines);
  }

  @Test
  void aFakeWrapsAround() throws Exception {
    agrees(
        "sim:reference?size=8M&fake=wraparound:1M",
        "\n# wraps\n" + write(2048, 0x22, false) + read(0, TWENTY_TWOS));
  }

  @Test
  void aDeadMediumTellsSo() throws Exception {
    agrees(
        "sim:reference?dead-after-writes=1",
        "\n# dead\n"
            + write(5, 0x11, false)
            + "> out 55534243010000000002000000000a2a000000000500000100000000000000\n< ack 31\n"
            + "> fill 512 11\n< ack 512\n> in 13\n< data 13 55534253010000000002000001\n"
            + "> out 555342430400000012000000800006030000001200000000000000000000"
            + "00\n< ack 31\n> in 18\n< data 18 f00003000000050a000000000c0000000000\n");
  }

  @Test
  void aDriveIsEmptyUntilSomethingIsPutIn() throws Exception {
    var image = folder.resolve("medium.img");
    Files.write(image, new byte[1 << 20]);
    agrees(
        "sim:reference?image=" + image + ",removable,empty",
        "\n# empty\n"
            + TEST_UNIT_READY
            + "> in 13\n< data 13 555342530f0000000000000001\n"
            + "> insert 0\n< ok\n"
            + TEST_UNIT_READY
            + "> in 13\n< data 13 555342530f0000000000000001\n"
            + TEST_UNIT_READY
            + "> in 13\n< data 13 555342530f0000000000000000\n");
  }
}
