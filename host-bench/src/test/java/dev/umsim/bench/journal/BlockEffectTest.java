package dev.umsim.bench.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.bench.journal.BlockEffect.None;
import dev.umsim.bench.journal.BlockEffect.Unknown;
import dev.umsim.bench.journal.BlockEffect.Writes;
import dev.umsim.core.scsi.Cdb;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands do to blocks; the CDBs are laid out by hand from SBC-4. */
class BlockEffectTest {
  private static BlockEffect of(String hex) {
    return BlockEffect.of(new Cdb(HexFormat.of().parseHex(hex.replace(" ", ""))));
  }

  @ParameterizedTest
  @CsvSource({
    "0a 12 34 56 08 00, 1193046, 8",
    "0a ff ff ff 00 00, 2097151, 256",
    "2a 00 00 01 02 03 00 01 00 00, 66051, 256",
    "2e 00 00 00 00 07 00 00 02 00, 7, 2",
    "aa 00 ff ff ff ff 00 01 00 00 00 00, 4294967295, 65536",
    "ae 00 00 00 00 01 00 00 00 03 00 00, 1, 3",
    "8a 00 00 00 00 01 00 00 00 00 00 00 00 20 00 00, 4294967296, 32",
    "8e 00 00 00 00 00 00 00 00 05 00 00 00 01 00 00, 5, 1",
    "41 00 00 00 00 09 00 00 04 00, 9, 4",
    "41 00 00 00 00 09 00 00 00 00, 9, -1",
    "93 00 00 00 00 00 00 00 00 09 00 00 00 00 00 00, 9, -1",
    "2a 00 00 00 00 00 00 00 00 00, 0, 0"
  })
  void writesAreToldWithTheirBlocks(String cdb, long firstBlock, long blockCount) {
    assertThat(of(cdb)).isEqualTo(new Writes(firstBlock, blockCount));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00 00 00 00 00 00",
        "12 00 00 00 24 00",
        "25 00 00 00 00 00 00 00 00 00",
        "28 00 00 00 00 00 00 00 08 00",
        "35 00 00 00 00 00 00 00 00 00",
        "9e 10 00 00 00 00 00 00 00 00 00 00 00 20 00 00"
      })
  void readsChangeNothing(String cdb) {
    assertThat(of(cdb)).isEqualTo(new None());
  }

  /**
   * FORMAT UNIT, MODE SELECT(6) and (10), UNMAP, SANITIZE, WRITE BUFFER, XDWRITE, XPWRITE, ATA
   * PASS-THROUGH(12) and (16), SECURITY PROTOCOL OUT.
   */
  @ParameterizedTest
  @ValueSource(ints = {0x04, 0x15, 0x55, 0x42, 0x48, 0x3b, 0x50, 0x51, 0xa1, 0x85, 0xb5})
  void whatCannotBePutBackIsNotKnown(int code) {
    assertThat(BlockEffect.of(Cdb.of(code, 0, 0, 0, 0, 0))).isEqualTo(new Unknown());
  }

  @Test
  void whatVendorsDefineIsNotKnown() {
    for (int code = 0xc0; code <= 0xff; code++) {
      assertThat(BlockEffect.of(Cdb.of(code, 0, 0, 0, 0, 0))).isEqualTo(new Unknown());
    }
  }
}
