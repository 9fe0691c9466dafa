package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.CommandHost;
import dev.umsim.core.testing.ScriptedMedium;
import dev.umsim.core.testing.TestDevice;
import dev.umsim.core.usb.Speed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a unit remembers for its host: sense, unit attentions and a deferred error (SAM-5, sections
 * 5.13, 5.14).
 */
class SenseAndAttentionTest {
  private static final String TEST_UNIT_READY = "00 00 00 00 00 00";
  private static final String UNKNOWN = "FF 00 00 00 00 00";
  private static final String OUT_OF_RANGE = "28 00 00 00 00 50 00 00 01 00";

  private static final String FLUSH_WITH_IMMED = "35 02 00 00 00 00 00 00 00 00";
  private static final String STOP_WITH_IMMED = "1B 01 00 00 00 00";
  private static final String DEFERRED_WRITE_ERROR =
      "71 00 03 00 00 00 00 0a 00 00 00 00 0c 00 00 00 00 00";

  private final ScriptedMedium medium = new ScriptedMedium(512, 64);
  private TestDevice device;
  private CommandHost host;

  private void begin(TestDevice.Setup setup) {
    device = setup.media(medium, new ScriptedMedium(512, 64)).configured();
    host = device.host();
  }

  /** A command is answered with GOOD, and what it has begun fails behind that. */
  private void failBehindTheStatus(String cdb) {
    medium.deferred(true).failSynchronize();
    assertThat(host.none(0, cdb).status()).isZero();
    medium.finishOne();
    medium.deferred(false);
  }

  private String senseData(int lun) {
    return host.in(lun, "03 00 00 00 12 00", 18).hex();
  }

  @AfterEach
  void close() {
    device.close();
  }

  // Sense.

  @Test
  void senseIsReportedOnceAndThenGone() {
    begin(TestDevice.setup());
    assertThat(host.none(0, UNKNOWN).status()).isEqualTo(1);
    assertThat(host.senseCode(0)).isEqualTo("05/20/00");
    assertThat(host.senseCode(0)).isEqualTo("00/00/00");
  }

  @Test
  void senseIsThatOfTheLastCommand() {
    begin(TestDevice.setup());
    host.none(0, UNKNOWN);
    host.in(0, OUT_OF_RANGE, 512);
    assertThat(host.senseCode(0)).isEqualTo("05/21/00");
    host.none(0, UNKNOWN);
    assertThat(host.none(0, TEST_UNIT_READY).csw().status()).as("no stale status").isZero();
    assertThat(host.senseCode(0)).as("nor stale sense").isEqualTo("00/00/00");
  }

  @Test
  void senseBelongsToItsUnit() {
    begin(TestDevice.setup());
    host.none(0, UNKNOWN);
    host.in(1, OUT_OF_RANGE, 512);
    host.none(7, UNKNOWN);
    assertThat(host.senseCode(7)).isEqualTo("05/25/00");
    assertThat(host.senseCode(1)).isEqualTo("05/21/00");
    assertThat(host.senseCode(0)).isEqualTo("05/20/00");
    host.none(1, UNKNOWN);
    assertThat(host.senseCode(0)).isEqualTo("00/00/00");
    assertThat(host.senseCode(1)).isEqualTo("05/20/00");
  }

  @Test
  void inquiryAndReportLunsClearSenseToo() {
    begin(TestDevice.setup());
    host.none(0, UNKNOWN);
    host.in(0, "12 00 00 00 24 00", 36);
    assertThat(host.senseCode(0)).isEqualTo("00/00/00");
    host.none(0, UNKNOWN);
    host.in(0, "A0 00 00 00 00 00 00 00 00 18 00 00", 24);
    assertThat(host.senseCode(0)).isEqualTo("00/00/00");
  }

  @Test
  void refusedRequestSenseHasItsOwnSense() {
    begin(TestDevice.setup());
    host.none(0, UNKNOWN);
    assertThat(host.in(0, "03 00 01 00 12 00", 18).status()).isEqualTo(1);
    assertThat(host.senseCode(0)).isEqualTo("05/24/00");
  }

