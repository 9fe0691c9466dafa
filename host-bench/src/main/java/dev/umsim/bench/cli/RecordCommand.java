package dev.umsim.bench.cli;

import dev.umsim.bench.device.Target;
import dev.umsim.bench.file.GrowingFile;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.core.host.HostException;
import dev.umsim.sim.exchange.CapturedCases;
import dev.umsim.sim.exchange.RecordedCases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ums record}: what goes over the wire while another command runs? */
@Command(
    name = "record",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    customSynopsis = {
      "ums record [-hVv] FILE TARGET -- COMMAND...",
      "       ums record [-hVv] --from CAPTURE [--device BUS.ADDRESS]",
      "                  [FILE] [-o FILE.toml]"
    },
    description = {
      "Runs a command on a target and writes all exchanges to a file, for ums replay, which then needs"
          + " no target: the file describes the device. What the file cannot express is reported.",
      "",
      "COMMAND is a command of ums with its options and without its target, such as"
          + " bench --op read."
    })
final class RecordCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @ParentCommand private Main main;

  @Parameters(index = "0", arity = "0..1", paramLabel = "FILE", description = "The file to write.")
  private Path file;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TARGET",
      description = "The target of the command.")
  private String target;

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The command and its options, behind --.")
  private List<String> command;

  @Option(
      names = "--from",
      paramLabel = "CAPTURE",
      description = "Write what a capture shows; FILE or -o stands beside it.")
  private Path from;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.toml",
      description =
          "Write the device of the capture, for sim:reference?device=FILE.toml; the content of its"
              + " medium goes to FILE.img.")
  private Path deviceFile;

  @Option(
      names = "--device",
      paramLabel = "BUS.ADDRESS",
      description = "The device of the capture that is meant, where it has several.")
  private String device;

  @Mixin private CaptureOptions capture;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws Exception {
    if (from != null) {
      return recordCapture();
    }
    if (deviceFile != null) {
      throw new NotationException("-o is for the device of a capture; say --from CAPTURE as well");
    }
    if (device != null) {
      throw new NotationException("--device is of a capture; say --from CAPTURE, or leave it out");
    }
    if (file == null || target == null || command == null || command.isEmpty()) {
      throw new NotationException(
          "ums record needs FILE TARGET -- COMMAND, or --from CAPTURE FILE; see: ums help record");
    }
    var notation = TargetNotation.parse(target);
    var title = "ums record " + notation.text() + " -- " + String.join(" ", command);
    TargetOptions.claim(notation, command, main.claims());
    main.claims().write("FILE", file);
    capture.claim(main.claims());
    // What was in it goes with the first exchange: a command that is not understood has none.
    try (var output = GrowingFile.open(file)) {
      return run(new RecordedCases(output, title));
    }
  }

  /** What a host did to a device elsewhere, as cases that can be played. */
  private int recordCapture() throws IOException, HostException {
    if (file == null && deviceFile == null || target != null) {
      throw new NotationException(
          "with --from there is a FILE to write or a device (-o), and neither target nor command");
    }
    main.claims().read("the capture", from);
    if (file != null) {
      main.claims().write("FILE", file);
    }
    if (deviceFile != null) {
      main.claims().write("-o", deviceFile);
      main.claims().make("-o", DeviceRecording.image(deviceFile));
    }
    var input = CaptureInput.of(from, device);
    input.notes().forEach(this::note);
    if (deviceFile != null) {
      new DeviceRecording(input, deviceFile).write().forEach(this::note);
    }
    if (file == null) {
      return Errors.GOOD;
    }
    try (var traffic = input.traffic();
        var output = GrowingFile.open(file)) {
      var cases = new CapturedCases(traffic);
      cases.write(output, "ums record --from " + from + ": " + input.device());
      cases.notes().forEach(this::note);
    }
    return Errors.GOOD;
  }

  private void note(String text) {
    spec.commandLine().getErr().println("ums: note: " + text);
  }

  /** The command is given the target that this one was given, and opens it as recorded. */
  private int run(RecordedCases cases) {
    var arguments = new ArrayList<>(command);
    // Behind a -- of the command stands what is meant for the target's program.
    arguments.add(1, target);
    TargetOpener recording =
        (notation, writes, options) -> {
          Target opened = capture.captured(main.targets().open(notation, writes, options), spec);
          return new RecordedTarget(opened, notation, cases, this::note);
        };
    var commandLine = spec.commandLine();
    return Main.recording(recording, main.claims())
        .commandLine(commandLine.getOut(), commandLine.getErr())
        .execute(arguments.toArray(String[]::new));
  }
}
