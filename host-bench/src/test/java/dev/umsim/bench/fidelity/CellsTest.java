package dev.umsim.bench.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.umsim.bench.linux.Workload;
import dev.umsim.sim.profile.Origin;
import dev.umsim.sim.profile.Profiles;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of cells, their kinds, and the values that are fitted to them. */
class CellsTest {
  @Test
  void everyCellHasItsKind() {
    var kinds =
        Cells.all().stream()
            .filter(cell -> cell.page().equals("S3"))
            .collect(Collectors.groupingBy(Cell::kind, Collectors.counting()));
    assertThat(kinds.get(CellKind.CALIBRATED)).isEqualTo(18);
    assertThat(kinds.get(CellKind.STRUCTURAL)).isEqualTo(8);
    assertThat(kinds.get(CellKind.PREDICTED)).isEqualTo(10);
    assertThat(Cells.all()).allSatisfy(cell -> assertThat(cell.reason()).isNotBlank());
  }

  @Test
  void eachCalibratedCellHasOneNumberAndEachNumberOneCell() {
    var parameters = Parameter.allShipped();
    var calibrated =
        Cells.all().stream().filter(cell -> cell.kind() == CellKind.CALIBRATED).map(Cell::id);
    assertThat(parameters.stream().map(Parameter::cell))
        .containsExactlyInAnyOrderElementsOf(calibrated.toList());
  }

  @Test
  void noValueIsSetForARowAndEveryOneSaysWhereItComesFrom() {
    assertThat(Profiles.layerValues())
        .allSatisfy(
            each -> {
              assertThat(each.setting().origin().kind()).isNotEqualTo(Origin.Kind.GIVEN);
              assertThat(each.setting().origin().text()).isNotBlank();
            });
    // A profile is put together from layers and has no value of its own.
    for (var name : Profiles.names()) {
      var profile = Profiles.named(name);
      assertThat(profile.layers()).hasSize(5);
      profile
          .settings()
          .forEach(
              (key, setting) ->
                  assertThat(Profiles.layerValues())
                      .anyMatch(
                          each ->
                              each.setting().equals(setting)
                                  && Profiles.partsOf(
                                          key.layer(), profile.layers().get(key.layer()))
                                      .contains(each.name())));
    }
  }

  @Test
  void theCommandsAreThoseOfThePage() {
    assertThat(workload("S3.rd.Sansa e280.OF"))
        .isEqualTo(new Workload.DdRead(32768, 32_768_000, 0));
    assertThat(workload("S3.w1.Sansa e280.OF"))
        .isEqualTo(new Workload.DdWrite(1, 2_048_000, 81_481_328));
    assertThat(workload("S3.w512.Sansa e280.OF"))
        .isEqualTo(new Workload.DdWrite(512, 2_048_000, 159_168));
    assertThat(workload("S3.w32.Sansa e280.OF"))
        .isEqualTo(new Workload.DdWrite(32768, 2_048_000, 2_487));
    assertThat(workload("S3.f512.Sansa e280.OF"))
        .isEqualTo(new Workload.FatSync(512, 2_048_000, "Data/usb_test"));
  }

  private static Workload workload(String id) {
    return Cells.named(Cells.all(), id).workload().orElseThrow();
  }

  @Test
  void ratesFollowFromBytesAndSecondsWhateverThePagePrints() {
    // The page prints 6.79 MB/s; 671,088,640 bytes in 98.751 s are 6.796.
    var cell = Cells.named(Cells.all(), "S1.w.real.Card 1 (Class 10 SanDisk microSD)");
    assertThat(cell.printed()).isEqualTo("6.79 MB/s");
    assertThat(cell.bytesPerSecond().orElseThrow()).isCloseTo(6_795_766, within(1.0));
    // And 19.68 MB/s where 34.039 s make 19.72.
    var read = Cells.named(Cells.all(), "S1.r.real.Card 1 (Class 10 SanDisk microSD)");
    assertThat(read.printed()).isEqualTo("19.68 MB/s");
    assertThat(read.bytesPerSecond().orElseThrow()).isCloseTo(19_715_287, within(1.0));
  }

  @Test
  void aTableWithALineThatIsTooShortIsRefused() {
    assertThatThrownBy(() -> Table.parse("t.csv", "# c\na,b\n1,2\n1\n"))
        .hasMessageContaining("t.csv")
        .hasMessageContaining("not 2 values");
    assertThatThrownBy(() -> Table.parse("t.csv", "a,b\n1,2\n1,3\n").by("a"))
        .hasMessageContaining("two rows of 1");
  }
}
