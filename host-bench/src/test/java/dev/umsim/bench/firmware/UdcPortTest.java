package dev.umsim.bench.firmware;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the port does to the device: resets and addresses, as hosts over USB/IP have them. */
@Timeout(120)
class UdcPortTest {
  private static final String SET_CONFIGURATION = "0009010000000000";
  private static final String GET_CONFIGURATION = "8008000000000100";
  private static final String PORT_RESET = "2303040001000000";
  private static final String HALT_BULK_IN = "0203000081000000";
  private static final String STATUS_BULK_IN = "8200000081000200";
  private static final int STALL = -32;

  private static void expectConfiguration(UdcHost host, int value) throws IOException {
    var ended = host.exchange(GET_CONFIGURATION, 1);
    assertThat(ended.status()).isZero();
    assertThat(ended.data()).containsExactly(value);
  }

  /** USB 2.0, section 9.1.1.5: the device is not configured any more. */
  @Test
  void aPortResetReachesTheDevice() throws IOException {
    try (var program = new FirmwareProgram(ExampleFirmware.example());
        var host = UdcHost.imported(program)) {
      assertThat(host.control(SET_CONFIGURATION, 0)).isZero();
      expectConfiguration(host, 1);
      assertThat(host.control(PORT_RESET, 0)).isZero();
      expectConfiguration(host, 0);
      // Addressed again by whoever does that, as it takes the configuration.
      assertThat(host.control(SET_CONFIGURATION, 0)).isZero();
    }
  }

  @Test
  void anImportIsAReset() throws IOException {
    try (var program = new FirmwareProgram(ExampleFirmware.example())) {
      try (var host = UdcHost.imported(program)) {
        assertThat(host.control(SET_CONFIGURATION, 0)).isZero();
      }
      try (var host = UdcHost.imported(program)) {
        expectConfiguration(host, 0);
      }
    }
  }

  /** Firmware that forgets to begin anew is reset where its host would have done so. */
  @Test
  void aSecondConfigurationMayBeAReset() throws IOException {
    var program = ExampleFirmware.faulty("configured-once");
    try (var usual = new FirmwareProgram(program);
        var host = UdcHost.imported(usual)) {
      assertThat(haltedAfterASecondConfiguration(host)).isTrue();
    }
    try (var resetting = new FirmwareProgram(program, "UMS_UDC_CONFIG_RESETS", "1");
        var host = UdcHost.imported(resetting)) {
      assertThat(haltedAfterASecondConfiguration(host)).isFalse();
    }
  }

  private static boolean haltedAfterASecondConfiguration(UdcHost host) throws IOException {
    assertThat(host.control(SET_CONFIGURATION, 0)).isZero();
    assertThat(host.control(HALT_BULK_IN, 0)).isZero();
    assertThat(host.control(SET_CONFIGURATION, 0)).isZero();
    return host.exchange(STATUS_BULK_IN, 2).data()[0] == 1;
  }

  /** A protocol stall ends with the next SETUP (USB 2.0, section 8.5.3.4). */
  @Test
  void aRefusedRequestIsOver() throws IOException {
    try (var program = new FirmwareProgram(ExampleFirmware.example());
        var host = UdcHost.imported(program)) {
      assertThat(host.control("8006000f00000500", 5)).isEqualTo(STALL);
      assertThat(host.exchange("8006000100001200", 18).data()).hasSize(18);
    }
  }
}
