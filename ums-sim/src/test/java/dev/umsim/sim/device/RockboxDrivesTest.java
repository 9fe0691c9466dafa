package dev.umsim.sim.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.rockbox.StorageKind;
import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.medium.Fill;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several drives, cards that come and go, sectors of other sizes, and numbers that overflow. */
class RockboxDrivesTest {
  private final RockboxHost host = new RockboxHost(ZeroTimeBus::new);

  @AfterEach
  void close() {
    host.close();
  }

  private static RockboxDevice.Builder builder() {
    var builder = RockboxDevice.builder(RockboxRevision.PRESENT);
    builder.everyDrive().fill(Fill.BLOCK_NUMBERS);
    return builder;
  }

  private void use(RockboxDevice.Builder builder) {
    host.use(builder.events(host).build());
    host.reconnect();
  }

  private void useDiskAndCard() {
    var builder = builder().drives(2);
    builder.drive(1).storage(StorageKind.SD).blocks(4096);
    use(builder);
  }

  private String reply(int lun, long dataLength, String cdb) {
    host.command(lun, dataLength, cdb);
    var reply = host.in(1 << 20);
    assertThat(host.in(512)).isEqualTo(host.csw(0));
    return reply;
  }

  private String status(int lun, String cdb) {
    host.command(lun, 0, cdb);
    var answer = host.in(13);
    return answer.equals(host.csw(0)) ? "00" : answer.equals(host.csw(1)) ? "01" : answer;
  }

  /** The first eight bytes of one block of the host, which tell its first sector. */
  private String firstSectorOf(String cdb) {
    host.command(0, 512, cdb);
    var buffer = Unpooled.buffer(4096);
    var transfer = new BulkTransfer(0x81, ended -> {}).of(buffer, 0, 4096);
    host.link().submit(transfer);
    host.link().runUntil(() -> !transfer.submitted(), 1);
    host.link().cancel(transfer);
    host.link().runUntil(() -> !transfer.submitted(), 1);
    host.in(13);
    return String.format("%016x", buffer.getLong(0));
  }

  @Test
  void unitsAreListedByWhetherTheyAreRemovable() {
    use(builder().drives(2));
    assertThat(reply(0, 64, "a0 00 00 00 00 00 00 00 00 40"))
        .isEqualTo("data 24 00000010" + "00000000" + "00".repeat(16));
    useDiskAndCard();
    assertThat(reply(0, 64, "a0 00 00 00 00 00 00 00 00 40"))
        .isEqualTo("data 24 00000010" + "00000000" + "00".repeat(8) + "0001000000000000");
    assertThat(host.control("a1fe000000000100", "")).isEqualTo("data 1 01");
    assertThat(reply(1, 8, "25")).isEqualTo("data 8 00000fff00000200");
    assertThat(reply(1, 36, "12 00 00 00 24")).contains("534420436172642053");
  }

  @Test
  void theFirstDriveCanBeSkipped() {
    var builder = builder().drives(2).skipFirstDrive(true);
    builder.drive(1).storage(StorageKind.SD).blocks(4096);
    use(builder);
    assertThat(host.control("a1fe000000000100", "")).isEqualTo("data 1 00");
    assertThat(reply(0, 8, "25")).isEqualTo("data 8 00000fff00000200");
    assertThat(reply(0, 64, "a0 00 00 00 00 00 00 00 00 40")).startsWith("data 24 00000010");
    host.command(1, 0, "00");
    assertThat(host.takeEvents()).containsExactly("undefined a command for drive 2 of 2");
  }

  @Test
  void oneSenseRecordServesAllUnits() {
    useDiskAndCard();
    assertThat(status(1, "f1")).isEqualTo("01");
    assertThat(host.sense()).isEqualTo("05/20/00");
    assertThat(status(1, "f1")).isEqualTo("01");
    assertThat(status(0, "00")).isEqualTo("00");
    assertThat(host.sense()).isEqualTo("00/00/00");
  }

  @Test
  void aCardThatIsPulledIsGoneUntilTheDriverHears() {
    useDiskAndCard();
    assertThat(status(1, "00")).isEqualTo("00");
    host.device().eject(1);
    assertThat(status(1, "00")).isEqualTo("01");
    assertThat(host.sense()).isEqualTo("02/3a/00");
    assertThat(status(0, "00")).isEqualTo("00");
    host.device().insert(1);
    assertThat(status(1, "00")).isEqualTo("00");
  }

  @Test
  void changesAreToldAsOfTheSecondDrive() {
    var builder = builder().drives(2);
    builder.everyDrive().storage(StorageKind.ATA_REMOVABLE);
    use(builder);
    host.device().eject(0);
    assertThat(status(0, "00")).isEqualTo("01");
    assertThat(status(1, "00")).isEqualTo("01");
    host.device().insert(0);
    assertThat(status(0, "00")).isEqualTo("01");
    assertThat(status(1, "00")).isEqualTo("00");
    host.reconnect();
    assertThat(status(0, "00")).isEqualTo("00");
  }

