package dev.umsim.bench.cli;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.workload.WorkloadKind;
import dev.umsim.bench.workload.WorkloadRow;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of {@code ums bench} for what a program does on a host that is modelled. */
final class WorkloadOptions {
  static final String IDEAL = "ideal";

  /** What has a meaning for copies of the ideal host only. */
  private static final List<String> FOR_COPIES =
      List.of(
          "--op",
          "--lun",
          "--no-sync",
          "--in-place",
          "--trace",
          "--interface",
          "--allow-writes",
          "--unguarded",
          "--yes",
          "--journal");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description =
          "The model of the host: ideal, which adds no time of its own, or linux-2.6.24 with"
              + " --workload.")
  private String host;

  @Option(
      names = "--workload",
      paramLabel = "WORKLOAD,...",
      converter = WorkloadList.Converter.class,
      description =
          "Of a profile: dd-read, dd-write or fat-sync, as a program on Linux 2.6.24 does them, in"
              + " blocks of any size.")
  private List<WorkloadList> workloads;

  @Option(
      names = "--explain",
      description = "With --workload, tell under each row where its time went.")
  private boolean explain;

  /** Whether workloads are wanted and not copies. */
  boolean wanted() {
    return workloads != null;
  }

  List<WorkloadKind> workloads() {
    return WorkloadList.given(workloads, List.of());
  }

  boolean explain() {
    return explain;
  }

  /**
   * Refuses what does not go together.
   *
   * @param profile whether the target is a profile
   */
  void check(boolean profile) {
    if (host != null && !host.equals(IDEAL) && !host.equals(WorkloadRow.HOST)) {
      throw new NotationException(
          "this version has no host '" + host + "'; it has ideal and " + WorkloadRow.HOST);
    }
    boolean linux = WorkloadRow.HOST.equals(host);
    if ((linux || wanted()) && !profile) {
      throw new NotationException(
          (linux ? "--host " + host : "--workload")
              + " is for a profile; add one, such as --profile ipod-video-80g/of (see: ums list"
              + " profiles)");
    }
    if (linux && !wanted()) {
      throw new NotationException(
          "--host " + host + " runs workloads; add --workload dd-read, dd-write or fat-sync");
    }
    if (wanted() && IDEAL.equals(host)) {
      throw new NotationException(
          "the host ideal runs no programs; leave --host out, or --workload");
    }
    if (explain && !wanted()) {
      throw new NotationException(
          "--explain is for workloads; add --workload dd-read, for example");
    }
    if (wanted()) {
      refuseOptionsForCopies();
    }
  }

  private void refuseOptionsForCopies() {
    var parsed = spec.commandLine().getParseResult();
    for (var option : FOR_COPIES) {
      if (parsed.hasMatchedOption(option)) {
        throw new NotationException(
            option + " is for copies and not for workloads; leave it out, or --workload");
      }
    }
  }
}
