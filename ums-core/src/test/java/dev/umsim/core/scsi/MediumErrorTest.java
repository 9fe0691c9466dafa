package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.bot.ExcessData;
import dev.umsim.core.bot.ShortData;
import dev.umsim.core.testing.Cbw;
import dev.umsim.core.testing.CommandHost;
import dev.umsim.core.testing.Hex;
import dev.umsim.core.testing.Outcome;
import dev.umsim.core.testing.ScriptedMedium;
import dev.umsim.core.testing.TestDevice;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks that cannot be read or written: what was good before them counts, the device lives on. */
class MediumErrorTest {
  private static final int BLOCK = 512;
  // 03/11/00 and 03/0C/00 with VALID and INFORMATION; the block number stands for %02x.
  private static final String READ_SENSE =
      "f0 00 03 00 00 00 %02x 0a 00 00 00 00 11 00 00 00 00 00";
  private static final String WRITE_SENSE =
      "f0 00 03 00 00 00 %02x 0a 00 00 00 00 0c 00 00 00 00 00";

  private final ScriptedMedium medium = new ScriptedMedium(BLOCK, 64);
  private TestDevice device;
  private CommandHost host;

  private void begin(TestDevice.Setup setup) {
    device = setup.media(medium).configured();
    host = device.host();
  }

  @AfterEach
  void close() {
    device.close();
  }

  private String sense() {
    return host.in(0, "03 00 00 00 12 00", 18).hex();
  }

  private void assertLivesOn() {
    assertThat(host.none(0, "00 00 00 00 00 00").status()).isZero();
    assertThat(host.in(0, "28 00 00 00 00 01 00 00 01 00", BLOCK).data())
        .isEqualTo(ScriptedMedium.pattern(BLOCK, 1));
    medium.repair();
    var data = ScriptedMedium.patterns(BLOCK, 0, 64);
    assertThat(host.out(0, "2A 00 00 00 00 00 00 00 40 00", data).status()).isZero();
    assertThat(host.in(0, "28 00 00 00 00 00 00 00 40 00", 64 * BLOCK).data()).isEqualTo(data);
  }

  /** Bad at the first, a middle and the last block, in one access and in many. */
  @ParameterizedTest
  @CsvSource({"0,65536", "1,65536", "9,65536", "31,65536", "0,4096", "7,4096", "8,4096", "31,4096"})
  void readStopsBeforeTheBadBlock(int good, int accessBytes) {
    begin(TestDevice.setup().accessBytes(accessBytes));
    medium.unreadable(0x10 + good);
    var read = host.in(0, "28 00 00 00 00 10 00 00 20 00", 32 * BLOCK);
    assertThat(read.data()).isEqualTo(ScriptedMedium.patterns(BLOCK, 16, good));
    assertThat(read.stalled()).isTrue();
    assertThat(read.status()).isEqualTo(1);
    assertThat(read.residue()).isEqualTo((32L - good) * BLOCK);
    assertThat(sense()).isEqualTo(String.format(READ_SENSE, 0x10 + good));
    assertLivesOn();
  }

  @ParameterizedTest
  @EnumSource(ShortData.class)
  void readEndsItsDataAsTheDeviceDoesIt(ShortData shortData) {
    begin(TestDevice.setup().policies(shortData, ExcessData.DISCARD));
    medium.unreadable(0x12);
    var read = host.in(0, "28 00 00 00 00 10 00 00 04 00", 4 * BLOCK);
    var good = ScriptedMedium.patterns(BLOCK, 16, 2);
    assertThat(read.data())
        .isEqualTo(shortData == ShortData.PAD ? Arrays.copyOf(good, 4 * BLOCK) : good);
    assertThat(read.stalled()).isEqualTo(shortData == ShortData.STALL);
    assertThat(read.status()).isEqualTo(1);
    assertThat(read.residue()).as("padding does not count").isEqualTo(2L * BLOCK);
    assertThat(sense()).isEqualTo(String.format(READ_SENSE, 0x12));
  }

  @ParameterizedTest
  @CsvSource({"0,65536", "1,65536", "9,65536", "31,65536", "0,4096", "7,4096", "8,4096", "31,4096"})
  void writeStopsBeforeTheBadBlockAndTakesTheRest(int good, int accessBytes) {
    begin(TestDevice.setup().accessBytes(accessBytes));
    medium.unwritable(0x10 + good);
    var before = medium.content().clone();
    var data = new byte[32 * BLOCK];
    Arrays.fill(data, (byte) 0xa5);
    var write = host.out(0, "2A 00 00 00 00 10 00 00 20 00", data);
    assertThat(write.movedBytes()).isEqualTo(32 * BLOCK);
    assertThat(write.stalled()).isFalse();
    assertThat(write.status()).isEqualTo(1);
    assertThat(write.residue()).isEqualTo((32L - good) * BLOCK);
    assertThat(sense()).isEqualTo(String.format(WRITE_SENSE, 0x10 + good));
    System.arraycopy(data, 0, before, 16 * BLOCK, good * BLOCK);
    assertThat(medium.content()).isEqualTo(before);
    assertLivesOn();
  }

