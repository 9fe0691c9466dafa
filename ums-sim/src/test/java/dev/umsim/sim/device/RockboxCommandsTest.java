package dev.umsim.sim.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.rockbox.AtaIdentify;
import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.rockbox.StorageKind;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.medium.Fill;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Replies and failures of single commands of the present stack. */
class RockboxCommandsTest {
  private static final String SENSE = "data 18 700000000000000a00000000000000000000";

  private final RockboxHost host = new RockboxHost(ZeroTimeBus::new);

  @BeforeEach
  void plainDevice() {
    use(builder());
  }

  @AfterEach
  void close() {
    host.close();
  }

  private static RockboxDevice.Builder builder() {
    var builder = RockboxDevice.builder(RockboxRevision.PRESENT);
    builder.everyDrive().fill(Fill.BLOCK_NUMBERS).ataIdentify(AtaIdentify.linear(0x1000));
    return builder;
  }

  private void use(RockboxDevice.Builder builder) {
    host.use(builder.events(host).build());
    host.reconnect();
  }

  private String reply(long dataLength, String cdb) {
    assertThat(host.command(dataLength, cdb)).isEqualTo("ack 31");
    var reply = host.in(512);
    assertThat(host.in(512)).isEqualTo(host.csw(0));
    return reply;
  }

