package dev.umsim.sim.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExchangeFileTest {
  private static final String EVERY_KIND =
      """
      # A file with every kind of line.
      ! stack rockbox-2026
      ! storage sd
      ! drives 2
      ! skip-first-drive no
      ! vendor UM  SIM
      ! product P
      ! revision 1.0
      ! block-size 2048
      ! blocks 9223372036854775807
      ! virtual-block-multiplier 4
      ! fill a5
      ! ata-identify identify data.bin
      ! speed full
      ! max-packet 64
      ! read-buffer 2x65536
      ! write-buffer 2x24576
      ! sector-numbers 64
      ! clock absent
      ! smart present
      ! drive 1 storage ata-removable
      ! drive 1 fill lba-be64

      # first case
      > reconnect
      < ok
      > bus-reset
      < ok
      > clear-halt in
      < ok
      > clear-halt out
      < stall 0
      > control a1fe000000000100
      < data 1 00
      > control 2109000200000300 010203
      < ack 3
      > control 8006000100001200
      < stall 0
      > out 00ff
      < ack 2
      > fill 0 00
      < ack 0
      > fill 512 a5
      = set_time 2008-02-15 12:34:56
      = ejected
      < nak 64
      > in 65
      < data 65 crc32:0123abcd

      # second case
      > in 64
      < data 2 0102
      > in 64
      < data 0
      > in 64
      < data 64 *
      > in 8
      < babble 4 01020304
      > in 8
      < babble 8
      > in 0
      < nak 0
      > fail-lba 0
      < ok
      > fail-read-lba 9223372036854775807
      < ok
      > fail-write-lba -1
      < ok
      > eject
      < ok
      > insert 1
      < ok
      """;

  private static ExchangeFile parse(String text) throws MalformedExchangeException {
    return ExchangeFile.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String written(ExchangeFile file) throws Exception {
    var text = new StringBuilder();
    file.write(text);
    return text.toString();
  }

  @Test
  void everyKindOfLineIsWrittenAsItIsRead() throws Exception {
    var withoutTitle = EVERY_KIND.substring(EVERY_KIND.indexOf('\n') + 1);
    assertThat(written(parse(EVERY_KIND))).isEqualTo(withoutTitle);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rockbox.txt", "deviations.txt"})
  void whatIsWrittenIsReadAsTheSame(String name) throws Exception {
    var file = Resources.file(name);
    var again = parse(written(file));
    assertThat(again.device()).isEqualTo(file.device());
    assertThat(again.cases())
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*line")
        .isEqualTo(file.cases());
  }

  @Test
  void casesKnowTheirNamesAndLines() {
    var cases = Resources.file("rockbox.txt").cases();
    assertThat(cases).hasSize(39);
    var inquiry = cases.get(1);
    assertThat(inquiry.name()).isEqualTo("INQUIRY, 36 bytes");
    assertThat(inquiry.line()).isEqualTo(30);
    assertThat(inquiry.exchanges()).hasSize(4);
    assertThat(inquiry.exchanges().get(1).line()).isEqualTo(33);
  }

  @Test
  void spacesAndLineEndsAreTaken() throws Exception {
    var file = parse("\r\n#  a case \r\n>   in   8  \r\n<  data  0 \r\n");
    assertThat(file.cases())
        .containsExactly(
            new ExchangeCase(
                2,
                "a case",
                List.of(
                    new Exchange(
                        3, new HostLine.In(8), List.of(), new Answer.Data(0, Content.NOT_GIVEN)))));
  }

  @Test
  void aCommentWithinACaseIsNoCase() throws Exception {
    var file = parse("\n# one\n# about it\n> reconnect\n# still\n< ok\n\n# two\n");
    assertThat(file.cases()).extracting(ExchangeCase::name).containsExactly("one", "two");
  }

  @Test
  void stallWithoutANumberIsStallAtOnce() throws Exception {
    var file = parse("\n# one\n> in 8\n< stall\n");
    assertThat(file.cases().get(0).exchanges().get(0).answer()).isEqualTo(new Answer.Stall(0));
  }

  @Test
  void anEmptyFileHasNoCases() throws Exception {
    assertThat(parse("").cases()).isEmpty();
    assertThat(parse("# nothing here").device().isEmpty()).isTrue();
  }
}
