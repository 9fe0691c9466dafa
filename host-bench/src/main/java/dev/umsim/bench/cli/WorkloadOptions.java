package dev.umsim.bench.cli;

import dev.umsim.bench.copy.Operation;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.workload.HostModel;
import dev.umsim.bench.workload.WorkloadKind;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of {@code ums bench} for what a program does on a host that is modelled. */
final class WorkloadOptions {
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

  /** The same on a target that is no profile. */
  private static final List<String> ONLY_FOR_COPIES = List.of("--no-sync", "--in-place", "--trace");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description =
          "The model of the host: ideal, which adds no time of its own, or SYSTEM[/CONTROLLER], such"
              + " as linux-2.6.24, linux-6.1, windows-10, linux-6.1/ehci. A profile has one of its"
              + " own.")
  private String host;

  @Option(
      names = "--workload",
      paramLabel = "WORKLOAD,...",
      converter = WorkloadList.Converter.class,
      description =
          "What a program on that host does, in blocks of any size: dd-read, dd-write, fat-sync,"
              + " dd-file[-sync], direct-read, direct-write, random-read, random-write,"
              + " hdparm-t[-direct].")
  private List<WorkloadList> workloads;

  @Option(
      names = "--explain",
      description = "With --workload, tell under each row where its time went.")
  private boolean explain;

  /** Whether workloads are wanted and not copies. */
  boolean wanted() {
    return workloads != null || host().isPresent();
  }

  /** What was asked for; a host without a workload copies through its page cache. */
  List<WorkloadKind> workloads(List<Operation> operations) {
    var usual =
        operations.stream()
            .map(each -> each == Operation.READ ? WorkloadKind.DD_READ : WorkloadKind.DD_WRITE)
            .toList();
    return WorkloadList.given(workloads, usual);
  }

  boolean explain() {
    return explain;
  }

  /** The host that was asked for, if it is not the ideal one. */
  Optional<HostModel> host() {
    return host == null || host.equals(HostModel.IDEAL)
        ? Optional.empty()
        : Optional.of(HostModel.parse(host));
  }

  /**
   * Refuses what does not go together.
   *
   * @param profile whether the target is a profile
   */
  void check(boolean profile) {
    if (workloads != null && HostModel.IDEAL.equals(host)) {
      throw new NotationException(
          "the host ideal runs no programs; leave --host out, or --workload");
    }
    if (workloads != null && !profile && host == null) {
      throw new NotationException(
          "--workload on a target that is no profile needs a host; add --host linux-6.1, for"
              + " example");
    }
    host();
    if (explain && !(wanted() && profile)) {
      throw new NotationException(
          "--explain is for workloads on a profile; add --workload dd-read, for example");
    }
    if (wanted()) {
      refuseOptionsForCopies(profile);
    }
  }

  private void refuseOptionsForCopies(boolean profile) {
    var parsed = spec.commandLine().getParseResult();
    for (var option : profile ? FOR_COPIES : ONLY_FOR_COPIES) {
      boolean chooses = option.equals("--op") && workloads == null;
      if (parsed.hasMatchedOption(option) && !chooses) {
        throw new NotationException(
            option + " is for copies and not for workloads; leave it out, or --workload");
      }
    }
  }
}
