package dev.umsim.sim.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Endpoint 0 of the Rockbox stack, in its revisions. */
class RockboxRequestsTest {
  private final RockboxHost host = new RockboxHost(ZeroTimeBus::new);

  @BeforeEach
  void present() {
    use(RockboxDevice.builder(RockboxRevision.PRESENT));
  }

  @AfterEach
  void close() {
    host.close();
  }

  private void use(RockboxDevice.Builder builder) {
    host.use(builder.events(host).build());
    host.reconnect();
  }

  private void answers(String setup, String answer) {
    assertThat(host.control(setup, "")).as(setup).isEqualTo(answer);
  }

  @Test
  void descriptors() {
    answers("8006000100004000", "data 18 1201000200000040ac050912000101020301");
    answers(
        "8006000200004000",
        "data 32 09022000010100c0fa"
            + "0904000002080650"
            + "00"
            + "07058102000200"
            + "07050102000200");
    answers("8006000600004000", "data 10 0a060002000000400100");
    answers(
        "8006000700004000",
        "data 32 09072000010100c0fa"
            + "0904000002080650"
            + "00"
            + "07058102400000"
            + "07050102400000");
    answers("8006000f00004000", "stall");
    answers("8006010600004000", "data 10 0a060002000000400100");
    answers("8006020200004000", "stall");
    // A class request for a descriptor is as good as any.
    answers("a006000100000800", "data 8 1201000200000040");
  }

  @Test
  void descriptorsOfABuildWithoutHighSpeed() {
    use(RockboxDevice.builder(RockboxRevision.PRESENT).speed(Speed.FULL));
    answers("8006000100004000", "data 18 1201100100000040ac050912000101020301");
    answers("8006000600004000", "data 10 0a060002000000400100");
    answers(
        "8006000200004000",
        "data 32 09022000010100c0fa"
            + "0904000002080650"
            + "00"
            + "07058102400000"
            + "07050102400000");
  }

  @Test
  void anotherConfigurationIsDescribedFromNowhere() {
    answers("8006010200000900", "nak 0");
    assertThat(host.takeEvents()).hasSize(1);
    answers("8008000000000100", "data 1 01");
  }

  @ParameterizedTest
  @ValueSource(strings = {"21fe000000000000", "21fe000000000100", "22fe000081000100"})
  void getMaxLunTheOtherWayTakesEndpointZeroUntilABusReset(String setup) {
    assertThat(host.control(setup, "00")).isEqualTo("nak 0");
    answers("8008000000000100", "nak 0");
    answers("8006000100001200", "nak 0");
    // The bulk endpoints go on.
    host.command(0, "00 00 00 00 00 00");
    assertThat(host.in(13)).isEqualTo(host.csw(0));
    host.link().resetPort();
    answers("8008000000000100", "data 1 00");
    answers("0009010000000000", "data 0");
    answers("a1fe000000000100", "data 1 00");
  }

  @Test
  void getMaxLunTheOtherWayDoesNotOutliveAReconnection() {
    answers("21fe000000000000", "nak 0");
    assertThat(host.reconnect()).isEqualTo("ok");
    answers("a1fe000000000100", "data 1 00");
  }

  @Test
  void strings() {
    answers("8006000300004000", "data 4 04030904");
    answers("800601030904ff00", "data 24 18035200" + "6f0063006b0062006f0078002e006f0072006700");
    answers("8006ee033412ff00", "data 24 18035200" + "6f0063006b0062006f0078002e006f0072006700");
    assertThat(host.control("800603030904ff00", "")).startsWith("data 52 3403310030003000");
    answers("800604030904ff00", "stall");
  }

