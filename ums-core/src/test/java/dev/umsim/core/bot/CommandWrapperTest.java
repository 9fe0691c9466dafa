package dev.umsim.core.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.Cbw;
import dev.umsim.core.testing.Csw;
import dev.umsim.core.testing.Hex;
import dev.umsim.core.testing.RawHost;
import dev.umsim.core.testing.ScriptedMedium;
import dev.umsim.core.testing.TestDevice;
import dev.umsim.core.usb.Speed;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a device takes for a command, and what it does about anything else (BOT 1.0, 6.2). */
class CommandWrapperTest {
  private static final String TEST_UNIT_READY = "00 00 00 00 00 00";
  private static final String INQUIRY_36 = "12 00 00 00 24 00";
  private static final String READ_ONE_BLOCK = "28 00 00 00 00 05 00 00 01 00";

  private TestDevice device = TestDevice.setup().configured();

  @AfterEach
  void close() {
    device.close();
  }

  private RawHost raw() {
    return device.raw();
  }

  private void assertWorks() {
    assertThat(device.host().none(0, TEST_UNIT_READY).status()).isZero();
    assertThat(device.host().in(0, READ_ONE_BLOCK, 512).data())
        .isEqualTo(ScriptedMedium.pattern(512, 5));
  }

  private void assertBothHalted() {
    assertThat(raw().halted(0x81)).isTrue();
    assertThat(raw().halted(0x02)).isTrue();
    assertThat(raw().in(13).summary()).isEqualTo("STALL 0");
    assertThat(raw().out(new byte[31]).summary()).isEqualTo("STALL 0");
  }