  @Test
  void senseOfNoBytesIsReportedAllTheSame() {
    begin(TestDevice.setup());
    host.none(0, UNKNOWN);
    assertThat(host.in(0, "03 00 00 00 00 00", 0).status()).isZero();
    assertThat(host.senseCode(0)).isEqualTo("00/00/00");
  }

  @Test
  void descriptorFormatTellsTheSame() {
    begin(TestDevice.setup());
    host.none(0, UNKNOWN);
    assertThat(host.in(0, "03 01 00 00 FF 00", 255).hex()).isEqualTo("72 05 20 00 00 00 00 00");
    host.in(0, "12 00 01 00 24 00", 36);
    assertThat(host.in(0, "03 01 00 00 FF 00", 255).hex())
        .isEqualTo("72 05 24 00 00 00 00 08 02 06 00 00 c0 00 02 00");
  }

  @Test
  void theClassResetForgetsSense() {
    begin(TestDevice.setup());
    host.none(0, UNKNOWN);
    host.raw().resetRecovery();
    assertThat(host.senseCode(0)).isEqualTo("00/00/00");
  }

  @Test
  void anotherConfigurationForgetsSense() {
    begin(TestDevice.setup());
    host.none(1, UNKNOWN);
    host.raw().control("00 09 0001 0000 0000");
    assertThat(host.senseCode(1)).isEqualTo("00/00/00");
  }

  // Unit attentions.

  @Test
  void noneWaitsUnlessTheDeviceIsMadeSo() {
    begin(TestDevice.setup());
    assertThat(host.none(0, TEST_UNIT_READY).status()).isZero();
    assertThat(host.senseCode(0)).isEqualTo("00/00/00");
  }

  @Test
  void attentionStandsInThePlaceOfOneCommandOfEachUnit() {
    begin(TestDevice.setup().powerOnAttention());
    for (int lun = 0; lun < 2; lun++) {
      assertThat(host.none(lun, TEST_UNIT_READY).status()).isEqualTo(1);
      assertThat(host.senseCode(lun)).isEqualTo("06/29/00");
      assertThat(host.none(lun, TEST_UNIT_READY).status()).isZero();
      assertThat(host.senseCode(lun)).isEqualTo("00/00/00");
    }
  }

  @Test
  void attentionComesWithoutItsSenseBeingFetched() {
    begin(TestDevice.setup().powerOnAttention());
    assertThat(host.none(0, TEST_UNIT_READY).status()).isEqualTo(1);
    assertThat(host.none(0, TEST_UNIT_READY).status()).isZero();
    assertThat(host.senseCode(0)).isEqualTo("00/00/00");
  }

  @Test
  void attentionStopsACommandBeforeItDoesAnything() {
    begin(TestDevice.setup().powerOnAttention());
    var write = host.out(0, "2A 00 00 00 00 05 00 00 01 00", new byte[512]);
    assertThat(write.status()).isEqualTo(1);
    assertThat(write.residue()).isEqualTo(512);
    assertThat(host.senseCode(0)).isEqualTo("06/29/00");
    assertThat(host.in(0, "28 00 00 00 00 05 00 00 01 00", 512).data())
        .isEqualTo(ScriptedMedium.pattern(512, 5));
  }

