package dev.umsim.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** How the packages of the program may use each other. */
@AnalyzeClasses(packages = "dev.umsim.bench", importOptions = DoNotIncludeTests.class)
class ArchitectureRules {

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("dev.umsim.bench.(*)..").should().beFreeOfCycles().allowEmptyShould(true);
}
