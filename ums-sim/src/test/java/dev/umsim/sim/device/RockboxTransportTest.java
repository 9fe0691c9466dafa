package dev.umsim.sim.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.medium.Fill;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Between the commands: wrappers of any length, data of any length, resets, and what is left. */
class RockboxTransportTest {
  private static final String CLASS_RESET = "21ff000000000000";

  private final RockboxHost host = new RockboxHost(ZeroTimeBus::new);

  @BeforeEach
  void attach() {
    var builder = RockboxDevice.builder(RockboxRevision.PRESENT).events(host);
    builder.everyDrive().fill(Fill.BLOCK_NUMBERS);
    host.use(builder.build());
    host.reconnect();
  }

  @AfterEach
  void close() {
    host.close();
  }

  private void passes() {
    assertThat(host.in(512)).isEqualTo(host.csw(0));
  }

  private void bothStall() {
    assertThat(host.in(512)).isEqualTo("stall 0");
    assertThat(host.out("00")).isEqualTo("stall 0");
  }

  @ParameterizedTest
  @ValueSource(ints = {31, 32, 100, 512})
  void aWrapperMayBeLonger(int length) {
    assertThat(host.out(Arrays.copyOf(host.cbw(0, 0, "00"), length))).isEqualTo("ack " + length);
    passes();
  }

  @Test
  void lengthOfTheCdbAndReservedBitsMeanNothing() {
    for (int cdbLength : new int[] {0, 17, 255}) {
      var wrapper = host.cbw(0, 0, "00");
      wrapper[12] = 0x7f;
      wrapper[14] = (byte) cdbLength;
      host.out(wrapper);
      passes();
    }
  }

