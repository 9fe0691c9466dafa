package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.Cbw;
import dev.umsim.core.testing.CommandHost;
import dev.umsim.core.testing.Csw;
import dev.umsim.core.testing.Hex;
import dev.umsim.core.testing.Outcome;
import dev.umsim.core.testing.ScriptedMedium;
import dev.umsim.core.testing.TestDevice;
import dev.umsim.core.testing.VastMedium;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands that name blocks ask of the medium, and what they answer. */
class BlockCommandsTest {
  private static final int BLOCK = 512;

  private final ScriptedMedium medium = new ScriptedMedium(BLOCK, 64);
  private TestDevice device;
  private CommandHost host;

  private void begin(TestDevice.Setup setup) {
    device = setup.configured();
    host = device.host();
  }

  private void begin() {
    begin(TestDevice.setup().media(medium));
  }

  @AfterEach
  void close() {
    device.close();
    while (medium.waiting() > 0) {
      medium.finishOne();
    }
  }

  // READ and WRITE.

  @ParameterizedTest
  @CsvSource({
    "28 00 00 00 00 05 00 00 02 00",
    "A8 00 00 00 00 05 00 00 00 02 00 00",
    "88 00 00 00 00 00 00 00 00 05 00 00 00 02 00 00"
  })
  void everyFormReadsTheSameBlocks(String cdb) {
    begin();
    assertThat(host.in(0, cdb, 1024).data()).isEqualTo(ScriptedMedium.patterns(BLOCK, 5, 2));
    assertThat(medium.log()).containsExactly("read 5 +2");
  }

  @ParameterizedTest
  @CsvSource({
    "2A 00 00 00 00 05 00 00 02 00, write 5 +2",
    "2A 08 00 00 00 05 00 00 02 00, write durably 5 +2",
    "2A 10 00 00 00 05 00 00 02 00, write 5 +2",
    "AA 00 00 00 00 05 00 00 00 02 00 00, write 5 +2",
    "AA 18 00 00 00 05 00 00 00 02 00 00, write durably 5 +2",
    "8A 00 00 00 00 00 00 00 00 05 00 00 00 02 00 00, write 5 +2",
    "8A 08 00 00 00 00 00 00 00 05 00 00 00 02 00 00, write durably 5 +2"
  })
  void everyFormWritesTheSameBlocks(String cdb, String asked) {
    begin();
    var data = ScriptedMedium.patterns(BLOCK, 40, 2);
    var before = medium.content().clone();
    assertThat(host.out(0, cdb, data).status()).isZero();
    assertThat(medium.log()).containsExactly(asked);
    System.arraycopy(data, 0, before, 5 * BLOCK, 1024);
    assertThat(medium.content()).isEqualTo(before);
  }

