package dev.umsim.bench.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.umsim.sim.deviation.Deviation;
import dev.umsim.sim.deviation.Deviations;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every deviation, alone on the conformant device. */
class DeviationsTest {
  private final ExchangeFile file = Resources.file("deviations.txt");

  @Test
  void eachHasACase() {
    assertThat(file.cases().stream().map(ExchangeCase::name))
        .containsExactlyInAnyOrderElementsOf(Deviations.ALL.stream().map(Deviation::id).toList());
  }

  /** Those that the real driver was observed to have name the case in which it was. */
  @Test
  void eachCaseTellsWhereItComesFrom() {
    var observed = "# From: rockbox.txt, ";
    var predictions = Resources.predictions();
    var inTheFile =
        predictions.values().stream()
            .flatMap(each -> each.keySet().stream())
            .collect(Collectors.toSet());
    assertThat(Resources.sources().keySet()).hasSameSizeAs(Deviations.ALL);
    Resources.sources()
        .forEach(
            (id, line) -> {
              assertThat(line).as(id).matches("# From: .{6,}");
              assertThat(line.startsWith(observed)).as(id).isEqualTo(inTheFile.contains(id));
              if (line.startsWith(observed)) {
                assertThat(predictions.get(line.substring(observed.length())))
                    .as(line)
                    .containsKey(id);
              }
            });
  }

  @Test
  void theirNamesAreWrittenAlike() {
    assertThat(Deviations.ALL)
        .extracting(Deviation::id)
        .doesNotHaveDuplicates()
        .allMatch(id -> id.matches("[a-z0-9]+(-[a-z0-9]+)+"));
    assertThat(Deviations.ALL)
        .allMatch(each -> each.effect().endsWith(".") && each.hosts().endsWith("."));
  }

  @Test
  void theConformantDeviceDiffersInEveryCase() throws Exception {
    assertThat(Played.play(file, "sim:reference"))
        .allMatch(result -> result.difference().isPresent());
  }

  @TestFactory
  Stream<DynamicTest> eachAloneDoesWhatItsCaseSays() {
    return Deviations.ALL.stream()
        .map(
            each ->
                dynamicTest(
                    each.id(),
                    () -> {
                      var result = Played.play(file, each.id(), List.of(each.id()));
                      result
                          .difference()
                          .ifPresent(found -> assertThat(DifferenceReport.lines(found)).isEmpty());
                      assertThat(result.agrees()).isTrue();
                    }));
  }

  /** Both decide what stands for the data of a read that fails at its first block. */
  @Test
  void theLastOneHasTheLastWord() throws Exception {
    var text =
        """
        ! fill a5

        # bad block
        > fail-lba 300
        < ok
        > out 55534243010000000002000080000a28000000012c00000100000000000000
        < ack 31
        > in 512
        < data %d
        """;
    var padded = ExchangeFile.parse(String.format(text, 512).getBytes(StandardCharsets.UTF_8));
    var empty = ExchangeFile.parse(String.format(text, 0).getBytes(StandardCharsets.UTF_8));
    var pad = "read-error-after-all-data";
    var shorten = "empty-packet-instead-of-stall";
    assertThat(Played.play(padded, "bad block", List.of(shorten, pad)).agrees()).isTrue();
    assertThat(Played.play(empty, "bad block", List.of(pad, shorten)).agrees()).isTrue();
  }
}
