package dev.umsim.bench.firmware;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts that do not keep to USB/IP lose their connection, and nothing else happens. */
@Timeout(120)
class UdcHostileTest {
  private static final String GET_DEVICE = "8006000100001200";
  private static final String NONE = "0000000000000000";
  private static final int BUSY = 2;
  private static final int NO_DEVICE = 4;
  private static final int DEVICE_BYTES = 18;

  /** What a host has to find afterwards. */
  private static void expectService(FirmwareProgram program) throws IOException {
    try (var host = UdcHost.imported(program)) {
      assertThat(host.control(GET_DEVICE, DEVICE_BYTES)).isZero();
      assertThat(host.control("0009010000000000", 0)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "474554202f20485454502f312e310d0a", // GET / HTTP/1.1
        "0111800400000000", // an operation that there is not
        "0106800300000000", // a version from before
        "ffffffffffffffff"
      })
  void whoSpeaksOtherwiseIsClosed(String hex) throws Exception {
    try (var program = new FirmwareProgram(ExampleFirmware.example())) {
      try (var host = new UdcHost(program)) {
        host.send(HexFormat.of().parseHex(hex));
        host.expectClosed();
      }
      expectService(program);
    }
  }

  @Test
  void anotherBusIdIsNotThere() throws Exception {
    try (var program = new FirmwareProgram(ExampleFirmware.example());
        var host = new UdcHost(program)) {
      host.send(UdcHost.importRequest("1-10"));
      assertThat(host.input().readInt()).isEqualTo(0x01110003);
      assertThat(host.input().readInt()).isEqualTo(NO_DEVICE);
      host.expectClosed();
    }
  }

  @Test
  void thereIsOneHostAtATime() throws Exception {
    try (var program = new FirmwareProgram(ExampleFirmware.example());
        var first = UdcHost.imported(program)) {
      try (var second = new UdcHost(program)) {
        assertThat(second.importDevice()).isEqualTo(BUSY);
      }
      assertThat(first.control(GET_DEVICE, DEVICE_BYTES)).isZero();
    }
  }

  /** The list is told while the device is in use. */
  @Test
  void theDeviceIsListed() throws Exception {
    try (var program = new FirmwareProgram(ExampleFirmware.example());
        var first = UdcHost.imported(program);
        var second = new UdcHost(program)) {
      second.send(HexFormat.of().parseHex("0111800500000000"));
      var reply = second.input().readAllBytes();
      assertThat(reply).hasSize(8 + 4 + 312 + 4);
      assertThat(HexFormat.of().formatHex(reply, 324, 328)).isEqualTo("08065000");
      assertThat(first.control(GET_DEVICE, DEVICE_BYTES)).isZero();
    }
  }

  @Test
  void whoeverSaysNothingKeepsNobodyOut() throws Exception {
    var silent = new ArrayList<UdcHost>();
    try (var program = new FirmwareProgram(ExampleFirmware.example())) {
      for (int i = 0; i < 20; i++) {
        var host = new UdcHost(program);
        host.send(HexFormat.of().parseHex(i % 2 == 0 ? "0111" : "011180030000000031"));
        silent.add(host);
      }
      expectService(program);
      for (var host : silent) {
        host.close();
      }
    }
  }

  @Test
  void aMessageThatCannotBeClosesTheConnection() throws Exception {
    try (var program = new FirmwareProgram(ExampleFirmware.example())) {
      for (var message : impossible()) {
        try (var host = UdcHost.imported(program)) {
          host.send(message);
          host.expectClosed();
        }
        expectService(program);
      }
    }
  }

  private static List<byte[]> impossible() {
    var usual = "00000001" + "00000001" + "00010002";
    var rest = "0000000000000000" + "00000000";
    return List.of(
            // Neither a transfer nor an unlink; and the answers to both.
            "00000000" + usual.substring(8) + "00000000".repeat(4) + rest + NONE,
            "00000003" + usual.substring(8) + "00000000".repeat(4) + rest + NONE,
            // Endpoint 16, direction 2, 2 GiB, -1 bytes
            usual + "00000001" + "00000010" + "00000000" + "00000010" + rest + NONE,
            usual + "00000002" + "00000001" + "00000000" + "00000010" + rest + NONE,
            usual + "00000001" + "00000001" + "00000000" + "80000000" + rest + NONE,
            usual + "00000000" + "00000002" + "00000000" + "ffffffff" + rest + NONE,
            // A control transfer whose header and request have different directions
            usual + "00000001" + "00000000" + "00000000" + "00000012" + rest + "0006000100001200")
        .stream()
        .map(HexFormat.of()::parseHex)
        .toList();
  }

  @Test
  void whoeverHasTooMuchUnderWayIsClosed() throws Exception {
    try (var program = new FirmwareProgram(ExampleFirmware.example())) {
      try (var host = UdcHost.imported(program)) {
        assertThat(host.control("0009010000000000", 0)).isZero();
        // Nothing is sent there before a command, so that they wait.
        for (int i = 0; i < 5; i++) {
          host.send(host.submit(true, 1, 16 << 20, NONE));
        }
        host.expectClosed();
      }
      expectService(program);
    }
  }

  /** The side channel answers whatever a host does not do. */
  @Test
  void halfAMessageStopsNothing() throws Exception {
    try (var program = new FirmwareProgram(ExampleFirmware.example())) {
      try (var host = UdcHost.imported(program)) {
        host.send(new byte[20]);
        assertThat(program.ask("sync")).isEqualTo("ok");
      }
      try (var host = UdcHost.imported(program)) {
        host.send(host.submit(false, 2, 1000, NONE));
        host.send(new byte[999]);
        assertThat(program.ask("sync")).isEqualTo("ok");
      }
      expectService(program);
    }
  }

  /** It has 8 MiB to tell, and nobody reads them. */
  @Test
  void answersThatNobodyTakesStopNothing() throws Exception {
    try (var program = new FirmwareProgram(ExampleFirmware.example())) {
      try (var host = UdcHost.imported(program)) {
        for (int i = 0; i < 20_000; i++) {
          host.send(host.submit(true, 0, 400, "8006000200009001"));
          if (i % 1_000 == 0) {
            assertThat(program.ask("sync")).isEqualTo("ok");
          }
        }
      }
      expectService(program);
    }
  }

  @Test
  void whatIsUnlinkedIsGivenUp() throws Exception {
    try (var program = new FirmwareProgram(ExampleFirmware.example())) {
      try (var host = UdcHost.imported(program)) {
        assertThat(host.control("0009010000000000", 0)).isZero();
        host.send(host.submit(true, 1, 512, NONE)); // 2
        host.send(host.unlink(2)); // 3
        var input = host.input();
        assertThat(input.readInt()).isEqualTo(4);
        assertThat(input.readInt()).isEqualTo(3);
        input.readNBytes(12);
        assertThat(input.readInt()).isEqualTo(-104);
        input.readNBytes(24);
        host.send(host.unlink(2)); // 4: it has ended
        assertThat(input.readInt()).isEqualTo(4);
        assertThat(input.readInt()).isEqualTo(4);
        input.readNBytes(12);
        assertThat(input.readInt()).isZero();
        input.readNBytes(24);
        assertThat(host.control(GET_DEVICE, DEVICE_BYTES)).isZero();
      }
      expectService(program);
    }
  }

  /** An endpoint that is not there answers nothing, which a host sees as a fault of the wire. */
  @Test
  void anEndpointThatIsNotOpenDoesNotAnswer() throws Exception {
    try (var program = new FirmwareProgram(ExampleFirmware.example());
        var host = UdcHost.imported(program)) {
      host.send(host.submit(true, 5, 64, NONE));
      host.input().readNBytes(20);
      assertThat(host.input().readInt()).isEqualTo(-71);
    }
  }
}
