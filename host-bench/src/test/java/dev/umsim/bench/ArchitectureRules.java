package dev.umsim.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
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
      slices().matching("dev.umsim.bench.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule COMMAND_LINE_IN_ONE_PACKAGE =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.umsim.bench.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..")
          .because("whatever a command does can be had without a command line");

  @ArchTest
  static final ArchRule REAL_DEVICES_IN_ONE_PACKAGE =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.umsim.bench.usb..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.usb4java..")
          .because("libusb may be missing, and nothing else may need it");
}