  @Test
  void status() {
    answers("8000000000000200", "data 2 0000");
    answers("8100000007000200", "data 2 0000");
    answers("8200000081000200", "data 2 0000");
    answers("0203000081000000", "data 0");
    answers("8200000081000200", "data 2 0100");
    answers("0201010081000000", "data 0");
    answers("8200000081000200", "data 2 0100");
    answers("0201000081000000", "data 0");
    answers("8200000081000200", "data 2 0000");
    answers("8200000000000200", "data 2 0000");
    answers("8200000085000200", "data 2 0000");
    answers("0203000085000000", "data 0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0001010000000000",
        "0003010000000000",
        "0101000000000000",
        "0103000000000000",
        "810a000000000100",
        "010b000000000000",
        "0007000100000000",
        "820c000081000200",
        "c1fe000000000100",
        "a1fe000001000100",
        "a1fd000000000100",
        "8055000000000100"
      })
  void declined(String setup) {
    answers(setup, "stall");
  }

  @Test
  void classRequestsByNumberAlone() {
    answers("a1fe341200ff0500", "data 1 00");
    answers("81fe000000000100", "data 1 00");
    answers("a2fe000081000100", "data 1 00");
    answers("a1fe000000000000", "data 0");
    answers("a1ff000000000000", "data 0");
    assertThat(host.control("21ff000000000400", "01020304")).isEqualTo("ack 4");
    assertThat(host.control("21ff000000000101", "00".repeat(257))).isEqualTo("stall");
    answers("0009000000000000", "data 0");
    answers("a1fe000000000100", "stall");
    answers("21ff000000000000", "stall");
  }

  @Test
  void aTestModeIsTheEndOfTheConversation() {
    answers("0003020000010000", "data 0");
    answers("8000000000000200", "NO_RESPONSE");
  }

  @Test
  void addressAndConfiguration() {
    answers("8008000000000100", "data 1 01");
    host.command(0, "00");
    answers("0005050000000000", "data 0");
    assertThat(host.in(13)).isEqualTo("nak 0");
    answers("0009000000000000", "data 0");
    answers("8008000000000100", "data 1 00");
  }

  @ParameterizedTest
  @CsvSource({
    "rockbox-20080211,810a000000000100,stall",
    "rockbox-20080211,010b000000000000,data 0",
    "rockbox-20080211,8006000700004000,stall",
    "rockbox-20080211,0203000001000000,stall",
    "rockbox-20080211,8006ee030904ff00,stall",
    "rockbox-20080220,810a000000000100,data 1 00",
    "rockbox-20080220,010b000000000000,data 0",
    "rockbox-2010,810a000000000100,data 1 00",
    "rockbox-2010,010b000000000000,data 0",
    "rockbox-2010,8006ee030904ff00,stall",
    "rockbox-2010,0001010000000000,nak 0",
    "rockbox-2010,0101000000000000,nak 0",
    "rockbox-2010,0009070000000000,data 0"
  })
  void olderRevisions(String revision, String setup, String answer) {
    use(RockboxDevice.builder(RockboxRevision.named(revision)));
    answers(setup, answer);
  }

  @Test
  void featuresOfEndpointsInFebruary2008() {
    use(RockboxDevice.builder(RockboxRevision.FEBRUARY_11_2008));
    answers("0201010001000000", "data 0");
    assertThat(host.out("00")).isEqualTo("stall 0");
    answers("8200000001000200", "data 2 0000");
    answers("0201000001000000", "data 0");
    assertThat(host.out("00")).isEqualTo("ack 1");
    use(RockboxDevice.builder(RockboxRevision.FEBRUARY_20_2008));
    answers("0203010001000000", "data 0");
    answers("8200000001000200", "data 2 0100");
    answers("0203000001000000", "data 0");
    answers("8200000001000200", "data 2 0000");
  }

  @Test
  void endpointsAndSerialNumberOfThe11thOfFebruary() {
    use(RockboxDevice.builder(RockboxRevision.FEBRUARY_11_2008));
    assertThat(host.control("8006000200004000", "")).endsWith("07058202400000" + "07050102400000");
    assertThat(host.control("800603030904ff00", "")).startsWith("data 34 2203");
  }
}