  @Test
  void fixedMediaStay() {
    use(builder());
    assertThatThrownBy(() -> host.device().eject(0)).isInstanceOf(IllegalArgumentException.class);
    assertThat(host.device().removableDrive()).isEmpty();
  }

  private void useVirtualSectors(int multiplier) {
    var builder = builder();
    builder.everyDrive().virtualBlockMultiplier(multiplier).blocks(4001);
    use(builder);
  }

  @Test
  void severalSectorsCanMakeABlock() {
    useVirtualSectors(4);
    assertThat(reply(0, 8, "25")).isEqualTo("data 8 000003e700000800");
    assertThat(reply(0, 32, "9e 10")).isEqualTo("data 16 55530000000003e70000080010020001");
    assertThat(reply(0, 12, "1a 00 3f")).isEqualTo("data 12 0b000008000003e800000800");
    assertThat(reply(0, 24, "5a 00 3f"))
        .isEqualTo("data 24 00160000010000100000000000000" + "3e80000000000000800");
    assertThat(reply(0, 12, "23")).isEqualTo("data 12 00000008000003e702000800");
    assertThat(firstSectorOf("28 00 00 00 00 05 00 00 01")).isEqualTo("0000000000000014");
    assertThat(status(0, "28 00 00 00 03 e8 00 00 01")).isEqualTo("01");
    assertThat(host.sense()).isEqualTo("05/21/00");
  }

  @Test
  void theProductWithTheSectorsOfABlockWraps() {
    useVirtualSectors(4);
    assertThat(firstSectorOf("28 00 40 00 00 00 00 00 01")).isEqualTo("0000000000000000");
    assertThat(firstSectorOf("28 00 40 00 00 05 00 00 01")).isEqualTo("0000000000000014");
  }

  @Test
  void writesOfLargeBlocksGoInTheSameChunks() {
    useVirtualSectors(4);
    host.command(0, 60 * 2048, "2a 00 00 00 00 00 00 00 3c");
    assertThat(host.fill(24576 * 4, 1)).isEqualTo("ack 98304");
    assertThat(host.fill(24576, 1)).isEqualTo("ack 24576");
    assertThat(host.in(13)).isEqualTo(host.csw(0));
  }

  @Test
  void sumsOf32BitsWrap() {
    use(builder());
    host.command(0, 512, "28 00 ff ff ff ff 00 00 01");
    assertThat(host.in(512)).startsWith("data 512");
    assertThat(host.in(13)).isEqualTo(host.csw(1));
    assertThat(host.sense()).isEqualTo("03/11/00");
    host.command(0, 512, "2a 00 ff ff ff ff 00 00 01");
    assertThat(host.fill(512, 1)).isEqualTo("ack 512");
    assertThat(host.in(13)).isEqualTo(host.csw(1));
    assertThat(host.sense()).isEqualTo("03/0c/00");
  }

  @Test
  void sectorsOf64Bits() {
    var builder = builder().wideSectors(true);
    builder.everyDrive().blocks(0x1_8000_0000L);
    use(builder);
    assertThat(reply(0, 8, "25")).isEqualTo("data 8 ffffffff00000200");
    assertThat(reply(0, 12, "23")).isEqualTo("data 12 00000008ffffffff02000200");
    assertThat(reply(0, 32, "9e 10")).isEqualTo("data 16 555300007fffffff0000020010000001");
    assertThat(reply(0, 24, "5a 00 3f"))
        .isEqualTo("data 24 0016000001000010" + "0000000080000000" + "0000000000000200");
    assertThat(reply(0, 12, "1a 00 3f")).isEqualTo("data 12 0b00000800ffffff00000200");
    assertThat(firstSectorOf("88 00 00 00 00 00 7f ff ff ff 00 00 00 01"))
        .isEqualTo("000000007fffffff");
    assertThat(firstSectorOf("88 00 00 00 00 01 00 00 00 00 00 00 00 01"))
        .isEqualTo("0000000100000000");
    assertThat(firstSectorOf("28 00 ff ff ff ff 00 00 01")).isEqualTo("00000000ffffffff");
    assertThat(status(0, "88 00 00 00 00 00 80 00 00 00 00 00 00 01")).isEqualTo("01");
    assertThat(host.sense()).isEqualTo("05/21/00");
    assertThat(status(0, "8a 00 00 00 00 00 80 00 00 00 00 00 00 01")).isEqualTo("01");
  }

  @Test
  void theLargestCountsOf32Bits() {
    var builder = builder();
    builder.everyDrive().blocks(0xffff_ffffL);
    use(builder);
    assertThat(reply(0, 8, "25")).isEqualTo("data 8 ffffffff00000200");
    assertThat(reply(0, 12, "23")).isEqualTo("data 12 00000008fffffffe02000200");
    assertThat(reply(0, 32, "9e 10")).isEqualTo("data 16 55530000fffffffe0000020010000001");
  }

  @Test
  void aDiskNamesItself() {
    use(builder());
    assertThat(reply(0, 36, "12 00 00 00 24"))
        .isEqualTo(
            "data 36 008004021f000000"
                + "554d53494d202020"
                + "53696d756c61746564204469736b2020"
                + "312e3020");
  }
}
