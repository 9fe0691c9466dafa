package dev.umsim.bench.firmware;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lines that the controller header takes on standard input. */
@Timeout(120)
class SideChannelTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sync               | ok
          fail-lba 5         | ok
          fail-lba -1        | ok
          fail-read-lba 5    | ok
          fail-write-lba 5   | ok
          eject              | ok
          eject 0            | ok
          eject 1            | no there is no medium to take
          insert             | no there is no drive to fill
          power-cycle        | ok
          fail-lba           | no this is not the form of the command
          fail-lba five      | no this is not the form of the command
          fail-lba 5 6       | no this is not the form of the command
          power-cycle 1      | no this is not the form of the command
          self-destruct      | no there is no such command
          ''                 | no there is no such command
          """)
  void aLineIsAnswered(String line, String answer) throws IOException {
    try (var program = new FirmwareProgram(ExampleFirmware.example())) {
      assertThat(program.ask(line)).isEqualTo(answer);
    }
  }

  @Test
  void aLineMayBeTooLong() throws IOException {
    try (var program = new FirmwareProgram(ExampleFirmware.example())) {
      assertThat(program.ask("x".repeat(10_000))).isEqualTo("no the line is too long");
      assertThat(program.ask("sync")).isEqualTo("ok");
    }
  }

  @Test
  void aHostIsGoneWhenThePowerIs() throws IOException {
    try (var program = new FirmwareProgram(ExampleFirmware.example())) {
      try (var host = UdcHost.imported(program)) {
        assertThat(program.ask("power-cycle")).isEqualTo("ok");
        host.expectClosed();
      }
      UdcHost.imported(program).close();
    }
  }
}
