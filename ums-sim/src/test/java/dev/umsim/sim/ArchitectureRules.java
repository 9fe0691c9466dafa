package dev.umsim.sim;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the classes of the simulation may know. */
@AnalyzeClasses(packages = "dev.umsim.sim", importOptions = DoNotIncludeTests.class)
class ArchitectureRules {

  @ArchTest
  static final ArchRule NO_BENCH =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.umsim.bench..")
          .because("the program uses the simulation, never the other way round");

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("dev.umsim.sim.(**)").should().beFreeOfCycles();
}
