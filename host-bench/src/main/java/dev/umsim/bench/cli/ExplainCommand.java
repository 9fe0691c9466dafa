package dev.umsim.bench.cli;

import dev.umsim.bench.explain.TrafficReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ums explain}: what happened on a bus? */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Tells what a capture shows of a mass storage device: its commands in words, how fast they were"
          + " by their size, pauses, failures, and what was against a standard.",
      "",
      "Captures of usbmon, Wireshark, QEMU, USBPcap and hardware analysers are read, in pcap and"
          + " pcapng. Nothing is sent."
    })
final class ExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @ParentCommand private Main main;

  @Parameters(paramLabel = "CAPTURE", description = "The capture. It is only read.")
  private Path file;

  @Option(
      names = "--device",
      paramLabel = "BUS.ADDRESS",
      description = "The device that is meant, where the capture has several.")
  private String device;

  @Option(names = "--all", description = "Give each command a line of its own.")
  private boolean all;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws IOException {
    main.claims().read("the capture", file);
    var input = CaptureInput.of(file, device);
    input.notes().forEach(note -> spec.commandLine().getErr().println("ums: note: " + note));
    var report = new TrafficReport(input.device(), all, " (--all shows them)");
    try (var traffic = input.traffic()) {
      for (var act = traffic.next(); act.isPresent(); act = traffic.next()) {
        report.add(act.get());
      }
    }
    report.write(spec.commandLine().getOut());
    return Errors.GOOD;
  }
}
