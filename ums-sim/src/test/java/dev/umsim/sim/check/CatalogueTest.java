package dev.umsim.sim.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatalogueTest {
  @Test
  void everyCheckHasItsOwnName() {
    assertThat(Catalogue.ALL).extracting(Check::id).doesNotHaveDuplicates();
    assertThat(Catalogue.ALL).extracting(Check::id).allMatch(id -> id.matches("[a-z0-9-]+"));
  }

  @Test
  void everyCheckNamesItsClause() {
    assertThat(Catalogue.ALL)
        .extracting(Check::clause)
        .allMatch(
            clause -> clause.matches("(USB 2\\.0|BOT 1\\.0|SPC-\\d|SBC-\\d|MMC-\\d|SAM-\\d).*"));
  }

  @Test
  void checksOfAGroupStandTogether() {
    assertThat(Catalogue.ALL)
        .extracting(Check::group)
        .isSortedAccordingTo(java.util.Comparator.naturalOrder());
  }
}
