package dev.umsim.sim.check;

import java.util.List;
import java.util.stream.Stream;

/** All checks that there are, in the order in which they are run. */
public final class Catalogue {
  /** Every one of them. */
  public static final List<Check> ALL =
      Stream.of(DescriptorChecks.ALL, ThirteenCaseChecks.ALL).flatMap(List::stream).toList();

  private Catalogue() {}
}
