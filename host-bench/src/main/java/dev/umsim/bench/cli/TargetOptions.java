package dev.umsim.bench.cli;

import dev.umsim.bench.check.TargetDevice;
import dev.umsim.bench.device.Connection;
import dev.umsim.bench.device.Target;
import dev.umsim.bench.device.UnreachableTargetException;
import dev.umsim.bench.file.FileClaims;
import dev.umsim.bench.journal.GuardedTarget;
import dev.umsim.bench.journal.StopRequest;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.TargetNotation;
import dev.umsim.bench.simulated.SimulatedExtras;
import dev.umsim.bench.targets.Targets;
import dev.umsim.bench.unit.Writes;
import dev.umsim.bench.usb.MountedVolumes;
import dev.umsim.core.host.HostException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a command uses a device that is not simulated in this process. */
final class TargetOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private ConnectionOptions connection;

  @Mixin private CaptureOptions capture;

  @Option(
      names = "--allow-writes",
      description =
          "Let a device that is not simulated be written, which is only read otherwise. What was"
              + " there is kept in a journal, and put back afterwards.")
  private boolean allowWrites;

  @Option(
      names = "--unguarded",
      description =
          "Send such a device everything, and put nothing back: for one of which nothing has to be"
              + " kept, such as one of ums serve.")
  private boolean unguarded;

  @Option(names = "--yes", description = "Do not ask before such a device is written.")
  private boolean yes;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description = "Where the journal is kept (default: in the current folder).")
  private Path journal;

  /** Said when a signal is heard. */
  static final String END_NOTE = "told to end; the device is left in order first";

  /** What stands behind {@code --}. */
  private List<String> programArguments = List.of();

  /** The same with what stands behind the target and {@code --}. */
  TargetOptions with(List<String> arguments) {
    programArguments = arguments == null ? List.of() : arguments;
    return this;
  }

  /**
   * Claims what files a target and these options name.
   *
   * @throws IOException if one of them is to be written and read
   */
  void claim(TargetNotation notation, FileClaims claims) throws IOException {
    claim(notation, programArguments, claims);
    if (journal != null) {
      claims.make("--journal", journal);
    }
    capture.claim(claims);
  }

  /** The same of a target alone. A program may use whatever file its arguments name. */
  static void claim(TargetNotation notation, List<String> arguments, FileClaims claims)
      throws IOException {
    var what = notation instanceof TargetNotation.Program ? "the program" : "the image";
    for (var file : notation.files()) {
      claims.read(what, file);
    }
    for (var argument : arguments) {
      for (var file : existing(argument)) {
        claims.read("what the program is given", file);
      }
    }
  }

  /** A file of this name, or those of a target of this text. */
  private static List<Path> existing(String argument) {
    try {
      return TargetNotation.parse(argument).files().stream().filter(Files::exists).toList();
    } catch (NotationException | InvalidPathException e) {
      return List.of();
    }
  }

  /** Whether a device may be written. */
  boolean writesAllowed(TargetNotation notation) {
    return allowWrites
        || unguarded
        || isProgram(notation)
        || notation instanceof TargetNotation.Simulated;
  }

  /**
   * What is said where something was left out at a device that is only read; nothing where writing
   * is allowed.
   *
   * @param target null for the simulated device that a file describes
   */
  String permissionHint(String target) {
    return target == null || writesAllowed(TargetNotation.parse(target))
        ? ""
        : " (--allow-writes includes what writes)";
  }

  /** Opens a target as a command without these options does, or with them. */
  Target open(TargetNotation notation, Writes writes) throws IOException {
    if (!(notation instanceof TargetNotation.Program)) {
      requireNoArguments();
    }
    if (notation instanceof TargetNotation.Simulated) {
      return captured(Targets.open(notation, writes));
    }
    var stop = new StopRequest(() -> note(END_NOTE));
    Target opened = null;
    try {
      opened = captured(Targets.open(notation, connection()));
      return guarded(opened, stop, notation);
    } catch (IOException | RuntimeException e) {
      if (opened != null) {
        opened.close();
      }
      stop.close();
      throw e;
    }
  }

  /** Opens a target that is to be judged: simulated devices and programs are there for that. */
  TargetDevice judged(TargetNotation notation) throws IOException {
    if (notation instanceof TargetNotation.Simulated) {
      requireNoArguments();
      return new TargetDevice(
          () -> captured(Targets.open(notation, Writes.TO_OVERLAY, SimulatedExtras.CONTROLLED)),
          false,
          true,
          true);
    }
    if (notation instanceof TargetNotation.Program) {
      return new TargetDevice(
          () -> captured(Targets.open(notation, connection())), true, true, false);
    }
    return new TargetDevice(
        () -> open(notation, Writes.TO_OVERLAY), false, writesAllowed(notation), false);
  }

  /** A target that was opened without these options, captured if that is wanted. */
  Target captured(Target target) {
    return capture.captured(target, spec);
  }

  /** Whether what goes over the wire is captured. */
  boolean captures() {
    return capture.wanted();
  }

  private Connection connection() {
    return connection.with(programArguments);
  }

  /** Refuses what stands behind a target that takes no arguments. */
  void requireNoArguments() {
    if (!programArguments.isEmpty()) {
      throw new NotationException(
          "'"
              + programArguments.get(0)
              + "' is left over: a command has one target, and only those of exec: are given"
              + " arguments");
    }
  }

  private Target guarded(Target opened, StopRequest stop, TargetNotation notation)
      throws IOException {
    if (unguarded) {
      return GuardedTarget.unguarded(
          opened,
          stop,
          notation.text(),
          device -> requirePermission(notation, device, "Nothing is put back."));
    }
    return allowWrites || isProgram(notation)
        ? writable(opened, stop, notation)
        : GuardedTarget.readOnly(opened, stop);
  }

  private Target writable(Target opened, StopRequest stop, TargetNotation notation)
      throws IOException {
    if (notation instanceof TargetNotation.UsbIdentity
        || notation instanceof TargetNotation.UsbPlace) {
      tellIfMountsAreUnknown();
    }
    try {
      return GuardedTarget.writable(
          opened,
          stop,
          notation,
          programArguments,
          Optional.ofNullable(journal),
          device -> requirePermission(notation, device, "It is put back afterwards."),
          path -> note("what was there before is kept in " + path + " until it is put back"));
    } catch (HostException e) {
      throw new UnreachableTargetException(e.getMessage());
    }
  }

  private void tellIfMountsAreUnknown() {
    if (!MountedVolumes.ofThisMachine().known()) {
      note("this system does not tell whether the device is in use; eject it before");
    }
  }

  /** What somebody starts for this is there to be tried. */
  private static boolean isProgram(TargetNotation notation) {
    return notation instanceof TargetNotation.Program;
  }

  private void requirePermission(TargetNotation notation, String device, String afterwards) {
    if (yes || isProgram(notation)) {
      return;
    }
    WriteQuestion.ask("write to " + device, afterwards);
  }

  private void note(String text) {
    spec.commandLine().getErr().println("ums: note: " + text);
  }
}