  @Test
  void writeStallsTheRestWhereTheDeviceDoesIt() {
    begin(TestDevice.setup().policies(ShortData.STALL, ExcessData.STALL).accessBytes(4096));
    medium.unwritable(0x13);
    // The first chunk of eight blocks is taken whole before the medium fails in it.
    Outcome write = host.out(0, "2A 00 00 00 00 10 00 00 20 00", new byte[32 * BLOCK]);
    assertThat(write.movedBytes()).isEqualTo(4096);
    assertThat(write.stalled()).isTrue();
    assertThat(write.status()).isEqualTo(1);
    assertThat(write.residue()).isEqualTo(29L * BLOCK);
    assertThat(sense()).isEqualTo(String.format(WRITE_SENSE, 0x13));
    assertLivesOn();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 8, 40, 63})
  void verifyNamesTheBadBlock(int bad) {
    begin(TestDevice.setup().accessBytes(4096));
    medium.unreadable(bad);
    var verify = host.none(0, "2F 00 00 00 00 00 00 00 40 00");
    assertThat(verify.status()).isEqualTo(1);
    assertThat(sense()).isEqualTo(String.format(READ_SENSE, bad));
    assertLivesOn();
  }

  @ParameterizedTest
  @ValueSource(strings = {"02", "06"})
  void compareNamesTheBadBlock(String flags) {
    begin(TestDevice.setup().accessBytes(4096));
    for (int i = 0; i < 16; i++) {
      System.arraycopy(
          ScriptedMedium.pattern(BLOCK, 3), 0, medium.content(), (16 + i) * BLOCK, BLOCK);
    }
    medium.unreadable(0x1a);
    int blocks = flags.equals("02") ? 16 : 1;
    var data = new byte[blocks * BLOCK];
    for (int i = 0; i < blocks; i++) {
      System.arraycopy(ScriptedMedium.pattern(BLOCK, 3), 0, data, i * BLOCK, BLOCK);
    }
    var verify = host.out(0, "2F " + flags + " 00 00 00 10 00 00 10 00", data);
    assertThat(verify.status()).isEqualTo(1);
    assertThat(verify.movedBytes()).isEqualTo(data.length);
    assertThat(sense()).isEqualTo(String.format(READ_SENSE, 0x1a));
    assertLivesOn();
  }

  @Test
  void synchronizeThatFails() {
    begin(TestDevice.setup());
    medium.failSynchronize();
    assertThat(host.none(0, "35 00 00 00 00 00 00 00 00 00").status()).isEqualTo(1);
    assertThat(host.senseCode(0)).isEqualTo("03/0c/00");
    assertLivesOn();
    assertThat(host.none(0, "35 00 00 00 00 00 00 00 00 00").status()).isZero();
  }

  @Test
  void aBadBlockThatIsNotAskedForIsOfNoAccount() {
    begin(TestDevice.setup());
    medium.unreadable(0x12).unwritable(0x12);
    assertThat(host.in(0, "28 00 00 00 00 10 00 00 02 00", 1024).status()).isZero();
    assertThat(host.in(0, "28 00 00 00 00 13 00 00 02 00", 1024).status()).isZero();
    // A truncated read (case 7) does not reach it.
    assertThat(host.in(0, "28 00 00 00 00 10 00 00 04 00", 1024).status()).isEqualTo(2);
  }

  @Test
  void aMediumThatFailsLaterIsAnsweredLater() {
    begin(TestDevice.setup());
    medium.unreadable(0x12).deferred(true);
    var raw = host.raw();
    raw.out(Cbw.of(5, "28 00 00 00 00 10 00 00 04 00").in(2048).bytes());
    var data = raw.postIn(2048);
    raw.settle();
    assertThat(data.ended()).isFalse();
    medium.finishOne();
    assertThat(raw.await(data).summary()).isEqualTo("STALL 1024");
    raw.clearHalt(0x81);
    assertThat(raw.in(13).hex()).isEqualTo("55 53 42 53 05 00 00 00 00 04 00 00 01");
    medium.deferred(false);
    assertThat(sense()).isEqualTo(String.format(READ_SENSE, 0x12));
    assertLivesOn();
  }

  @Test
  void aBlockNumberTooLargeForTheFixedFormat() {
    begin(TestDevice.setup());
    var sense = SenseData.atBlock(Sense.UNRECOVERED_READ_ERROR, 0x1_0203_0405L);
    assertThat(Hex.text(sense.encodeFixed()))
        .isEqualTo("70 00 03 00 00 00 00 0a 00 00 00 00 11 00 00 00 00 00");
    assertThat(Hex.text(sense.encodeDescriptors()))
        .isEqualTo("72 03 11 00 00 00 00 0c 00 0a 80 00 00 00 00 01 02 03 04 05");
    assertThat(Hex.text(SenseData.atBlock(Sense.UNRECOVERED_READ_ERROR, 0x010203).encodeFixed()))
        .isEqualTo("f0 00 03 00 01 02 03 0a 00 00 00 00 11 00 00 00 00 00");
  }
}
