package dev.umsim.sim.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.Operation;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands are told field by field, as the table beside this class has it from the standards. */
class CdbFieldsTest {
  static List<String> rows() throws IOException {
    return Resources.text("cdb-fields.txt")
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  private static byte[] cdb(String row) {
    return HexFormat.ofDelimiter(" ").parseHex(row.split(" \\| ")[1]);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void fieldsHaveTheNamesOfTheStandards(String row) {
    var cells = row.split(" \\| ");
    var cdb = cdb(row);
    var told = told(wrapper(cdb, cells[0].equals("in")));
    assertThat(told.get(0)).isEqualTo(String.format("OPERATION CODE %02x %s", cdb[0], cells[2]));
    assertThat(told.subList(1, told.size())).containsExactly(cells[3].split(", "));
  }

  /** The fields of the command, each with its value as it stands there. */
  private static List<String> told(HostLine.Out line) {
    return new WireDecoder()
        .host(line).stream()
            .map(
                field ->
                    field.name()
                        + " "
                        + field.value().replaceFirst("^(\\p{XDigit}+) \\(\\d+\\)$", "$1"))
            .dropWhile(text -> !text.startsWith("OPERATION CODE"))
            .toList();
  }

  private static HostLine.Out wrapper(byte[] cdb, boolean dataIn) {
    var bytes = Arrays.copyOf(new byte[] {'U', 'S', 'B', 'C'}, 31);
    bytes[12] = (byte) (dataIn ? 0x80 : 0);
    bytes[14] = (byte) cdb.length;
    System.arraycopy(cdb, 0, bytes, 15, cdb.length);
    return new HostLine.Out(HexBytes.of(bytes));
  }

  @Test
  void everyCommandThatUnitsKnowIsInTheTable() throws IOException {
    var told = rows().stream().map(row -> row.split(" \\| ")[2]).collect(Collectors.toSet());
    assertThat(told)
        .containsAll(Stream.of(Operation.values()).map(each -> each.format().title()).toList());
  }

  @Test
  void numbersOfSeveralDigitsStandInDecimalToo() {
    var cdb = Cdb.of(0x28, 0x08, 0, 0, 1, 0, 0, 0, 0x10, 0);
    assertThat(CdbFields.of(cdb, true))
        .contains(
            new Field("FUA", "1"),
            new Field("LOGICAL BLOCK ADDRESS", "00000100 (256)"),
            new Field("TRANSFER LENGTH", "0010 (16)"));
  }
}