  @Test
  void attentionComesBeforeTheOperationCodeIsLookedAt() {
    begin(TestDevice.setup().powerOnAttention());
    host.none(0, UNKNOWN);
    assertThat(host.senseCode(0)).isEqualTo("06/29/00");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"12 00 00 00 24 00", "A0 00 00 00 00 00 00 00 00 24 00 00", "12 01 80 00 24 00"})
  void inquiryAndReportLunsRunWithAttentionPending(String cdb) {
    begin(TestDevice.setup().powerOnAttention());
    for (int i = 0; i < 3; i++) {
      assertThat(host.in(0, cdb, 36).status()).isZero();
    }
    assertThat(host.none(0, TEST_UNIT_READY).status()).as("it still waits").isEqualTo(1);
    assertThat(host.senseCode(0)).isEqualTo("06/29/00");
  }

  @Test
  void requestSenseReportsAndClearsAnAttention() {
    begin(TestDevice.setup().powerOnAttention());
    assertThat(host.senseCode(0)).isEqualTo("06/29/00");
    assertThat(host.none(0, TEST_UNIT_READY).status()).isZero();
    assertThat(host.none(1, TEST_UNIT_READY).status()).as("the other unit's waits").isEqualTo(1);
  }

  @Test
  void senseIsReportedBeforeAnAttention() {
    begin(TestDevice.setup().powerOnAttention());
    // A refused INQUIRY leaves sense, and the attention where it is.
    host.in(0, "12 00 01 00 24 00", 36);
    assertThat(host.senseCode(0)).isEqualTo("05/24/00");
    assertThat(host.senseCode(0)).isEqualTo("06/29/00");
    assertThat(host.senseCode(0)).isEqualTo("00/00/00");
  }

  @Test
  void theClassResetRaisesAndClearsNoAttention() {
    begin(TestDevice.setup().powerOnAttention());
    host.raw().resetRecovery();
    assertThat(host.none(0, TEST_UNIT_READY).status()).isEqualTo(1);
    host.raw().resetRecovery();
    assertThat(host.none(0, TEST_UNIT_READY).status()).isZero();
    host.raw().resetRecovery();
    assertThat(host.none(0, TEST_UNIT_READY).status()).isZero();
  }

  @Test
  void everyConfigurationRaisesItOnce() {
    begin(TestDevice.setup().powerOnAttention());
    host.raw().control("00 09 0001 0000 0000");
    host.raw().control("00 09 0001 0000 0000");
    assertThat(host.none(0, TEST_UNIT_READY).status()).isEqualTo(1);
    assertThat(host.none(0, TEST_UNIT_READY).status()).as("not queued twice").isZero();
    host.raw().control("01 0b 0000 0000 0000");
    assertThat(host.none(0, TEST_UNIT_READY).status()).isEqualTo(1);
    device.link().resetPort();
    host.raw().configure();
    assertThat(host.none(0, TEST_UNIT_READY).status()).isEqualTo(1);
    assertThat(host.senseCode(0)).isEqualTo("06/29/00");
    device.link().unplug();
    device.plugIn(Speed.FULL);
    host = device.host();
    host.raw().configure();
    assertThat(host.none(0, TEST_UNIT_READY).status()).isEqualTo(1);
    assertThat(host.none(0, TEST_UNIT_READY).status()).isZero();
  }

  // Deferred errors (SPC-4, section 4.5.5).

  @ParameterizedTest
  @ValueSource(strings = {FLUSH_WITH_IMMED, STOP_WITH_IMMED})
  void whatFailsBehindItsStatusIsToldByTheNextCommand(String cdb) {
    begin(TestDevice.setup());
    failBehindTheStatus(cdb);
    var write = host.out(0, "2A 00 00 00 00 05 00 00 01 00", new byte[512]);
    assertThat(write.status()).isEqualTo(1);
    assertThat(write.residue()).as("which is not carried out").isEqualTo(512);
    assertThat(senseData(0)).isEqualTo(DEFERRED_WRITE_ERROR);
    assertThat(host.in(0, "28 00 00 00 00 05 00 00 01 00", 512).data())
        .isEqualTo(ScriptedMedium.pattern(512, 5));
    assertThat(host.senseCode(0)).as("told once").isEqualTo("00/00/00");
  }

  @Test
  void whatSucceedsBehindItsStatusIsNotTold() {
    begin(TestDevice.setup());
    medium.deferred(true);
    assertThat(host.none(0, FLUSH_WITH_IMMED).status()).isZero();
    medium.finishOne();
    assertThat(host.none(0, TEST_UNIT_READY).status()).isZero();
    assertThat(host.senseCode(0)).isEqualTo("00/00/00");
  }

  @Test
  void whatFailsBeforeTheStatusIsNoDeferredError() {
    begin(TestDevice.setup());
    medium.failSynchronize();
    assertThat(host.none(0, FLUSH_WITH_IMMED).status()).isEqualTo(1);
    assertThat(senseData(0)).startsWith("70 00 03");
    assertThat(host.none(0, TEST_UNIT_READY).status()).isZero();
  }

  @Test
  void requestSenseTellsADeferredErrorInBothFormats() {
    begin(TestDevice.setup());
    failBehindTheStatus(FLUSH_WITH_IMMED);
    assertThat(senseData(0)).isEqualTo(DEFERRED_WRITE_ERROR);
    assertThat(host.none(0, TEST_UNIT_READY).status()).as("told").isZero();
    failBehindTheStatus(FLUSH_WITH_IMMED);
    assertThat(host.in(0, "03 01 00 00 FF 00", 255).hex()).isEqualTo("73 03 0c 00 00 00 00 00");
  }

  @ParameterizedTest
  @ValueSource(strings = {"12 00 00 00 24 00", "A0 00 00 00 00 00 00 00 00 24 00 00"})
  void inquiryAndReportLunsRunWithADeferredErrorPending(String cdb) {
    begin(TestDevice.setup());
    failBehindTheStatus(FLUSH_WITH_IMMED);
    assertThat(host.in(0, cdb, 36).status()).isZero();
    assertThat(host.none(0, TEST_UNIT_READY).status()).as("it still waits").isEqualTo(1);
  }

  @Test
  void aDeferredErrorBelongsToItsUnitAndWaitsOnce() {
    begin(TestDevice.setup());
    medium.deferred(true).failSynchronize();
    assertThat(host.none(0, FLUSH_WITH_IMMED).status()).isZero();
    assertThat(host.none(0, FLUSH_WITH_IMMED).status()).isZero();
    medium.finishOne();
    medium.finishOne();
    assertThat(host.none(1, TEST_UNIT_READY).status()).isZero();
    assertThat(host.none(0, TEST_UNIT_READY).status()).isEqualTo(1);
    assertThat(host.none(0, TEST_UNIT_READY).status()).isZero();
  }

  @Test
  void anAttentionComesBeforeADeferredErrorAndSenseBeforeBoth() {
    begin(TestDevice.setup());
    var slow = TestMedium.disk(64).withFailingSynchronization().delayed();
    var slot = MediumSlot.removable(slow);
    try (var target = TargetHost.of(TargetHost.disk(slot, 0))) {
      assertThat(target.run(FLUSH_WITH_IMMED).good()).isTrue();
      slow.finishOne();
      slot.attentions().raise(Sense.MEDIUM_MAY_HAVE_CHANGED);
      target.run("12 00 01 00 24 00");
      assertThat(target.sense()).startsWith("05/24/00");
      assertThat(target.run(TEST_UNIT_READY).good()).isFalse();
      assertThat(target.sense()).isEqualTo("06/28/00");
      assertThat(target.run(TEST_UNIT_READY).good()).isFalse();
      assertThat(target.sense()).isEqualTo("03/0C/00");
      assertThat(target.run(TEST_UNIT_READY).good()).isTrue();
    }
  }

  @Test
  void theClassResetLeavesADeferredErrorAndANewSessionForgetsIt() {
    begin(TestDevice.setup());
    failBehindTheStatus(FLUSH_WITH_IMMED);
    host.raw().resetRecovery();
    assertThat(host.none(0, TEST_UNIT_READY).status()).isEqualTo(1);
    failBehindTheStatus(FLUSH_WITH_IMMED);
    host.raw().control("00 09 0001 0000 0000");
    assertThat(host.none(0, TEST_UNIT_READY).status()).isZero();
  }

  @Test
  void aResetComesBeforeAnyOtherAttention() {
    begin(TestDevice.setup());
    var unit = new UnitAttentions();
    unit.raise(Sense.MEDIUM_MAY_HAVE_CHANGED);
    unit.raise(Sense.POWER_ON_OR_RESET);
    unit.raise(Sense.MEDIUM_MAY_HAVE_CHANGED);
    assertThat(unit.take().toString()).isEqualTo("06/29/00");
    assertThat(unit.take().toString()).isEqualTo("06/28/00");
    assertThat(unit.isEmpty()).as("nothing waits twice").isTrue();
  }
}
