package dev.umsim.sim.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.usb.Direction;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What SeaBIOS and Linux 6.1 did when QEMU's own disk was attached: the capture that QEMU wrote,
 * cut to 128 bytes of each packet, beside the list of commands that another program made of it.
 */
final class RecordedAttachTest {
  private static List<CapturedTransfer> transfers() throws IOException {
    var transfers = new ArrayList<CapturedTransfer>();
    try (var capture = Capture.open(resource("qemu-attach.pcap"))) {
      for (var each = capture.next(); each.isPresent(); each = capture.next()) {
        transfers.add(each.get());
      }
      assertThat(capture.notes())
          .containsExactly(
              "24 packets were cut short by the recorder; what is missing is not compared");
    }
    return transfers;
  }

  private static InputStream resource(String name) {
    return RecordedAttachTest.class.getResourceAsStream(name);
  }

  @Test
  void every_command_is_there() throws IOException {
    var assembler = new CommandAssembler();
    var commands = new ArrayList<CapturedCommand>();
    for (var transfer : transfers()) {
      assembler.add(transfer).ifPresent(commands::add);
    }
    assertThat(assembler.end()).isEmpty();
    // The list leaves out what marked its phases: TEST UNIT READY with a control byte.
    commands.removeIf(each -> each.cdb()[0] == 0 && each.cdb()[5] != 0);
    List<String> rows;
    try (InputStream table = resource("qemu-attach.csv")) {
      rows = new String(table.readAllBytes(), StandardCharsets.UTF_8).lines().skip(1).toList();
    }
    long first = commands.get(0).beganNanos();
    assertThat(commands).hasSameSizeAs(rows);
    for (int i = 0; i < rows.size(); i++) {
      var cells = rows.get(i).split(",", -1);
      var command = commands.get(i);
      assertThat((command.beganNanos() - first) / 1000).as(rows.get(i)).isEqualTo(number(cells, 2));
      assertThat(Integer.toUnsignedLong(command.tag())).isEqualTo(number(cells, 3));
      assertThat(HexFormat.of().formatHex(command.cdb()))
          .isEqualTo(cells[13].substring(0, command.cdb().length * 2));
      assertThat(command.dataLength()).isEqualTo(number(cells, 9));
      if (command.dataLength() > 0) {
        assertThat(command.direction() == Direction.IN).isEqualTo(cells[8].equals("in"));
      }
      var status = command.statusWrapper().orElseThrow();
      assertThat(status.status()).isEqualTo((int) number(cells, 10));
      assertThat(status.residue()).isEqualTo(number(cells, 11));
      assertThat(command.nanos() / 1000).isEqualTo(number(cells, 12));
    }
  }

  private static long number(String[] cells, int index) {
    return Long.parseLong(cells[index]);
  }

  @Test
  void requests_have_their_data_and_addresses_change() throws IOException {
    var control =
        transfers().stream()
            .filter(each -> each.kind() == CapturedTransfer.Kind.CONTROL)
            .map(each -> each.device() + " " + each.setup().orElseThrow() + " " + each.movedBytes())
            .toList();
    assertThat(control)
        .startsWith(
            "0.0 00 05 value 0001 index 0000 length 0 0",
            "0.1 80 06 value 0100 index 0000 length 8 8",
            "0.1 80 06 value 0200 index 0000 length 9 9",
            "0.1 80 06 value 0200 index 0000 length 32 32",
            "0.1 00 09 value 0001 index 0000 length 0 0",
            "0.1 a1 fe value 0000 index 0000 length 1 1",
            "0.0 80 06 value 0100 index 0000 length 64 18",
            "0.0 00 05 value 0002 index 0000 length 0 0")
        .hasSize(18);
  }
}