  @Test
  void withoutAWriteCacheEveryWriteIsDurable() {
    begin(TestDevice.setup().media(medium).withoutWriteCache());
    host.out(0, "2A 00 00 00 00 05 00 00 02 00", new byte[1024]);
    assertThat(medium.log()).containsExactly("write durably 5 +2");
    // And the caching page says so: WCE is 0.
    assertThat(host.in(0, "1A 08 08 00 FF 00", 255).hex())
        .isEqualTo(Hex.text(Hex.bytes("17 00 10 00 08 12 00*18")));
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1024, 2048, 4096})
  void blocksOfOtherSizes(int size) {
    var other = new ScriptedMedium(size, 16);
    begin(TestDevice.setup().media(other));
    assertThat(host.in(0, "25 00 00 00 00 00 00 00 00 00", 8).hex())
        .isEqualTo(String.format("00 00 00 0f 00 00 %02x 00", size / 256));
    assertThat(host.in(0, "28 00 00 00 00 03 00 00 0D 00", 13 * size).data())
        .isEqualTo(ScriptedMedium.patterns(size, 3, 13));
    var data = ScriptedMedium.patterns(size, 50, 5);
    assertThat(host.out(0, "2A 00 00 00 00 03 00 00 05 00", data).status()).isZero();
    assertThat(Arrays.copyOfRange(other.content(), 3 * size, 8 * size)).isEqualTo(data);
    // Half a block is none.
    var half = host.out(0, "2A 00 00 00 00 03 00 00 01 00", new byte[size / 2]);
    assertThat(half.status()).isEqualTo(2);
    assertThat(Arrays.copyOfRange(other.content(), 3 * size, 8 * size)).isEqualTo(data);
  }

  @Test
  void manyBlocksGoThroughLittleMemory() {
    begin(TestDevice.setup().media(medium).accessBytes(4096 + 100));
    assertThat(host.in(0, "28 00 00 00 00 01 00 00 14 00", 20 * BLOCK).data())
        .isEqualTo(ScriptedMedium.patterns(BLOCK, 1, 20));
    assertThat(medium.log()).containsExactly("read 1 +8", "read 9 +8", "read 17 +4");
    assertThat(device.accessMemoryBytes()).isEqualTo(4196);
  }

  // Numbers of 64 bits.

  @ParameterizedTest
  @CsvSource({
    // Good: within, up to the end, none at the end. For 01 the range is refused.
    "8000000000000010, 0000000000000000, 00000001, 00",
    "8000000000000010, 7FFFFFFFFFFFFFFF, 00000001, 00",
    "8000000000000010, 8000000000000000, 00000001, 00",
    "8000000000000010, 800000000000000F, 00000001, 00",
    "8000000000000010, 8000000000000010, 00000001, 01",
    "8000000000000010, 800000000000000F, 00000002, 01",
    "8000000000000010, 8000000000000011, 00000001, 01",
    "8000000000000010, FFFFFFFFFFFFFFFF, 00000001, 01",
    "8000000000000010, FFFFFFFFFFFFFFFF, FFFFFFFF, 01",
    "8000000000000010, 7FFFFFFF00000011, FFFFFFFF, 02",
    "8000000000000010, 7FFFFFFF00000012, FFFFFFFF, 01",
    "FFFFFFFFFFFFFFFF, FFFFFFFFFFFFFFFE, 00000001, 00",
    "FFFFFFFFFFFFFFFF, FFFFFFFFFFFFFFFF, 00000001, 01",
    "FFFFFFFFFFFFFFFF, FFFFFFFFFFFFFFFE, 00000002, 01",
    "FFFFFFFFFFFFFFFF, FFFFFFFF00000000, FFFFFFFF, 02",
    "FFFFFFFFFFFFFFFF, FFFFFFFF00000001, FFFFFFFF, 01",
    "0000000100000000, 00000000FFFFFFFF, 00000001, 00",
    "0000000100000000, 0000000100000000, 00000001, 01",
    "0000000100000000, 0000000000000001, FFFFFFFF, 02",
    "0000000100000000, 0000000000000002, FFFFFFFF, 01"
  })
  void rangesOf64Bits(String capacity, String lba, String count, String status) {
    var vast = new VastMedium(Long.parseUnsignedLong(capacity, 16));
    begin(TestDevice.setup().media(vast).accessBytes(4096));
    // Where the range is good but far more than one block, 512 bytes of it are case 7.
    var read = host.in(0, "88 00 " + spaced(lba) + spaced(count) + "00 00", 512);
    assertThat(read.status()).isEqualTo(Integer.parseInt(status, 16));
    if (read.status() == 1) {
      assertThat(host.senseCode(0)).isEqualTo("05/21/00");
      assertThat(vast.log()).isEmpty();
    } else {
      assertThat(read.movedBytes()).isEqualTo(512);
      assertThat(vast.log())
          .containsExactly("read " + Long.toHexString(Long.parseUnsignedLong(lba, 16)) + " +1");
      host.raw().resetRecovery();
    }
    var write = host.out(0, "8A 00 " + spaced(lba) + spaced(count) + "00 00", new byte[512]);
    assertThat(write.status()).isEqualTo(Integer.parseInt(status, 16));
    assertThat(vast.log()).hasSize(write.status() == 1 ? 0 : 1);
    if (write.status() == 2) {
      host.raw().resetRecovery();
    }
    // The same LBA with no blocks is good up to and with the capacity.
    boolean inside =
        Long.compareUnsigned(Long.parseUnsignedLong(lba, 16), Long.parseUnsignedLong(capacity, 16))
            <= 0;
    assertThat(host.none(0, "88 00 " + spaced(lba) + "00 00 00 00 00 00").status())
        .isEqualTo(inside ? 0 : 1);
  }

  private static String spaced(String digits) {
    return digits.replaceAll("(..)", "$1 ");
  }

  @Test
  void capacityOf64Bits() {
    begin(TestDevice.setup().media(new VastMedium(-1L)));
    assertThat(host.in(0, "9E 10 00 00 00 00 00 00 00 00 00 00 00 20 00 00", 32).hex())
        .isEqualTo(Hex.text(Hex.bytes("FF*7 FE 00 00 02 00 00*20")));
    assertThat(host.in(0, "5A 18 3F 00 00 00 00 00 FF 00", 255).status()).isZero();
    assertThat(host.in(0, "25 00 00 00 00 00 00 00 00 00", 8).hex())
        .isEqualTo("ff ff ff ff 00 00 02 00");
  }

  // VERIFY.

  private Outcome verify(String flags, int blocks, byte[] data) {
    return host.out(0, String.format("2F %s 00 00 00 10 00 00 %02x 00", flags, blocks), data);
  }

  @Test
  void verifyWithoutDataReadsTheMediumAlone() {
    begin(TestDevice.setup().media(medium).accessBytes(4096));
    assertThat(host.none(0, "2F 00 00 00 00 10 00 00 14 00").status()).isZero();
    assertThat(medium.log()).containsExactly("read 16 +8", "read 24 +8", "read 32 +4");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 512, 4095, 4096, 10 * 512 - 1})
  void verifyComparesEveryByte(int wrongAt) {
    begin(TestDevice.setup().media(medium).accessBytes(4096));
    var data = ScriptedMedium.patterns(BLOCK, 16, 10);
    var same = verify("02", 10, data);
    assertThat(same.status()).isZero();
    assertThat(same.residue()).isZero();
    data[wrongAt] ^= 1;
    var other = verify("02", 10, data);
    assertThat(other.status()).isEqualTo(1);
    assertThat(other.movedBytes()).isEqualTo(10 * BLOCK);
    assertThat(host.senseCode(0)).isEqualTo("0e/1d/00");
    assertThat(medium.content()).isEqualTo(new ScriptedMedium(BLOCK, 64).content());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 7, 8, 19})
  void verifyComparesOneBlockWithEach(int wrongBlock) {
    begin(TestDevice.setup().media(medium).accessBytes(4096));
    var data = ScriptedMedium.pattern(BLOCK, 3);
    for (int i = 0; i < 20; i++) {
      System.arraycopy(data, 0, medium.content(), (16 + i) * BLOCK, BLOCK);
    }
    if (wrongBlock >= 0) {
      medium.content()[(16 + wrongBlock) * BLOCK + 511] ^= 1;
    }
    var outcome = verify("06", 20, data);
    assertThat(outcome.status()).isEqualTo(wrongBlock < 0 ? 0 : 1);
    assertThat(host.senseCode(0)).isEqualTo(wrongBlock < 0 ? "00/00/00" : "0e/1d/00");
  }

  /** Hi, Ho and Hn meet what VERIFY moves: blocks for BYTCHK 1, one block for 3, none for 0. */
  @Test
  void verifyIsOneOfTheThirteenCases() {
    begin();
    var data = ScriptedMedium.patterns(BLOCK, 16, 4);
    assertThat(verify("00", 2, Arrays.copyOf(data, 1024)).csw().residue()).isEqualTo(1024);
    assertThat(host.in(0, "2F 00 00 00 00 10 00 00 02 00", 1024).toString())
        .isEqualTo("0 bytes, stall, status 00, residue 1024");
    var more = verify("02", 2, data);
    assertThat(more.status()).isZero();
    assertThat(more.residue()).isEqualTo(1024);
    assertThat(verify("02", 4, Arrays.copyOf(data, 1024)).status()).isEqualTo(2);
    host.raw().resetRecovery();
    assertThat(verify("06", 1, data).residue()).isEqualTo(3 * 512);
    assertThat(host.none(0, "2F 02 00 00 00 10 00 00 02 00").status()).isEqualTo(2);
    host.raw().resetRecovery();
    assertThat(host.in(0, "2F 02 00 00 00 10 00 00 02 00", 1024).status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", "02", "06"})
  void verifyWithAMediumThatTakesItsTime(String flags) {
    begin(TestDevice.setup().media(medium).accessBytes(4096));
    var block = ScriptedMedium.pattern(BLOCK, 3);
    for (int i = 0; i < 20; i++) {
      System.arraycopy(block, 0, medium.content(), (16 + i) * BLOCK, BLOCK);
    }
    medium.deferred(true);
    var cdb = "2F " + flags + " 00 00 00 10 00 00 14 00";
    int bytes = flags.equals("00") ? 0 : flags.equals("02") ? 20 * BLOCK : BLOCK;
    var raw = host.raw();
    raw.out(Cbw.of(3, cdb).out(bytes).bytes());
    if (bytes > 0) {
      raw.postOut(Arrays.copyOfRange(medium.content(), 16 * BLOCK, 16 * BLOCK + bytes));
    }
    var status = raw.postIn(13);
    for (int access = 0; access < 3; access++) {
      raw.settle();
      assertThat(status.ended()).isFalse();
      assertThat(medium.waiting()).isOne();
      medium.finishOne();
    }
    assertThat(Csw.read(raw.await(status).bytes())).isEqualTo(new Csw(3, 0, 0));
  }

  // SYNCHRONIZE CACHE and START STOP UNIT.

  @ParameterizedTest
  @CsvSource({
    "35 00 00 00 00 00 00 00 00 00, 1",
    "35 02 00 00 00 00 00 00 00 00, 1",
    "35 00 00 00 00 05 00 00 03 00, 1",
    "1B 00 00 00 00 00, 1",
    "1B 01 00 00 00 00, 1",
    "1B 00 00 00 02 00, 1",
    "1B 00 00 00 04 00, 0",
    "1B 00 00 00 01 00, 0",
    "1B 00 00 00 30 00, 0"
  })
  void whichCommandsMakeThingsDurable(String cdb, int times) {
    begin();
    assertThat(host.none(0, cdb).status()).isZero();
    assertThat(medium.log()).hasSize(times).allMatch("synchronize"::equals);
  }

  @Test
  void statusWaitsForTheMediumUnlessItIsToldNotTo() {
    begin();
    medium.deferred(true);
    var raw = host.raw();
    raw.out(Cbw.of(1, "35 00 00 00 00 00 00 00 00 00").bytes());
    assertThat(raw.in(13).summary()).isEqualTo("NAK 0");
    medium.finishOne();
    assertThat(Csw.read(raw.in(13).bytes())).isEqualTo(new Csw(1, 0, 0));
    // IMMED: status at once, and other commands while the medium still works.
    assertThat(host.none(0, "35 02 00 00 00 00 00 00 00 00").status()).isZero();
    assertThat(medium.waiting()).isOne();
    medium.deferred(false);
    assertThat(host.in(0, "28 00 00 00 00 05 00 00 01 00", 512).data())
        .isEqualTo(ScriptedMedium.pattern(BLOCK, 5));
    assertThat(device.accessMemoryBytes()).as("two accesses").isEqualTo(2 * 64 * 1024);
    medium.finishOne();
    for (int i = 0; i < 5; i++) {
      host.none(0, "35 02 00 00 00 00 00 00 00 00");
    }
    assertThat(device.accessMemoryBytes()).as("and no more").isEqualTo(2 * 64 * 1024);
  }

  @Test
  void writeIsAnsweredWhenTheMediumHasIt() {
    begin();
    medium.deferred(true);
    var raw = host.raw();
    raw.out(Cbw.of(1, "2A 00 00 00 00 05 00 00 01 00").out(512).bytes());
    assertThat(raw.out(new byte[512]).summary()).isEqualTo("OK 512");
    assertThat(raw.in(13).summary()).isEqualTo("NAK 0");
    medium.finishOne();
    assertThat(Csw.read(raw.in(13).bytes())).isEqualTo(new Csw(1, 0, 0));
  }
}
