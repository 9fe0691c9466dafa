package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of commands in the documentation is what the program makes, and what units do. */
class SupportTableTest {
  private static final Path PAGE = Path.of("..", "docs", "commands.md");

  @Test
  void pageIsWhatTheProgramMakes() throws IOException {
    if (System.getProperty("update", "").equals("docs")) {
      Files.writeString(PAGE, SupportTable.page());
    }
    assertThat(Files.readString(PAGE))
        .as("write it anew with -Dupdate=docs")
        .isEqualTo(SupportTable.page());
  }

  /** The operation codes of a column of the page: 2 for disks, 3 for CDs. */
  private static List<Integer> codes(int column) throws IOException {
    return Files.readAllLines(PAGE).stream()
        .filter(line -> line.matches("\\| [0-9A-F]{2}[ /].*"))
        .map(line -> line.substring(2).split(" \\| "))
        .filter(cells -> cells[column].equals("yes"))
        .map(cells -> Integer.parseInt(cells[0].substring(0, 2), 16))
        .distinct()
        .toList();
  }

  /** Every operation code there is, to either kind of unit, with and without a medium. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyOperationCodeIsKnownExactlyWhereThePageSaysSo(boolean disk) throws IOException {
    var known = codes(disk ? 2 : 3);
    assertThat(known).hasSize(disk ? 36 : 28);
    for (int code = 0; code <= 0xff; code++) {
      for (boolean loaded : new boolean[] {true, false}) {
        var cdb = new byte[16];
        cdb[0] = (byte) code;
        try (var host = host(disk, loaded)) {
          var good = host.run(0, cdb, new byte[512]).good();
          var sense = host.sense();
          assertThat(sense.equals("05/20/00"))
              .as("%02X: %s", code, sense)
              .isEqualTo(!known.contains(code));
          assertThat(good).as("%02X", code).isEqualTo(sense.equals("00/00/00"));
        }
      }
    }
  }

  private static TargetHost host(boolean disk, boolean loaded) {
    var medium = disk ? TestMedium.disk(300).asThin() : TestMedium.disc(300);
    var slot = loaded ? MediumSlot.removable(medium) : MediumSlot.removable();
    return TargetHost.of(disk ? TargetHost.disk(slot, 0) : TargetHost.cdRom(slot));
  }
}
