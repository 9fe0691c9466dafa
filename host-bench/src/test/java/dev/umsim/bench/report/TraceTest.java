package dev.umsim.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.host.CommandListener.CompletedCommand;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.SenseData;
import dev.umsim.core.usb.Direction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceTest {
  private final StringBuilder lines = new StringBuilder();
  private final Trace trace = new Trace(lines);

  private static CompletedCommand command(
      Cdb cdb, Direction direction, long length, long moved, Integer status, long residue) {
    return new CompletedCommand(
        1_234_567_890L,
        2_000_000_000L,
        0,
        cdb,
        direction,
        length,
        moved,
        Optional.ofNullable(status),
        residue,
        Optional.empty(),
        status == null ? Optional.of("the device has gone") : Optional.empty());
  }

  @Test
  void hasALineForEveryCommand() {
    trace.begin("full read 4k");
    var read = Cdb.of(0x28, 0, 0, 0, 0, 128, 0, 0, 8, 0);
    trace.completed(command(read, Direction.IN, 4096, 4096, 0, 0));
    trace.completed(command(read, Direction.IN, 4096, 512, 1, 3584));
    trace.completed(
        new CompletedCommand(
            61_000_000_007L,
            61_000_000_100L,
            15,
            Cdb.of(0x03, 0, 0, 0, 18, 0),
            Direction.IN,
            18,
            18,
            Optional.of(0),
            0,
            Optional.of(SenseData.atBlock(Sense.UNRECOVERED_READ_ERROR, 129)),
            Optional.empty()));
    var write = Cdb.of(0x8a, 8, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0);
    trace.completed(command(write, Direction.OUT, 512, 512, 2, 0));
    trace.completed(command(Cdb.of(0xc0), Direction.OUT, 0, 0, 7, 0));
    trace.completed(command(Cdb.of(0, 0, 0, 0, 0, 0), Direction.OUT, 0, 0, null, 0));
    assertThat(lines)
        .hasToString(
            """
            # full read 4k
                1.234567890  lun 0   READ (10) block 128, 8 blocks           in 4096 bytes             passed
                1.234567890  lun 0   READ (10) block 128, 8 blocks           in 512 of 4096 bytes      failed, residue 3584
               61.000000007  lun 15  REQUEST SENSE                           in 18 bytes               passed, sense 03/11/00 MEDIUM ERROR, unrecovered read error, block 129
                1.234567890  lun 0   WRITE (16) block 8589934592, 1 block, FUA  out 512 bytes             phase error
                1.234567890  lun 0   command c0                              no data                   status 07
                1.234567890  lun 0   TEST UNIT READY                         no data                   the device has gone
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "000000000000 | TEST UNIT READY",
        "120000002400 | INQUIRY",
        "12018300ff00 | INQUIRY page 83",
        "1a003f00c000 | MODE SENSE (6)",
        "1e0000000100 | PREVENT ALLOW MEDIUM REMOVAL",
        "25000000000000000000 | READ CAPACITY (10)",
        "2f000000000a00000100 | VERIFY (10) block 10, 1 block",
        "35000000000000000000 | SYNCHRONIZE CACHE (10)",
        "35000000000700000000 | SYNCHRONIZE CACHE (10) block 7 to the end",
        "41000000000700000200 | WRITE SAME (10) block 7, 2 blocks",
        "2a08ffffffff00ffff00 | WRITE (10) block 4294967295, 65535 blocks, FUA",
        "9e100000000000000000000000200000 | READ CAPACITY (16)",
        "9e120000000000000000000000200000 | GET LBA STATUS",
        "9e1f0000000000000000000000200000 | SERVICE ACTION IN (16) 1f",
        "9e | command 9e",
        "42000000000000001800 | UNMAP",
        "42024003000001001000 | READ SUB-CHANNEL",
        "43020000000000000c00 | READ TOC/PMA/ATIP",
        "0800000a0100 | READ (6) block 10, 1 block",
        "a8000000000200000004 | command a8 00 00 00 00 02 00 00 00 04",
        "ff01 | command ff 01",
      })
  void tellsCommandsInWords(String hex, String words) {
    var bytes = HexFormat.of().parseHex(hex);
    boolean dataIn = !words.equals("UNMAP");
    assertThat(CommandWords.of(new Cdb(bytes), dataIn)).isEqualTo(words);
  }

  @Test
  void tellsUnknownSense() {
    assertThat(SenseData.of(new Sense(0xb, 0x4b, 0x03)).words())
        .isEqualTo("0b/4b/03 ABORTED COMMAND");
    assertThat(SenseData.of(Sense.NO_SENSE).words())
        .isEqualTo("00/00/00 NO SENSE, no additional sense information");
  }

  @Test
  void doesNotHideThatItCannotBeWritten() {
    var broken =
        new Writer() {
          @Override
          public void write(char[] buffer, int offset, int length) throws IOException {
            throw new IOException("No space left on device");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    assertThatThrownBy(() -> new Trace(broken).begin("x"))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("No space left");
  }
}
