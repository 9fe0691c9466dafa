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
        as a real device was seen to do it. Switch them on in a target, alone or together:

            ums bench 'sim:reference?deviation=residue-always-zero'
            ums replay FILE 'sim:reference?deviation=evpd-ignored,inquiry-of-36-bytes'
            ums serve 'sim:reference?deviation=transfers-limited:blocks=128'

        They are put upon each other in the order in which they are named; where two of them decide
        the same thing the last one has the last word. Numbers behind a name are parameters, shown
        with the values that they have where none are given.

        Each has a class, which follows from the clause that it stands under. `breaks-clause`: the
        device does what the standard forbids, or leaves out what it demands. `legal-choice`: the
        standard allows it, and the known hosts take it. `trips-hosts`: the standard allows it, and
        a known host trips over it.

        Where Linux's usb-storage has a flag for such devices, it is named with what makes the
        driver set it: a word on the kernel's command line, or the vendor and product of a device
        that stands in the driver's table. `ums list deviations --quirk` shows these alone;
        `--json FILE` writes all that stands here as rows of the schema `ums-deviations/1`: `id`,
        `class`, `clause`, `effect`, `hosts`, `parameters` (each `name`, `default`, `least`,
        `most`), `quirk` and `setBy` (null where there is no flag, or nothing that sets it).

        This page is written by `ums list deviations --markdown`.
        """);
    for (var each : Deviations.ALL) {
      page.append("\n## ").append(ListDeviationsCommand.written(each)).append("\n\n");
      page.append(each.effect()).append("\n\n");
      page.append("- Class: ").append(each.classOf()).append("\n");
      page.append("- Standard: ").append(each.clause()).append("\n");
      page.append("- Hosts that live with it: ").append(each.hosts()).append("\n");
      each.quirk()
          .ifPresent(
              flag ->
                  page.append("- Linux: ")
                      .append(flag)
                      .append(
                          ListDeviationsCommand.setBy(flag)
                              .map(means -> ", set by `" + means + "`")
                              .orElse(", which no bulk-only device is given"))
                      .append("\n"));
    }
    return page.toString();
  }
}
