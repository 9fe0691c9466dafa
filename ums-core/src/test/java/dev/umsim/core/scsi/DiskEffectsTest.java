package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the commands of a disk do to its blocks, and how they end when a block is bad. */
class DiskEffectsTest {
  private static final int BLOCK = 512;

  private final TestMedium medium = TestMedium.disk(600).asThin();
  private final TargetHost host = TargetHost.of(TargetHost.disk(medium));

  @AfterEach
  void close() {
    host.close();
    assertThat(host.accessMemoryBytes()).as("memory that was not given back").isZero();
  }

  /** Bytes that differ from block to block. */
  private static byte[] data(int blocks) {
    var bytes = new byte[blocks * BLOCK];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 13 + i / BLOCK);
    }
    return bytes;
  }

  private void assertWritten(long first, byte[] data) {
    int blocks = data.length / BLOCK;
    for (int i = 0; i < blocks; i++) {
      assertThat(medium.block(first + i))
          .isEqualTo(Arrays.copyOfRange(data, i * BLOCK, (i + 1) * BLOCK));
    }
    assertThat(medium.changedBlocks()).isEqualTo(row(first, blocks));
  }

  private static Set<Long> row(long first, int blocks) {
    return LongStream.range(first, first + blocks).boxed().collect(Collectors.toSet());
  }

  @Test
  void readAndWriteOfSixBytes() {
    var all = host.run("08 00 00 07 00 00");
    assertThat(all.data()).as("0 is 256 blocks").hasSize(256 * BLOCK);
    assertThat(Arrays.copyOf(all.data(), BLOCK)).isEqualTo(medium.pattern(7));
    assertThat(Arrays.copyOfRange(all.data(), 255 * BLOCK, 256 * BLOCK))
        .isEqualTo(medium.pattern(262));
    assertThat(host.run("0A 00 00 07 00 00", data(256)).good()).isTrue();
    assertWritten(7, data(256));
  }

  /** The LBA has 21 bits; b7–5 of byte 1 are the old LUN. */
  @Test
  void blockNumbersOfSixBytes() {
    var vast = TestMedium.disk(0x20_0000);
    try (var other = TargetHost.of(TargetHost.disk(vast))) {
      assertThat(other.run("0A FF FF FF 01 00", data(1)).good()).isTrue();
      assertThat(vast.takeLog()).containsExactly("write 1fffff+1");
      assertThat(other.run("08 1F FF FF 01 00").data()).isEqualTo(data(1));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2E 00 00 00 00 05 00 00 14 00",
        "2E 12 00 00 00 05 00 00 14 00",
        "AE 02 00 00 00 05 00 00 00 14 00 00",
        "8E 02 00*7 05 00 00 00 14 00 00"
      })
  void writeAndVerify(String cdb) {
    assertThat(host.run(cdb, data(20)).good()).isTrue();
    assertWritten(5, data(20));
    assertThat(medium.takeLog())
        .containsExactly(
            "write durably 5+8",
            "read 5+8",
            "write durably d+8",
            "read d+8",
            "write durably 15+4",
            "read 15+4");
  }

  /** A block that cannot be written ends it; those before it are on the medium. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0A 00 00 05 14 00",
        "2E 00 00 00 00 05 00 00 14 00",
        "AE 00 00 00 00 05 00 00 00 14 00 00",
        "8E 00 00*7 05 00 00 00 14 00 00"
      })
  void writeToABadBlock(String cdb) {
    medium.withBadBlock(15);
    var reply = host.run(cdb, data(20));
    assertThat(reply.good()).isFalse();
    assertThat(host.sense()).isEqualTo("03/0C/00 @0000000F");
    assertThat(reply.processedBytes()).isEqualTo(10 * BLOCK);
    assertThat(medium.changedBlocks()).isEqualTo(row(5, 10));
  }

  @Test
  void verifyOfDataThatIsTheSameAndOfDataThatIsNot() {
    host.run("0A 00 00 64 14 00", data(20));
    for (var cdb :
        List.of("AF 02 00 00 00 64 00 00 00 14 00 00", "8F 12 00*7 64 00 00 00 14 00 00")) {
      assertThat(host.run(cdb, data(20)).good()).isTrue();
      var other = data(20);
      other[20 * BLOCK - 1] ^= 1;
      assertThat(host.run(cdb, other).good()).isFalse();
      assertThat(host.sense()).isEqualTo("0E/1D/00");
    }
    assertWritten(100, data(20));
  }

  @Test
  void verifyAgainstOneBlock() {
    var same = new byte[20 * BLOCK];
    host.run("0A 00 00 64 14 00", same);
    for (var cdb :
        List.of("AF 06 00 00 00 64 00 00 00 14 00 00", "8F 06 00*7 64 00 00 00 14 00 00")) {
      assertThat(host.run(cdb, new byte[BLOCK]).good()).isTrue();
      assertThat(host.run(cdb.replace("14 00 00", "15 00 00"), new byte[BLOCK]).good()).isFalse();
      assertThat(host.sense()).as("block 120 is another").isEqualTo("0E/1D/00");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AF 00 00 00 00 05 00 00 00 14 00 00",
        "8F 00 00*7 05 00 00 00 14 00 00",
        "08 00 00 05 14 00"
      })
  void badBlockInReading(String cdb) {
    medium.withBadBlock(15);
    assertThat(host.run(cdb).good()).isFalse();
    assertThat(host.sense()).isEqualTo("03/11/00 @0000000F");
  }

  @Test
  void seekMovesNothing() {
    assertThat(host.run("2B 00 00 00 02 57 00 00 00 00").good()).isTrue();
    assertThat(medium.takeLog()).isEmpty();
  }

  @Test
  void synchronizationOfTheWholeMediumWhateverTheRange() {
    assertThat(host.run("91 00 00*8 00 00 00 00 00 00").good()).isTrue();
    assertThat(host.run("91 02 00*7 05 00 00 00 01 00 00").good()).isTrue();
    assertThat(medium.takeLog()).containsExactly("synchronize", "synchronize");
    medium.withFailingSynchronization();
    assertThat(host.run("91 00 00*8 00 00 00 00 00 00").good()).isFalse();
    assertThat(host.sense()).isEqualTo("03/0C/00");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "41 00 00 00 00 05 00 00 14 00",
        "93 00 00*7 05 00 00 00 14 00 00",
        "41 08 00 00 00 05 00 00 14 00",
        "93 08 00*7 05 00 00 00 14 00 00"
      })
  void writeSame(String cdb) {
    assertThat(host.run(cdb, data(1)).good()).isTrue();
    for (long block = 5; block < 25; block++) {
      assertThat(medium.block(block)).isEqualTo(data(1));
    }
    assertThat(medium.changedBlocks()).isEqualTo(row(5, 20));
    // A block that is not zero has to be written, UNMAP or not.
    assertThat(medium.takeLog()).containsExactly("write 5+8", "write d+8", "write 15+4");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "41 08 00 00 00 05 00 00 14 00",
        "93 08 00*7 05 00 00 00 14 00 00",
        "93 09 00*7 05 00 00 00 14 00 00"
      })
  void writeSameOfZerosGivesBlocksBack(String cdb) {
    var zeros = cdb.startsWith("93 09") ? new byte[0] : new byte[BLOCK];
    assertThat(host.run(cdb, zeros).good()).isTrue();
    assertThat(medium.changedBlocks()).isEqualTo(row(5, 20));
    assertThat(medium.takeLog()).allMatch(each -> each.startsWith("deallocate"));
    assertThat(host.run("9E 12 00*7 05 00 00 00 18 00 00").hex())
        .isEqualTo("00 00 00 14 00 00 00 00 00 00 00 00 00 00 00 05 00 00 00 14 01 00 00 00");
  }

  @Test
  void writeSameWithoutDataWritesZeros() {
    assertThat(host.run("93 01 00*7 05 00 00 00 02 00 00").good()).isTrue();
    assertThat(medium.block(6)).isEqualTo(new byte[BLOCK]);
    assertThat(medium.takeLog()).containsExactly("write 5+2");
  }

  @Test
  void writeSameOfHalfABlockWritesNothing() {
    host.run("41 00 00 00 00 05 00 00 14 00", new byte[BLOCK / 2]);
    assertThat(medium.takeLog()).isEmpty();
  }

  @Test
  void writeSameIsDurableWithoutAWriteCache() {
    assertThat(host.run("15 10 00 00 18 00", "00*4 08 12 00*18").good()).isTrue();
    host.run("41 00 00 00 00 05 00 00 02 00", data(1));
    host.run("0A 00 00 05 01 00", data(1));
    assertThat(medium.takeLog()).containsExactly("write durably 5+2", "write durably 5+1");
  }

  @Test
  void writeSameToABadBlock() {
    medium.withBadBlock(15);
    assertThat(host.run("41 00 00 00 00 05 00 00 14 00", data(1)).good()).isFalse();
    assertThat(host.sense()).isEqualTo("03/0C/00 @0000000F");
    assertThat(medium.changedBlocks()).isEqualTo(row(5, 10));
  }

  /** Ranges that overlap, in any order, and one of no blocks. */
  @Test
  void unmap() {
    var list =
        "00 46 00 40 00*4"
            + " 00*7 14 00 00 00 0A 00*4"
            + " 00*7 05 00 00 00 02 00*4"
            + " 00*6 02 58 00 00 00 00 00*4"
            + " 00*7 19 00 00 00 0A 00*4";
    assertThat(host.run("42 00 00 00 00 00 00 00 48 00", list).good()).isTrue();
    var expected = row(20, 15);
    expected.addAll(row(5, 2));
    assertThat(medium.changedBlocks()).isEqualTo(expected);
    for (long block : expected) {
      assertThat(medium.block(block)).isEqualTo(new byte[BLOCK]);
    }
    assertThat(medium.takeLog())
        .containsExactly("deallocate 14+10", "deallocate 5+2", "deallocate 19+10");
  }

  @Test
  void unmapOfABadBlock() {
    medium.withBadBlock(15);
    var list = "00 16 00 10 00*4 00*7 0A 00 00 00 0A 00*4";
    assertThat(host.run("42 00 00 00 00 00 00 00 18 00", list).good()).isFalse();
    assertThat(host.sense()).isEqualTo("03/0C/00 @0000000F");
  }

  /** A bad range behind a good one: nothing is given back. */
  @Test
  void unmapIsDoneWholeOrNotAtAll() {
    var list = "00 26 00 20 00*4 00*7 0A 00 00 00 0A 00*4 FF*8 00 00 00 01 00*4";
    assertThat(host.run("42 00 00 00 00 00 00 00 28 00", list).good()).isFalse();
    assertThat(host.sense()).isEqualTo("05/21/00");
    assertThat(medium.takeLog()).isEmpty();
  }

  @Test
  void formattingLeavesTheBlocks() {
    assertThat(host.run("04 00 00 00 00 00").good()).isTrue();
    assertThat(host.run("04 10 00 00 00 00", new byte[4]).good()).isTrue();
    assertThat(medium.takeLog()).isEmpty();
  }

  @Test
  void modeSelectSwitchesTheWriteCacheUntilTheNextSession() {
    assertThat(host.run("55 10 00 00 00 00 00 00 1C 00", "00*8 08 12 00*18").good()).isTrue();
    assertThat(host.run("1A 08 08 00 FF 00").hex()).startsWith("17 00 10 00 08 12 00");
    assertThat(host.run("1A 08 88 00 FF 00").hex()).startsWith("17 00 10 00 08 12 04");
    host.target().beginSession();
    assertThat(host.run("1A 08 08 00 FF 00").hex()).startsWith("17 00 10 00 08 12 04");
  }
}
