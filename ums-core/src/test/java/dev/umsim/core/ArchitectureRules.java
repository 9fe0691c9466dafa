package dev.umsim.core;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * What the classes of the core may know: no outer world, and of each other only what lies below.
 */
@AnalyzeClasses(packages = "dev.umsim.core", importOptions = DoNotIncludeTests.class)
class ArchitectureRules {

  @ArchTest
  static final ArchRule NO_OUTER_WORLD =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.io..",
              "java.net..",
              "java.nio.channels..",
              "java.nio.file..",
              "java.time..",
              "java.util.concurrent..",
              "java.util.logging..",
              "org.slf4j..",
              "io.netty.channel..")
          .because("the core is a set of state machines; whoever drives it does the rest");

  @ArchTest
  static final ArchRule NO_CLOCK =
      noClasses()
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .because("time is what the driver of the core says it is");

  @ArchTest
  static final ArchRule NO_THREADS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class)
          .because("one thread, the caller's, owns a device");

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("dev.umsim.core.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule MEDIUM_STANDS_ALONE =
      noClasses()
          .that()
          .resideInAPackage("dev.umsim.core.medium..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.umsim.core..")
                  .and(resideOutsideOfPackage("dev.umsim.core.medium..")));

  @ArchTest
  static final ArchRule USB_KNOWS_NO_PAYLOAD =
      noClasses()
          .that()
          .resideInAPackage("dev.umsim.core.usb..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.umsim.core.bot..", "dev.umsim.core.scsi..", "dev.umsim.core.medium..");

  @ArchTest
  static final ArchRule SCSI_KNOWS_NO_TRANSPORT =
      noClasses()
          .that()
          .resideInAPackage("dev.umsim.core.scsi..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.umsim.core.usb..", "dev.umsim.core.bot..");

  @ArchTest
  static final ArchRule ROCKBOX_STANDS_BESIDE_THE_CONFORMANT_STACK =
      noClasses()
          .that()
          .resideInAPackage("dev.umsim.core.rockbox..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.umsim.core.bot..", "dev.umsim.core.scsi..");
}