  private void fails(String cdb, String sense) {
    host.command(0, cdb);
    assertThat(host.in(512)).isEqualTo(host.csw(1));
    assertThat(host.sense()).isEqualTo(sense);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12 00 00 00 24 00",
        "03 00 00 00 12 00",
        "25",
        "9e 10",
        "23",
        "1a 00 3f 00 c0",
        "5a 00 3f",
        "a0 00 00 00 00 00 00 00 00 10",
        "28 00 00 00 00 00 00 00 00 00"
      })
  void withoutDataAskedForAnEmptyPacketGoesFirst(String cdb) {
    assertThat(reply(0, cdb)).isEqualTo("data 0");
  }

  @Test
  void allocationLengthsCutOnlySomeReplies() {
    assertThat(reply(18, "03 00 00 00 00 00")).isEqualTo(SENSE);
    assertThat(reply(18, "03 01 00 00 04 00")).isEqualTo(SENSE);
    assertThat(reply(36, "12 00 00 01 00 00")).isEqualTo("data 0");
    assertThat(reply(0xc0, "1a 00 3f 00 00")).startsWith("data 12 0b000008");
    assertThat(reply(0xc0, "5a 00 3f 00 00 00 00 00 00")).startsWith("data 24 0016");
    assertThat(reply(0xc0, "23 00 00 00 00 00 00 00 00")).startsWith("data 12 00000008");
    assertThat(reply(32, "9e 10")).startsWith("data 16 ");
    assertThat(reply(16, "a0 00 00 00 00 00 00 00 00 08")).isEqualTo("data 8 0000000800000000");
    assertThat(reply(16, "a0")).isEqualTo("data 0");
  }

  @Test
  void theWrappersLengthCutsReplies() {
    assertThat(reply(5, "12 00 00 00 24 00")).isEqualTo("data 5 008004021f");
    assertThat(reply(4, "25")).isEqualTo("data 4 0001ffff");
    assertThat(reply(3, "03")).isEqualTo("data 3 700000");
    assertThat(reply(0xffff_ffffL, "25")).isEqualTo("data 8 0001ffff00000200");
  }

  @Test
  void fieldsThatNobodyLooksAt() {
    assertThat(reply(8, "25 01 ff ff ff ff 00 00 01 00")).isEqualTo("data 8 0001ffff00000200");
    assertThat(reply(16, "9e 00")).endsWith("0001ffff0000020010000001");
    assertThat(reply(12, "1a 08 ff ff 0c 00")).isEqualTo("data 12 0b0000080002000000000200");
    assertThat(reply(16, "a0 00 55 00 00 00 00 00 00 10")).endsWith("08000000000000000000000000");
  }

  @Test
  void theTopOfTheLastBlockIsWhatLeftTheTransferBuffer() {
    host.command(0, "00");
    host.in(512);
    assertThat(host.control("a1fe000000000100", "")).isEqualTo("data 1 00");
    assertThat(reply(16, "9e 10")).isEqualTo("data 16 005300000001ffff0000020010000001");
    assertThat(reply(16, "9e 10")).isEqualTo("data 16 555300000001ffff0000020010000001");
  }

  @Test
  void getMaxLunWritesIntoWhatWaits() {
    host.command(0, "00");
    host.control("a1fe000000000100", "");
    assertThat(host.in(13)).isEqualTo(host.csw(0).replace("data 13 55", "data 13 00"));
    host.command(36, "12 00 00 00 24 00");
    host.control("a1fe000000000100", "");
    assertThat(host.in(36)).startsWith("data 36 0080");
  }

  @Test
  void failuresWithoutADataPhase() {
    fails("28 00 00 02 00 00 00 00 01", "05/21/00");
    fails("28 00 00 01 ff ff 00 00 02", "05/21/00");
    fails("2a 00 00 02 00 00 00 00 01", "05/21/00");
    fails("28 00 00 02 00 01 00 00 00", "05/21/00");
    fails("88", "05/20/00");
    fails("8a", "05/20/00");
    fails("f1", "05/20/00");
    fails("85 08 0e 00 00 00 01 00 00 00 00 00 00 00 e7", "05/20/00");
    fails("a1 08 0e 00 01 00 00 00 00 b0", "05/20/00");
    fails("a1 08 0e 00 02 00 00 00 00 ec", "05/20/00");
  }

  @Test
  void noBlocksAtTheEndAreRead() {
    assertThat(reply(0, "28 00 00 02 00 00 00 00 00")).isEqualTo("data 0");
  }

  @Test
  void aSuccessClearsTheSenseAndAFailureReplacesIt() {
    host.command(0, "f1");
    host.in(13);
    host.command(192, "1a 00 08 00 c0");
    assertThat(host.in(512)).isEqualTo("data 0");
    assertThat(host.in(512)).isEqualTo(host.csw(1));
    assertThat(host.sense()).isEqualTo("05/24/00");
    assertThat(host.sense()).isEqualTo("00/00/00");
    host.command(0, "f1");
    host.in(13);
    host.command(0, "1e");
    host.in(13);
    assertThat(host.sense()).isEqualTo("00/00/00");
  }

  @ParameterizedTest
  @CsvSource({"02,true", "0e,true", "01,false", "03,false", "12,false", "00,false"})
  void onlyStopWithLoadOrEjectEjects(String byte4, boolean ejects) {
    host.command(0, "1b 01 00 00 " + byte4);
    assertThat(host.in(13)).isEqualTo(host.csw(0));
    host.command(0, "00");
    assertThat(host.in(13)).isEqualTo(host.csw(ejects ? 1 : 0));
  }

  @Test
  void preventDoesNotPreventAndLoadDoesNotLoad() {
    host.command(0, "1e 00 00 00 01");
    host.in(13);
    host.command(0, "1b 00 00 00 02");
    host.in(13);
    host.command(0, "1b 00 00 00 03");
    host.in(13);
    fails("00", "02/3a/00");
    host.reconnect();
    host.command(0, "00");
    assertThat(host.in(13)).isEqualTo(host.csw(0));
  }

  @Test
  void whatWorksOnAnEjectedUnit() {
    reply(512, "28 00 00 00 00 05 00 00 01");
    host.command(0, "1b 00 00 00 02");
    host.in(13);
    fails("2a 00 00 00 00 05 00 00 01", "02/3a/00");
    assertThat(reply(36, "12 00 00 00 24 00")).startsWith("data 36 0080");
    assertThat(reply(512, "a1 08 0e 00 01 00 00 00 00 ec")).isEqualTo("data 512 crc32:40913095");
    host.command(192, "1a 00 08");
    assertThat(host.in(64)).isEqualTo("data 0");
    assertThat(host.in(64)).isEqualTo(host.csw(1));
    assertThat(host.sense()).isEqualTo("02/3a/00");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "85 08 0e 00 00 00 01 00 00 00 00 00 00 00 ec",
        "85 08 0e ff ff ff 01 ff ff ff ff ff ff ff a1 ff",
        "a1 08 0e ff 01 ff ff ff ff a1 ff ff"
      })
  void identifyAlwaysSendsAllOfIt(String cdb) {
    reply(512, "28 00 00 00 00 05 00 00 01");
    host.command(0, cdb);
    assertThat(host.in(512)).isEqualTo("data 512 crc32:40913095");
    assertThat(host.in(512)).isEqualTo(host.csw(0));
  }

  @Test
  void identifyBeforeTheFirstReadIsUndefined() {
    host.command(512, "a1 08 0e 00 01 00 00 00 00 ec");
    assertThat(host.takeEvents()).hasSize(1).allMatch(event -> event.startsWith("undefined"));
    assertThat(host.in(512)).isEqualTo("nak 0");
    assertThat(host.control("8006000100001200", "")).isEqualTo("nak 0");
    host.reconnect();
    assertThat(reply(8, "25")).isEqualTo("data 8 0001ffff00000200");
  }

  @Test
  void identifyAfterAReconnectionFindsTheSameBuffer() {
    reply(512, "28 00 00 00 00 05 00 00 01");
    host.reconnect();
    assertThat(reply(512, "a1 08 0e 00 01 00 00 00 00 ec")).isEqualTo("data 512 crc32:40913095");
  }

  @Test
  void smartDataWhereTheBuildHasIt() {
    use(builder().smart(true));
    assertThat(reply(64, "85 08 0e 00 d0 00 01 00 00 4f 00 c2 00 00 b0")).startsWith("data 512");
    // And from then on IDENTIFY has something to send.
    assertThat(reply(512, "a1 08 0e 00 01 00 00 00 00 ec")).isEqualTo("data 512 crc32:40913095");
  }

  @Test
  void drivesWithoutAtaKnowNoPassThrough() {
    var builder = builder();
    builder.everyDrive().storage(StorageKind.SD);
    use(builder);
    fails("85 08 0e 00 00 00 01 00 00 00 00 00 00 00 ec", "05/20/00");
    assertThat(reply(36, "12 00 00 00 24 00"))
        .endsWith("526f636b626f7820" + "496e7465726e616c2053746f72616765" + "302e3030");
  }

  @ParameterizedTest
  @CsvSource({
    "07e0016d000c223800000000,2016-12-31 12:34:56",
    "07e7016d000c223800000000,2023-13-01 12:34:56",
    "07e70190001840ff00000000,2023-13-36 24:64:255",
    "0834003b00000000ffffffff,2100-03-01 00:00:00",
    "07d0003b0100000000000000,2000-02-29 00:00:00"
  })
  void theClockTakesEverything(String time, String told) {
    host.command(0, "3b 01 00 0c 00 00 00 00 00 00");
    assertThat(host.out(time)).isEqualTo("ack 12");
    assertThat(host.takeEvents()).containsExactly("set_time " + told);
    assertThat(host.in(13)).isEqualTo(host.csw(0));
  }

  @Test
  void whatIsMissingOfATimeIsWhatStoodThere() {
    host.command(0, "00");
    assertThat(host.in(13)).isEqualTo(host.csw(0));
    int tag = host.tag();
    host.command(12, "3b 01 00 0c 00 00 00 00 0c 00");
    host.out("07d8002d00");
    assertThat(host.takeEvents())
        .containsExactly(
            String.format(
                "set_time 2008-02-15 %02d:%02d:%02d",
                tag >> 8 & 0xff, tag >> 16 & 0xff, tag >> 24 & 0xff));
    assertThat(host.in(13)).isEqualTo(host.csw(0));
  }

  @Test
  void aTimeThatIsTooLongIsCut() {
    host.command(12, "3b 01 00 0c 00 00 00 00 0c 00");
    assertThat(host.fill(20, 0)).isEqualTo("ack 20");
    assertThat(host.in(13)).isEqualTo(host.csw(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3b 00 00 0c 00 00 00 00 0c 00",
        "3b 01 01 0c 00 00 00 00 0c 00",
        "3b 01 00 0d 00 00 00 00 0c 00",
        "3b 01 00 0c 00 00 01 00 0c 00",
        "3b 01 00 0c 00 00 00 01 0c 00",
        "3b 01 00 0c 00 00 00 00 0b 00",
        "3b 01 00 0c 00 00 00 00 0c 01"
      })
  void anyOtherWriteBufferIsForgotten(String cdb) {
    host.command(12, cdb);
    assertThat(host.fill(12, 0)).isEqualTo("nak 0");
    assertThat(host.in(13)).isEqualTo("nak 0");
    assertThat(host.control("21ff000000000000", "")).isEqualTo("data 0");
    assertThat(host.command(0, "00")).isEqualTo("nak 0");
    host.reconnect();
    assertThat(host.command(0, "00")).isEqualTo("ack 31");
  }

  @Test
  void withoutAClockItCannotBeSet() {
    use(builder().clock(false));
    fails("3b 01 00 0c 00 00 00 00 0c 00", "05/20/00");
  }

  @Test
  void aUnitThatIsNotThereIsUndefined() {
    host.command(3, 0, "00");
    assertThat(host.takeEvents()).containsExactly("undefined a command for drive 3 of 1");
    assertThat(host.in(13)).isEqualTo("nak 0");
  }
}
