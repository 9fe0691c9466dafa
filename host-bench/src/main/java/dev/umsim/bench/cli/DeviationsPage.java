package dev.umsim.bench.cli;

import dev.umsim.sim.deviation.Deviations;

/** The page of the documentation about deviations. */
final class DeviationsPage {
  private DeviationsPage() {}

  static String text() {
    var page = new StringBuilder();
    page.append(
        """
        # Deviations

        The reference device does what the standards say. Each of these changes one thing about it,
        as the Rockbox stack does it. Switch them on in a target, alone or together:

            ums bench 'sim:reference?deviation=residue-always-zero'
            ums replay FILE 'sim:reference?deviation=evpd-ignored,inquiry-of-36-bytes'

        They are put upon each other in the order in which they are named; where two of them decide
        the same thing the last one has the last word.

        This page is written by `ums list deviations --markdown`.
        """);
    for (var each : Deviations.ALL) {
      page.append("\n## ").append(each.id()).append("\n\n");
      page.append(each.effect()).append("\n\n");
      page.append("- Standard: ").append(each.clause()).append("\n");
      page.append("- Hosts that live with it: ").append(each.hosts()).append("\n");
    }
    return page.toString();
  }
}
