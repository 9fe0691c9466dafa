package dev.umsim.sim.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
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
            clause ->
                clause.matches("(USB 2\\.0|BOT 1\\.0|SPC-\\d|SBC-\\d|MMC-\\d|SAM-\\d|SCSI-2).*"));
  }

  @Test
  void pageIsTheCatalogue() throws IOException {
    var page = Path.of("../docs/checks.md");
    if ("golden".equals(System.getProperty("update"))) {
      Files.writeString(page, CataloguePage.markdown());
    }
    assertThat(Files.readString(page)).isEqualTo(CataloguePage.markdown());
  }

  @Test
  void everyGroupHasChecks() {
    assertThat(Catalogue.ALL).extracting(Check::group).contains(Group.values());
    assertThat(Catalogue.ALL).hasSizeGreaterThan(200);
  }

  @Test
  void checksOfAGroupStandTogether() {
    assertThat(Catalogue.ALL)
        .extracting(Check::group)
        .isSortedAccordingTo(Comparator.naturalOrder());
  }
}