  @Test
  void aShortWrapperEndsLikeTheOneBefore() {
    host.command(0, "1b 00 00 00 01 00");
    passes();
    host.command(0x12, "03 00 00 00 12 00");
    host.in(18);
    passes();
    // Tag and the low half of the length are new, the rest is REQUEST SENSE.
    var wrapper = Arrays.copyOf(host.cbw(0, 5, "00"), 10);
    assertThat(host.out(wrapper)).isEqualTo("ack 10");
    assertThat(host.in(512)).isEqualTo("data 5 7000000000");
    passes();
    assertThat(host.out("55534243")).isEqualTo("ack 4");
    assertThat(host.in(512)).isEqualTo("data 5 7000000000");
    passes();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "555342"})
  void lessThanASignatureIsNone(String bytes) {
    host.command(0, "00");
    passes();
    host.out(bytes);
    bothStall();
  }

  @Test
  void whatIsTooLongIsTheNextWrapper() {
    assertThat(host.out(Arrays.copyOf(host.cbw(0, 0, "00"), 600))).isEqualTo("ack 600");
    passes();
    bothStall();
  }

  @Test
  void aWrapperMayComeBeforeTheStatusIsTaken() {
    host.command(0, "f1");
    int first = host.tag();
    assertThat(host.command(18, "03 00 00 00 12 00")).isEqualTo("ack 31");
    // A second one finds no room.
    assertThat(host.out(host.cbw(0, 0, "00"))).isEqualTo("nak 0");
    assertThat(host.in(13)).isEqualTo(RockboxHost.csw(first, 1));
    assertThat(host.in(18)).isEqualTo("data 18 700005000000000a00000000200000000000");
    assertThat(host.in(13)).isEqualTo(RockboxHost.csw(first + 1, 0));
  }

  @Test
  void noWrapperIsTakenWhileDataWaits() {
    host.command(512, "28 00 00 00 00 05 00 00 01");
    assertThat(host.out(host.cbw(0, 0, "00"))).isEqualTo("nak 0");
    assertThat(host.in(512)).isEqualTo("data 512 crc32:332ef337");
  }

  @Test
  void moreAskedForThanThereIsRunsIntoTheStatus() {
    host.command(1024, "28 00 00 00 00 05 00 00 01");
    assertThat(host.in(1024)).startsWith("data 525");
    assertThat(host.command(0, "00")).isEqualTo("ack 31");
  }

  @Test
  void lessAskedForThanThereIsComesAllTheSame() {
    host.command(512, "28 00 00 00 00 05 00 00 02");
    assertThat(host.in(512)).isEqualTo("data 512 crc32:332ef337");
    assertThat(host.in(13)).isEqualTo("babble 0");
    assertThat(host.in(512)).startsWith("data 512");
    passes();
  }

  @ParameterizedTest
  @ValueSource(ints = {511, 513, 0})
  void dataOfAnotherLengthIsTheEnd(int length) {
    host.command(1024, "2a 00 00 00 00 05 00 00 02");
    assertThat(host.fill(length, 1)).isEqualTo("ack " + length);
    assertThat(host.in(13)).isEqualTo("nak 0");
    assertThat(host.out(host.cbw(0, 0, "00"))).isEqualTo("nak 0");
    assertThat(host.control(CLASS_RESET, "")).isEqualTo("data 0");
    assertThat(host.out(host.cbw(0, 0, "00"))).isEqualTo("nak 0");
  }

  @Test
  void aChunkMayComeInSeveralTransfers() {
    host.command(25600, "2a 00 00 00 00 05 00 00 32");
    assertThat(host.fill(24064, 1)).isEqualTo("ack 24064");
    assertThat(host.fill(512, 1)).isEqualTo("ack 512");
    assertThat(host.fill(1024, 1)).isEqualTo("ack 1024");
    passes();
  }

  @Test
  void noBlocksToWriteStillTakeAPacket() {
    for (int length : new int[] {0, 512}) {
      host.command(0, "2a 00 00 00 00 05 00 00 00");
      assertThat(host.in(13)).isEqualTo("nak 0");
      assertThat(host.fill(length, 1)).isEqualTo("ack " + length);
      passes();
    }
    host.command(0, "2a 00 00 00 00 05 00 00 00");
    int tag = host.tag();
    assertThat(host.command(0, "f1")).isEqualTo("ack 31");
    assertThat(host.in(13)).isEqualTo(RockboxHost.csw(tag, 0));
    assertThat(host.in(13)).isEqualTo("nak 0");
  }

  @Test
  void tooMuchDataIsTakenForAWrapper() {
    host.command(1024, "2a 00 00 00 00 05 00 00 01");
    assertThat(host.fill(1024, 1)).isEqualTo("ack 1024");
    passes();
    bothStall();
  }

  @Test
  void dataForARefusedCommandIsTakenForAWrapper() {
    host.command(512, "2a 00 00 02 00 00 00 00 01");
    assertThat(host.fill(512, 1)).isEqualTo("ack 512");
    assertThat(host.in(13)).isEqualTo(host.csw(1));
    bothStall();
  }

  @Test
  void aWriteErrorInAnEarlierChunkLeavesTheRestWithTheWrapper() {
    host.device().failWrites(100);
    host.command(73728, "2a 00 00 00 00 40 00 00 90");
    assertThat(host.fill(73728, 1)).isEqualTo("nak 25088");
    assertThat(host.in(13)).isEqualTo(host.csw(1));
    bothStall();
    host.device().failNothing();
    host.reconnect();
    assertThat(host.sense()).isEqualTo("03/0c/00");
  }

  @Test
  void aReadErrorIsToldBehindAllTheData() {
    host.device().failReads(150);
    host.command(122880, "28 00 00 00 00 00 00 00 f0");
    assertThat(host.in(122880)).startsWith("data 122880");
    assertThat(host.in(13)).isEqualTo(host.csw(1));
    assertThat(host.sense()).isEqualTo("03/11/00");
  }

  @Test
  void theFlagForTheDirectionMeansNothing() {
    var wrapper = host.cbw(0, 512, "28 00 00 00 00 05 00 00 01");
    wrapper[12] = 0;
    host.out(wrapper);
    assertThat(host.in(512)).isEqualTo("data 512 crc32:332ef337");
    passes();
  }

  @Test
  void aResetWithNothingGoingOnChangesNothing() {
    host.control(CLASS_RESET, "");
    host.clearHalt(true);
    host.clearHalt(false);
    host.command(0, "00");
    passes();
  }

  @Test
  void aResetBeforeTheStatusIsTakenEndsInAHalt() {
    host.command(0, "00");
    host.control(CLASS_RESET, "");
    passes();
    bothStall();
  }

  @Test
  void aResetBeforeDataIsTakenEndsInAHalt() {
    host.command(512, "28 00 00 00 00 05 00 00 01");
    host.control(CLASS_RESET, "");
    assertThat(host.out(host.cbw(0, 0, "00"))).isEqualTo("nak 0");
    assertThat(host.in(512)).isEqualTo("data 512 crc32:332ef337");
    bothStall();
  }

  @Test
  void aResetBeforeDataIsSentEndsInAHalt() {
    host.command(512, "2a 00 00 00 00 05 00 00 01");
    host.control(CLASS_RESET, "");
    assertThat(host.out(host.cbw(0, 0, "00"))).isEqualTo("ack 31");
    bothStall();
    assertThat(host.clearHalt(true)).isEqualTo("ok");
    assertThat(host.clearHalt(false)).isEqualTo("ok");
    assertThat(host.out(host.cbw(0, 0, "00"))).isEqualTo("nak 0");
  }

  @Test
  void theConfigurationSetAgainBringsTheDriverBack() {
    host.command(1024, "2a 00 00 00 00 05 00 00 02");
    host.fill(511, 1);
    assertThat(host.control("0009010000000000", "")).isEqualTo("data 0");
    host.command(0, "00");
    passes();
  }

  @Test
  void senseOutlivesEveryReset() {
    host.command(0, "f1");
    host.in(13);
    host.control(CLASS_RESET, "");
    host.control("0009010000000000", "");
    host.link().resetPort();
    host.reconnect();
    assertThat(host.sense()).isEqualTo("05/20/00");
  }

  @Test
  void aBusResetTakesTheConfiguration() {
    host.command(0, "00");
    host.link().resetPort();
    assertThat(host.in(13)).isEqualTo("NO_RESPONSE");
    assertThat(host.control("8008000000000100", "")).isEqualTo("data 1 00");
    assertThat(host.control("a1fe000000000100", "")).isEqualTo("stall");
    assertThat(host.control("0009010000000000", "")).isEqualTo("data 0");
    host.command(0, "00");
    passes();
  }

  @Test
  void aConfigurationThatDoesNotExistEndsAllTransfers() {
    assertThat(host.control("0009020000000000", "")).isEqualTo("stall");
    assertThat(host.out(host.cbw(0, 0, "00"))).isEqualTo("nak 0");
    host.control("0009010000000000", "");
    host.command(0, "00");
    passes();
  }
}
