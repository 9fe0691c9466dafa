package dev.umsim.sim.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Answers that leave something open. */
class AnswerChoiceTest {
  private static Answer answer(String lines) throws MalformedExchangeException {
    return file(lines).cases().get(0).exchanges().get(0).answer();
  }

  private static ExchangeFile file(String lines) throws MalformedExchangeException {
    return ExchangeFile.parse(("\n# a case\n" + lines).getBytes(StandardCharsets.UTF_8));
  }

  private static boolean agrees(Answer answer, String data) {
    var bytes = HexBytes.parse(data);
    return answer.agrees(new Answer.Data(bytes.length(), Content.of(bytes)), bytes);
  }

  @Test
  void anyOfSeveralAnswersAgrees() throws MalformedExchangeException {
    var answer = answer("> in 2\n< data 2 0102\n< or data 1 07\n< or stall 0\n");
    assertThat(agrees(answer, "0102")).isTrue();
    assertThat(agrees(answer, "07")).isTrue();
    assertThat(agrees(answer, "0103")).isFalse();
    assertThat(answer.agrees(new Answer.Stall(0), HexBytes.NONE)).isTrue();
    assertThat(answer.agrees(new Answer.Nak(0), HexBytes.NONE)).isFalse();
  }

  @Test
  void questionMarksAreAnyDigits() throws MalformedExchangeException {
    var answer = answer("> in 3\n< data 3 01??A?\n");
    assertThat(agrees(answer, "01ffa7")).isTrue();
    assertThat(agrees(answer, "01ffb7")).isFalse();
    assertThat(agrees(answer, "02ffa7")).isFalse();
  }

  @Test
  void choicesAndMasksAreWrittenAsTheyAreRead() throws MalformedExchangeException, IOException {
    var lines = "> in 2\n< data 2 0?ff\n< or stall 0\n";
    var written = new StringBuilder();
    file(lines).write(written);
    assertThat(written.toString()).isEqualTo("\n# a case\n" + lines);
  }

  @Test
  void anotherAnswerNeedsAFirstOne() {
    assertThatThrownBy(() -> file("> in 2\n< or stall 0\n"))
        .hasMessageContaining("without an answer");
    assertThatThrownBy(() -> file("> in 2\n< data 2 0?\n"))
        .hasMessageContaining("2 bytes are told");
    assertThatThrownBy(() -> file("> in 2\n< data 2 0x?0\n"))
        .hasMessageContaining("two hexadecimal digits each, or ?");
  }
}
