package dev.umsim.bench.fidelity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
            // The other pages copy gigabytes, and each value of theirs is a rate and no more.
            .filter(cell -> List.of("S3", "RT", "LPC").contains(cell.page()))
            .collect(Collectors.toList());
    var fitted = new Calibration(cells, 1).fit();
    assertThat(fitted).hasSize(23);
    assertThat(fitted).allSatisfy(each -> assertThat(Math.abs(each.offset())).isLessThan(1e-3));
  }

  @Test
  void aFirmwareThatIsFittedOnTheIpodDescribesTheSansaAsWell() throws Exception {
    var page = Cells.all().stream().filter(cell -> cell.page().equals("S3")).toList();
    var result = new Calibration(page, Fold.IPOD, 1).fittedFidelity().run();
    assertThat(result.worstFittedPercent()).isLessThan(2);
    assertThat(result.notFitted().cells()).isEqualTo(18);
    assertThat(result.notFitted().medianPercent()).isLessThan(8);
    // The first run had been fitted to another cell.
    assertThat(result.notFittedAtFirst().cells()).isZero();
  }
}
