package dev.umsim.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the tests of all modules may do. */
@AnalyzeClasses(packages = "dev.umsim", importOptions = TestRules.OfTests.class)
class TestRules {
  /** Classes of tests, in folders and in the jars of other modules. */
  static final class OfTests implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return location.contains("/test-classes/") || location.contains("-tests.jar");
    }
  }

  @ArchTest
  static final ArchRule NO_CLOCK =
      noClasses()
          .that()
          .resideOutsideOfPackages("..guest..", "..attack..")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .because(
              "a machine that has much to do fails a test that asks for a time; counts, simulated"
                  + " time and ratios within a run are exact enough, and figures are for"
                  + " benchmarks");
}
