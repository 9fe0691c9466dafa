package dev.umsim.sim.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.rockbox.AtaIdentify;
import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.rockbox.StorageKind;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.medium.Fill;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the older stacks do otherwise. */
class RockboxRevisionsTest {
  private final RockboxHost host = new RockboxHost(ZeroTimeBus::new);

  @AfterEach
  void close() {
    host.close();
  }

  private void use(String revision) {
    use(builder(revision));
  }

  private static RockboxDevice.Builder builder(String revision) {
    var builder = RockboxDevice.builder(RockboxRevision.named(revision));
    builder.everyDrive().fill(Fill.BLOCK_NUMBERS);
    return builder;
  }

  private void use(RockboxDevice.Builder builder) {
    host.use(builder.events(host).build());
    host.reconnect();
  }

  private void useFirst() {
    use("rockbox-20080211");
    host.setBulkIn(0x82);
  }

  private String reply(long dataLength, String cdb) {
    assertThat(host.command(dataLength, cdb)).isEqualTo("ack 31");
    var reply = host.in(512);
    assertThat(host.in(512)).isEqualTo(host.csw(0));
    return reply;
  }

  private void fails(String cdb, int status) {
    host.command(0, cdb);
    assertThat(host.in(64)).isEqualTo(host.csw(status));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rockbox-20080220", "rockbox-20080222-hs", "rockbox-2010", "rockbox-2026"})
  void allReadAndWrite(String revision) {
    use(revision);
    host.command(61440, "2a 00 00 00 00 00 00 00 78");
    assertThat(host.fill(61440, 7)).isEqualTo("ack 61440");
    assertThat(host.in(13)).isEqualTo(host.csw(0));
    host.command(122880, "28 00 00 00 00 77 00 00 f0");
    // One block of the new bytes, and then the old ones.
    assertThat(host.in(122880)).isEqualTo(oneBlockOf7AndNumbersFrom(0x78, 239));
    assertThat(host.in(13)).isEqualTo(host.csw(0));
  }

  private static String oneBlockOf7AndNumbersFrom(int first, int count) {
    var bytes = ByteBuffer.allocate(512 * (1 + count));
    Arrays.fill(bytes.array(), 0, 512, (byte) 7);
    bytes.position(512);
    for (int block = first; block < first + count; block++) {
      for (int i = 0; i < 64; i++) {
        bytes.putLong(block);
      }
    }
    var crc = new CRC32();
    crc.update(bytes.array());
    return String.format("data %d crc32:%08x", bytes.capacity(), crc.getValue());
  }

  @Test
  void speedsArePinned() {
    assertThatThrownBy(() -> builder("rockbox-20080220").speed(Speed.HIGH))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder("rockbox-20080222-hs").speed(Speed.FULL))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RockboxRevision.named("rockbox-2009"))
        .hasMessageContaining("rockbox-20080211, rockbox-20080220");
  }

  @Test
  void noEarlyWrapperBefore2010() {
    use("rockbox-20080220");
    host.command(0, "00");
    assertThat(host.out(host.cbw(0, 0, "00"))).isEqualTo("nak 0");
    assertThat(host.in(13)).isEqualTo(RockboxHost.csw(host.tag() - 1, 0));
    assertThat(host.command(0, "00")).isEqualTo("ack 31");
  }

  @Test
  void theFirstDriver() {
    useFirst();
    assertThat(reply(0, "03")).isEqualTo("data 18 7000020200" + "00000a000000003a" + "0000000000");
    assertThat(reply(192, "1a 00 08")).isEqualTo("data 8 0000000000000000");
    assertThat(reply(12, "23")).isEqualTo("data 12 000000080001ffff00000202");
    assertThat(reply(8, "25")).isEqualTo("data 8 0001ffff00000200");
    assertThat(reply(36, "12 00 00 00 24"))
        .isEqualTo(
            "data 36 000003031f000000"
                + "554d53494d202020"
                + "64204469736b2020"
                + "2020202020202020"
                + "312e3020");
    // Past the end, it reads what it cannot and says nothing.
    assertThat(reply(512, "28 00 00 02 00 00 00 00 01")).startsWith("data 512");
    int tag = host.tag();
    host.command(0, "a0");
    assertThat(host.in(64)).isEqualTo("stall 0");
    assertThat(host.clearHalt(true)).isEqualTo("ok");
    assertThat(host.in(64)).isEqualTo(RockboxHost.csw(tag, 0));
    fails("2a 00 00 00 00 00 00 01 01", 2);
  }

  @Test
  void theFirstDriverTellsARemovableDisk() {
    var builder = builder("rockbox-20080211");
    var identify = new byte[512];
    identify[164] = 4;
    builder.everyDrive().ataIdentify(AtaIdentify.of(identify));
    use(builder);
    host.setBulkIn(0x82);
    assertThat(reply(2, "12 00 00 00 24")).isEqualTo("data 2 0080");
  }

  @Test
  void theFirstDriverMistakes256BlocksForMore() {
    useFirst();
    host.command(131072, "28 00 00 00 00 00 00 01 00");
    assertThat(host.in(131072)).startsWith("data 131072");
    assertThat(host.in(13)).isEqualTo(host.csw(0));
    host.command(512 * 255, "28 00 00 00 00 00 00 00 ff");
    assertThat(host.in(512 * 255)).startsWith("data 130560");
    assertThat(host.in(13)).isEqualTo(host.csw(0));
  }

  @Test
  void theFirstDriverWritesWhatItHas() {
    useFirst();
    host.command(1024, "2a 00 00 00 00 05 00 00 02");
    assertThat(host.fill(100, 0x55)).isEqualTo("ack 100");
    assertThat(host.in(13)).isEqualTo(host.csw(0));
  }

  @Test
  void theFirstDriverServesNobodyWhileItSends() {
    useFirst();
    host.command(512, "28 00 00 00 00 00 00 00 01");
    assertThat(host.control("8008000000000100", "")).isEqualTo("nak 0");
    host.link().resetPort();
    assertThat(host.control("8008000000000100", "")).isEqualTo("data 1 00");
    host.reconnect();
    assertThat(reply(8, "25")).isEqualTo("data 8 0001ffff00000200");
  }

  @Test
  void theSecondDriver() {
    use("rockbox-20080220");
    assertThat(reply(192, "1a 00 08")).isEqualTo("data 4 00000000");
    assertThat(reply(192, "5a 00 08")).isEqualTo("data 8 0000000000000000");
    assertThat(reply(64, "a0")).isEqualTo("data 16 00000008000000000000000000000000");
    assertThat(reply(12, "23")).isEqualTo("data 12 000000080001ffff00000202");
    assertThat(reply(36, "12 00 00 00 24")).startsWith("data 36 008004021f");
    fails("28 00 00 02 00 00 00 00 01", 2);
    assertThat(host.sense()).isEqualTo("05/21/00");
    fails("28 00 00 00 00 00 00 01 00", 2);
    assertThat(host.sense()).isEqualTo("05/21/00");
    host.command(0, "f1");
    assertThat(host.in(64)).isEqualTo("stall 0");
    host.clearHalt(true);
    assertThat(host.in(64)).isEqualTo(host.csw(0));
  }

  @Test
  void theSecondDriverAndItsCard() {
    var builder = builder("rockbox-20080220").drives(2);
    builder.drive(1).storage(StorageKind.SD);
    use(builder);
    assertThat(reply(64, "a0"))
        .isEqualTo("data 24 00000010" + "00000000" + "00".repeat(8) + "0001000000000000");
    assertThat(host.control("a1fe000000000100", "")).isEqualTo("data 1 01");
    host.device().eject(1);
    assertThat(host.control("a1fe000000000100", "")).isEqualTo("data 1 00");
    host.command(1, 8, "25");
    assertThat(host.in(64)).isEqualTo("data 8 ffffffff00000000");
    assertThat(host.in(64)).isEqualTo(host.csw(0));
    host.command(1, 12, "23");
    assertThat(host.in(64)).isEqualTo("data 12 00000008ffffffff00000002");
    assertThat(host.in(64)).isEqualTo(host.csw(0));
    host.command(1, 0, "00");
    assertThat(host.in(64)).isEqualTo(host.csw(1));
    assertThat(host.sense()).isEqualTo("02/3a/00");
    host.command(1, 512, "28 00 00 00 00 00 00 00 01");
    assertThat(host.in(64)).isEqualTo(host.csw(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rockbox-20080222-hs", "rockbox-2010"})
  void aChunkThatCannotBeReadIsNotSent(String revision) {
    use(revision);
    host.device().failReads(200);
    host.command(122880, "28 00 00 00 00 00 00 00 f0");
    int good = revision.equals("rockbox-2010") ? 65536 : 98304;
    assertThat(host.in(122880)).startsWith("data " + (good + 13) + " ");
    assertThat(host.sense()).isEqualTo("03/11/00");
    host.command(512, "28 00 00 00 00 c8 00 00 01");
    assertThat(host.in(512)).isEqualTo(host.csw(revision.equals("rockbox-2010") ? 1 : 2));
  }

  @Test
  void theDriverOf2010() {
    use("rockbox-2010");
    for (var cdb : new String[] {"9e 10", "88", "8a", "85 08 0e", "a1 08 0e"}) {
      fails(cdb, 1);
      assertThat(host.sense()).isEqualTo("05/20/00");
    }
    assertThat(reply(64, "a0")).startsWith("data 16 ");
    assertThat(reply(24, "5a 00 3f"))
        .isEqualTo("data 24 0016000001000010" + "0000000000020000" + "0000000000000200");
    assertThat(host.out(Arrays.copyOf(host.cbw(0, 0, "00"), 600))).isEqualTo("ack 600");
    assertThat(host.in(64)).isEqualTo(host.csw(0));
    assertThat(host.command(0, "00")).isEqualTo("ack 31");
  }
}
