package dev.umsim.sim.check;

import java.util.List;
import java.util.stream.Stream;

/** All checks that there are, in the order in which they are run. */
public final class Catalogue {
  /** Every one of them. */
  public static final List<Check> ALL =
      Stream.of(
              DescriptorChecks.ALL,
              StringChecks.ALL,
              RequestChecks.ALL,
              ClassRequestChecks.ALL,
              WrapperChecks.ALL,
              ThirteenCaseChecks.ALL,
              StatusChecks.ALL,
              PacketChecks.ALL,
              HaltChecks.ALL,
              RecoveryChecks.ALL,
              UnitChecks.ALL,
              InquiryChecks.ALL,
              CapacityChecks.ALL,
              ModeChecks.ALL,
              SenseChecks.ALL,
              ReadChecks.ALL,
              WriteChecks.ALL,
              CommandChecks.ALL,
              MediaChecks.ALL,
              MediumErrorChecks.ALL,
              CdChecks.ALL,
              DataChecks.ALL,
              HostChecks.ALL,
              UsbIfChecks.ALL)
          .flatMap(List::stream)
          .toList();

  private Catalogue() {}
}
