package dev.umsim.bench.fidelity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fitted values come out again, and describe devices that they were not fitted on. */
@Tag("timed")
class CalibrationTest {
  @Test
  void theShippedValuesComeOutOfTheCalibratedCellsAlone() throws Exception {
    // Of all other cells only the name is left.
    var cells =
        Cells.all().stream()
            .filter(cell -> cell.kind() == CellKind.CALIBRATED)
            .collect(Collectors.toList());
    var fitted = new Calibration(cells, 1).fit();
    assertThat(fitted).hasSize(18);
    assertThat(fitted).allSatisfy(each -> assertThat(Math.abs(each.offset())).isLessThan(1e-3));
  }

  @Test
  void aFirmwareThatIsFittedOnTheIpodDescribesTheSansaAsWell() throws Exception {
    var result = new Calibration(Cells.all(), Fold.IPOD, 1).fittedFidelity().run();
    assertThat(result.worstFittedPercent()).isLessThan(2);
    assertThat(result.notFitted().cells()).isEqualTo(18);
    assertThat(result.notFitted().medianPercent()).isLessThan(8);
    // The first run had been fitted to another cell.
    assertThat(result.notFittedAtFirst().cells()).isZero();
  }
}