  // Not valid: section 6.6.1.

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 13, 30, 32, 63, 64, 511, 512})
  void wrongLengthAtHighSpeedHoldsBothPipes(int length) {
    assertNotValid(Arrays.copyOf(Cbw.of(1, TEST_UNIT_READY).bytes(), length), "OK " + length);
  }

  @ParameterizedTest
  @CsvSource({"0,OK 0", "30,OK 30", "32,OK 32", "64,OK 64", "65,STALL 64", "512,STALL 64"})
  void wrongLengthAtFullSpeedHoldsBothPipes(int length, String answer) {
    device.close();
    device = TestDevice.setup().speed(Speed.FULL).configured();
    assertNotValid(Arrays.copyOf(Cbw.of(1, TEST_UNIT_READY).bytes(), length), answer);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void wrongSignatureHoldsBothPipes(int at) {
    assertNotValid(Cbw.of(1, TEST_UNIT_READY).set(at, 0x42 ^ 0x20).bytes(), "OK 31");
  }

  @Test
  void statusSignatureIsNoCommandSignature() {
    assertNotValid(Cbw.of(1, TEST_UNIT_READY).set(3, 0x53).bytes(), "OK 31");
  }

  private void assertNotValid(byte[] bytes, String answer) {
    assertThat(raw().out(bytes).summary()).isEqualTo(answer);
    assertBothHalted();
    // Clearing alone frees neither pipe, however often and in whatever order.
    for (int endpoint : new int[] {0x81, 0x02, 0x02, 0x81}) {
      assertThat(raw().clearHalt(endpoint).summary()).isEqualTo("OK 0");
      assertBothHalted();
    }
    // Nor does the class's reset alone: it makes the clearing effective.
    assertThat(raw().bulkOnlyReset().summary()).isEqualTo("OK 0");
    assertBothHalted();
    assertThat(raw().clearHalt(0x81).summary()).isEqualTo("OK 0");
    assertThat(raw().halted(0x81)).isFalse();
    assertThat(raw().halted(0x02)).isTrue();
    assertThat(raw().in(13).summary())
        .as("there is no status of what was no command")
        .isEqualTo("NAK 0");
    assertThat(raw().clearHalt(0x02).summary()).isEqualTo("OK 0");
    assertWorks();
  }

  @Test
  void brokenEndsWithConfigurationInterfaceAndPortReset() {
    raw().out(new byte[30]);
    raw().control("00 09 0001 0000 0000");
    assertThat(raw().halted(0x81)).isFalse();
    assertWorks();
    raw().out(new byte[30]);
    raw().control("01 0b 0000 0000 0000");
    assertThat(raw().halted(0x02)).isFalse();
    assertWorks();
    raw().out(new byte[30]);
    device.link().resetPort();
    raw().configure();
    assertThat(raw().halted(0x81)).isFalse();
    assertWorks();
  }

  @Test
  void recoveryMayBeDoneWhereNothingIsWrong() {
    raw().resetRecovery();
    assertWorks();
    raw().resetRecovery();
    raw().resetRecovery();
    assertWorks();
  }

  // Not meaningful: section 6.4.

  @ParameterizedTest
  @CsvSource({
    "12, 01", "12, 02", "12, 20", "12, 40", "12, C0", "12, 81", "12, FF", "13, 10", "13, 1F",
    "13, 80", "13, FF", "14, 00", "14, 11", "14, 1F", "14, 26", "14, 86", "14, FF"
  })
  void notMeaningfulIsFreedByClearingAloneAndHasNoStatus(int at, String value) {
    var cbw = Cbw.of(1, TEST_UNIT_READY).set(at, Integer.parseInt(value, 16));
    assertThat(raw().out(cbw.bytes()).summary()).isEqualTo("OK 31");
    assertBothHalted();
    raw().clearHalt(0x81);
    assertThat(raw().halted(0x81)).isFalse();
    assertThat(raw().in(13).summary()).isEqualTo("NAK 0");
    assertThat(raw().halted(0x02)).isTrue();
    raw().clearHalt(0x02);
    assertWorks();
  }

  @Test
  void notMeaningfulDoesNothing() {
    var medium = new ScriptedMedium(512, 64);
    device.close();
    device = TestDevice.setup().media(medium).configured();
    var write = Cbw.of(1, "2A 00 00 00 00 08 00 00 01 00").out(512).set(13, 0x10);
    raw().out(write.bytes());
    raw().clearHalt(0x81);
    raw().clearHalt(0x02);
    assertWorks();
    assertThat(medium.log()).containsExactly("read 5 +1");
  }

  // The CDB and its length.

  @ParameterizedTest
  @CsvSource({
    "00 00 00 00 00 00, 5",
    "00 00 00 00 00 00, 1",
    "12 00 00 00 24 00, 5",
    "28 00 00 00 00 05 00 00 01 00, 9",
    "28 00 00 00 00 05 00 00 01 00, 6",
    "5A 00 3F 00 00 00 00 00 C0 00, 6",
    "A8 00 00 00 00 05 00 00 00 01 00 00, 11",
    "A8 00 00 00 00 05 00 00 00 01 00 00, 10",
    "88 00 00 00 00 00 00 00 00 05 00 00 00 01 00 00, 15",
    "88 00 00 00 00 00 00 00 00 05 00 00 00 01 00 00, 12",
    "2A 00 00 00 00 05 00 00 01 00, 9",
    "47 00 00 00 00 00 00 00 00 00, 9"
  })
  void shorterThanItsOperationCodeNeedsIsPhaseError(String cdb, int length) {
    for (int dataLength : new int[] {0, 1, 512, 700, 5120}) {
      var none = device.host().run(Cbw.of(7, cdb).in(0).cdbLength(length), null, new int[0]);
      assertThat(none.csw()).isEqualTo(new Csw(7, 0, 2));
      assertThat(none.stalled()).as("without a data phase nothing stalls").isFalse();
      raw().resetRecovery();
      if (dataLength > 0) {
        var cuts = new int[] {dataLength};
        var in = device.host().run(Cbw.of(8, cdb).in(dataLength).cdbLength(length), null, cuts);
        assertThat(in.csw()).isEqualTo(new Csw(8, dataLength, 2));
        assertThat(in.stalled()).isTrue();
        assertThat(in.data()).isEmpty();
        raw().resetRecovery();
        var data = new byte[dataLength];
        var out = device.host().run(Cbw.of(9, cdb).out(dataLength).cdbLength(length), data, cuts);
        assertThat(out.csw()).isEqualTo(new Csw(9, dataLength, 2));
        assertThat(out.movedBytes()).isEqualTo(dataLength);
        raw().resetRecovery();
      }
    }
    assertWorks();
  }

  @ParameterizedTest
  @EnumSource(ShortData.class)
  void shorterThanNeededEndsItsDataPhaseAsAnyOther(ShortData shortData) {
    device.close();
    device = TestDevice.setup().policies(shortData, ExcessData.STALL).configured();
    var in =
        device.host().run(Cbw.of(1, READ_ONE_BLOCK).in(512).cdbLength(6), null, new int[] {512});
    assertThat(in.status()).isEqualTo(2);
    assertThat(in.stalled()).isEqualTo(shortData == ShortData.STALL);
    assertThat(in.data()).isEqualTo(new byte[shortData == ShortData.PAD ? 512 : 0]);
    var cuts = new int[] {512};
    var out =
        device.host().run(Cbw.of(2, READ_ONE_BLOCK).out(512).cdbLength(6), new byte[512], cuts);
    assertThat(out.status()).isEqualTo(2);
    assertThat(out.stalled()).isTrue();
    assertThat(out.movedBytes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 7, 10, 12, 15, 16})
  void longerThanItNeedsIsFine(int length) {
    assertThat(
            device.host().run(Cbw.of(1, TEST_UNIT_READY).cdbLength(length), null, new int[0]).csw())
        .isEqualTo(new Csw(1, 0, 0));
    var inquiry = Cbw.of(2, INQUIRY_36).in(36).cdbLength(length);
    assertThat(device.host().run(inquiry, null, new int[] {36}).csw()).isEqualTo(new Csw(2, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0xff, 0x55, 0xaa})
  void bytesBehindTheCdbAreIgnored(int garbage) {
    for (int length : new int[] {6, 12, 16}) {
      var cbw = Cbw.of(1, INQUIRY_36).in(36).cdbLength(length);
      for (int at = 15 + 6; at < 31; at++) {
        cbw.set(at, garbage);
      }
      var outcome = device.host().run(cbw, null, new int[] {36});
      assertThat(outcome.csw()).isEqualTo(new Csw(1, 0, 0));
      assertThat(outcome.data())
          .isEqualTo(
              Hex.bytes("00 00 06 02 5B 00 00 00 \"UMSIM   \" \"Mass Storage    \" \"0001\""));
    }
  }

  // Tag, direction, LUN.

  @ParameterizedTest
  @ValueSource(ints = {0, 1, -1, 0x80000000, 0x53425355})
  void tagIsCopied(int tag) {
    assertThat(device.host().run(Cbw.of(tag, TEST_UNIT_READY), null, new int[0]).csw())
        .isEqualTo(new Csw(tag, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0x00, 0x80})
  void directionMeansNothingWithoutData(int flags) {
    var cbw = Cbw.of(3, TEST_UNIT_READY).flags(flags);
    assertThat(device.host().run(cbw, null, new int[0]).csw()).isEqualTo(new Csw(3, 0, 0));
    var read = Cbw.of(4, READ_ONE_BLOCK).flags(flags);
    assertThat(device.host().run(read, null, new int[0]).csw()).isEqualTo(new Csw(4, 0, 2));
    raw().resetRecovery();
  }

  @Test
  void lunWithoutUnitIsAnsweredByScsi() {
    for (int lun = 1; lun <= 15; lun++) {
      var outcome = device.host().none(lun, TEST_UNIT_READY);
      assertThat(outcome.status()).isEqualTo(1);
      assertThat(device.host().senseCode(lun)).isEqualTo("05/25/00");
    }
    assertWorks();
  }

  // Class requests: section 3.

  @ParameterizedTest
  @CsvSource({"1, 00", "2, 01", "16, 0f"})
  void maxLunIsTheHighestNumber(int units, String answer) {
    device.close();
    var media = new ScriptedMedium[units];
    Arrays.setAll(media, i -> new ScriptedMedium(512, 1));
    device = TestDevice.setup().media(media).configured();
    assertThat(raw().control("a1 fe 0000 0000 0001").hex()).isEqualTo(answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a1 fe 0001 0000 0001",
        "a1 fe 0100 0000 0001",
        "a1 fe 0000 0001 0001",
        "a1 fe 0000 0100 0001",
        "a1 fe 0000 0063 0001",
        "a1 fe 0000 0000 0000",
        "a1 fe 0000 0000 0002",
        "a1 fe 0000 0000 00ff",
        "21 fe 0000 0000 0001",
        "a0 fe 0000 0000 0001",
        "a2 fe 0000 0081 0001",
        "c1 fe 0000 0000 0001",
        "81 fe 0000 0000 0001",
        "21 ff 0001 0000 0000",
        "21 ff 8000 0000 0000",
        "21 ff 0000 0001 0000",
        "21 ff 0000 0100 0000",
        "21 ff 0000 0000 0001",
        "a1 ff 0000 0000 0000",
        "a1 ff 0000 0000 0001",
        "20 ff 0000 0000 0000",
        "22 ff 0000 0002 0000",
        "41 ff 0000 0000 0000",
        "01 ff 0000 0000 0000",
        "21 fd 0000 0000 0000",
        "a1 00 0000 0000 0001"
      })
  void classRequestsAreStrict(String request) {
    raw().out(new byte[30]);
    assertThat(raw().control(request).summary()).isEqualTo("STALL 0");
    // A refused reset has reset nothing.
    raw().clearHalt(0x81);
    raw().clearHalt(0x02);
    assertBothHalted();
    assertThat(raw().control("a1 fe 0000 0000 0001").hex()).isEqualTo("00");
    raw().resetRecovery();
    assertWorks();
  }

  @Test
  void classRequestsNeedAConfiguration() {
    raw().control("00 09 0000 0000 0000");
    assertThat(raw().control("a1 fe 0000 0000 0001").summary()).isEqualTo("STALL 0");
    assertThat(raw().control("21 ff 0000 0000 0000").summary()).isEqualTo("STALL 0");
    device.link().resetPort();
    assertThat(raw().control("a1 fe 0000 0000 0001").summary()).isEqualTo("STALL 0");
    assertThat(raw().control("21 ff 0000 0000 0000").summary()).isEqualTo("STALL 0");
  }
}
