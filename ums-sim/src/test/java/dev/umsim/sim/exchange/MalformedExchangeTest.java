package dev.umsim.sim.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of file that is none, and the place that is named. */
class MalformedExchangeTest {
  private static final String CASE = "/# a case/";

  private static void refused(byte[] bytes, int line, int column, String message) {
    assertThatThrownBy(() -> ExchangeFile.parse(bytes))
        .asInstanceOf(InstanceOfAssertFactories.type(MalformedExchangeException.class))
        .satisfies(
            refusal -> {
              assertThat(refusal.located()).startsWith(line + ":" + column + ": ");
              assertThat(refusal.getMessage()).contains(message);
            });
  }

  private static void refused(String text, int line, int column, String message) {
    refused(text.replace('/', '\n').getBytes(StandardCharsets.UTF_8), line, column, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "? | 1 | 1 | a line begins with",
        "hello | 1 | 1 | a line begins with",
        "` > in 8` | 1 | 1 | a line begins with",
        "!stack x | 1 | 2 | a space is missing",
        "! | 1 | 2 | the key is missing",
        "! colour red | 1 | 3 | there is no key 'colour'",
        "! Stack x | 1 | 3 | there is no key",
        "! stack | 1 | 8 | the value of stack is missing",
        "! stack a/! stack b | 2 | 3 | stack is said for the second time",
        "! stack Two words | 1 | 9 | the name of a stack",
        "! storage floppy | 1 | 11 | one of ata-fixed",
        "! drives 0 | 1 | 10 | a number from 1 to 16",
        "! drives 17 | 1 | 10 | a number from 1 to 16",
        "! drives two | 1 | 10 | a number from 1 to 16",
        "! skip-first-drive maybe | 1 | 20 | yes or no",
        "! vendor ninechars | 1 | 10 | up to 8 ASCII",
        "! product seventeen letters | 1 | 11 | up to 16 ASCII",
        "! revision 1.0.0 | 1 | 12 | up to 4 ASCII",
        "! vendor Übel | 1 | 10 | up to 8 ASCII",
        "! block-size 513 | 1 | 14 | one of 512",
        "! blocks 0 | 1 | 10 | at least 1",
        "! blocks 9223372036854775808 | 1 | 10 | at least 1",
        "! virtual-block-multiplier 3 | 1 | 28 | one of 1, 2",
        "! fill a | 1 | 8 | two hexadecimal digits",
        "! ata-identify linear-0x1 | 1 | 16 | linear-0xNNNN",
        "! speed super | 1 | 9 | full or high",
        "! max-packet 511 | 1 | 14 | one of 8",
        "! read-buffer 65536 | 1 | 15 | COUNTxBYTES",
        "! write-buffer 0x5 | 1 | 16 | COUNTxBYTES",
        "! sector-numbers 48 | 1 | 18 | 32 or 64",
        "! clock yes | 1 | 9 | present or absent",
        "! smart yes | 1 | 9 | present or absent",
        "! speed full high | 1 | 9 | full or high",
        "! drive | 1 | 8 | the drive is missing",
        "! drive x blocks 5 | 1 | 9 | the drive is a number from 0 to 15",
        "! drive 1 blocks 5 | 1 | 9 | there is no drive 1",
        "! drives 2/! drive 2 blocks 5 | 2 | 9 | there is no drive 2",
        "! drive 0 | 1 | 10 | the key is missing",
        "! drive 0 speed full | 1 | 11 | said of the device",
        "! drive 0 drive 1 | 1 | 11 | there is no key 'drive'",
        "! drive 0 blocks 1/! drive 0 blocks 1 | 2 | 11 | second time",
      })
  void deviceLines(String text, int line, int column, String message) {
    refused(text, line, column, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "> in 8 | 1 | 1 | belongs to no case",
        "# first line/> in 8 | 2 | 1 | belongs to no case",
        "/#/> in 8 | 2 | 2 | the name of the case is missing",
        "/# a/! stack x | 3 | 1 | behind the first case",
        "< ok | 1 | 1 | without a host line",
        "= event | 1 | 1 | without a host line",
        "/# a/< ok | 3 | 1 | without a host line",
        "/# a/> reconnect/< ok/= late | 5 | 1 | without a host line",
        "/# a/> reconnect/< ok/< ok | 5 | 1 | without a host line",
        "/# a/> reconnect/> in 8 | 4 | 1 | the answer to line 3 is missing",
        "/# a/> reconnect//# b | 5 | 1 | the answer to line 3 is missing",
        "/# a/> reconnect | 4 | 1 | the answer to line 3 is missing",
        "/# a/> reconnect/= event text | 5 | 1 | the answer to line 3 is missing",
      })
  void theOrderOfLines(String text, int line, int column, String message) {
    refused(text, line, column, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ">in 8 | 2 | a space is missing",
        "> | 2 | what the host does is missing",
        "> jump | 3 | a host does control",
        "> IN 8 | 3 | a host does control",
        "> in | 5 | the number of bytes is missing",
        "> in -1 | 6 | a number from 0",
        "> in 1e3 | 6 | a number from 0",
        "> in 268435457 | 6 | a number from 0 to 268435456",
        "> in 99999999999999999999 | 6 | a number from 0",
        "> in 8 9 | 8 | '9' is too much",
        "> out | 6 | the data is missing",
        "> out 0 | 7 | 1 hexadecimal digits",
        "> out 0g | 8 | no hexadecimal digit: g",
        "> out 00 00 | 10 | '00' is too much",
        "> out 0x00 | 8 | no hexadecimal digit: x",
        "> fill | 7 | the number of bytes is missing",
        "> fill 8 | 9 | the byte is missing",
        "> fill 8 5 | 10 | 1 hexadecimal digits",
        "> fill 8 5555 | 10 | two hexadecimal digits",
        "> clear-halt | 13 | the pipe is missing",
        "> clear-halt both | 14 | in or out",
        "> control | 10 | the setup packet is missing",
        "> control a1fe0000000001 | 11 | a setup packet has 8 bytes, not 7",
        "> control a1fe000000000100 00 | 28 | '00' is too much",
        "> control 21ff000000000200 | 27 | the data of the request is missing",
        "> control 21ff000000000200 00 | 28 | wLength is 2, but there are 1",
        "> bus-reset now | 13 | 'now' is too much",
        "> reconnect 1 | 13 | '1' is too much",
        "> fail-lba | 11 | the block is missing",
        "> fail-lba -2 | 12 | a number from -1",
        "> fail-read-lba x | 17 | a number from -1",
        "> fail-write-lba 1 2 | 20 | '2' is too much",
        "> eject 16 | 9 | a number from 0 to 15",
        "> insert x | 10 | a number from 0 to 15",
      })
  void hostLines(String text, int column, String message) {
    refused(CASE + text, 3, column, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "in 8 | <ok | 2 | a space is missing",
        "in 8 | < | 2 | the answer is missing",
        "in 8 | < maybe | 3 | an answer is ok",
        "in 8 | < ok | 3 | no answer to 'in'",
        "in 8 | < ack 8 | 3 | no answer to 'in'",
        "out 00 | < data 1 00 | 3 | no answer to 'out'",
        "out 00 | < babble 1 | 3 | no answer to 'out'",
        "fill 8 00 | < ok | 3 | no answer to 'fill'",
        "reconnect | < data 0 | 3 | no answer to 'reconnect'",
        "reconnect | < nak 0 | 3 | no answer to 'reconnect'",
        "fail-lba 1 | < stall | 3 | no answer to 'fail-lba'",
        "control 21ff000000000000 | < ack 0 | 3 | no answer to 'control'",
        "control a1fe000000000100 | < ok | 3 | no answer to 'control'",
        "reconnect | < ok now | 6 | 'now' is too much",
        "out 00 | < ack | 6 | the number of bytes is missing",
        "out 00 | < ack 2 | 7 | a number from 0 to 1",
        "in 8 | < data | 7 | the number of bytes is missing",
        "in 8 | < data 9 | 8 | a number from 0 to 8",
        "in 8 | < data 2 00 | 10 | 2 bytes are told, but 1",
        "in 8 | < data 1 0 | 10 | 1 hexadecimal digits",
        "in 8 | < data 1 zz | 10 | no hexadecimal digit",
        "in 8 | < data 8 crc32:123 | 10 | eight hexadecimal digits",
        "in 8 | < data 8 crc32:0123456g | 10 | eight hexadecimal digits",
        "in 8 | < data 1 00 00 | 13 | '00' is too much",
        "in 8 | < data 1 ** | 10 | no hexadecimal digit: *",
        "in 8 | < nak | 6 | the number of bytes is missing",
        "in 8 | < stall x | 9 | a number from 0 to 8",
        "clear-halt in | < stall 1 | 9 | a number from 0 to 0",
        "in 8 | < babble 4 00 | 12 | 4 bytes are told, but 1",
        "in 8 | = | 2 | the name of the event is missing",
        "in 8 | = 1x | 3 | letters, digits",
      })
  void answersAndEvents(String host, String text, int column, String message) {
    refused(CASE + "> " + host + "/" + text, 4, column, message);
  }

  @Test
  void whatIsNotUtf8() {
    refused(
        new byte[] {'#', ' ', 'a', '\n', '#', ' ', (byte) 0xc3, (byte) 0xa4, (byte) 0xff},
        2,
        4,
        "UTF-8");
  }

  @Test
  void controlCharacters() {
    refused("#\ta", 1, 2, "control character, 09");
    refused("# a\rb", 1, 4, "control character, 0d");
  }
}
