package dev.umsim.bench.cli;

import dev.umsim.bench.serve.ControlAnswer;
import dev.umsim.bench.serve.ControlRequest;
import dev.umsim.bench.serve.ControlSocket;
import dev.umsim.bench.serve.StatusReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code ums ctl}: what somebody does to a served device who stands beside it. */
@Command(
    name = "ctl",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Tells a running ums serve what to do.",
      "",
      "status: what is served, to whom, and what went over; unplug, plug: a device; eject, insert: the medium of a removable unit;"
          + " swap IMAGE: another medium in its place; power-cut: a device loses its power, and what it had not made"
          + " durable; fault LINE: something is to go wrong in a device, such as 'opcode=28 nth=3 ->"
          + " hang'. Where a device goes on telling its host of no"
          + " medium, this is said."
    })
final class CtlCommand implements Callable<Integer> {
  /** What can be done. */
  enum Action {
    status,
    eject,
    insert,
    swap,
    unplug,
    plug,
    powerCut,
    fault;

    /** As it is written. */
    @Override
    public String toString() {
      return this == powerCut ? "power-cut" : name();
    }
  }

  /** Reads it. */
  static final class ActionConverter implements ITypeConverter<Action> {
    @Override
    public Action convert(String text) {
      return Stream.of(Action.values())
          .filter(action -> action.toString().equals(text))
          .findAny()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'"
                          + text
                          + "' is not status, eject, insert, swap, unplug, plug, power-cut or fault"));
    }
  }

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "COMMAND",
      converter = ActionConverter.class,
      description = "status, eject, insert, swap, unplug, plug, power-cut or fault.")
  private Action action;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "IMAGE",
      description = "The new medium, for swap; what is to go wrong, for fault.")
  private String image;

  @Option(
      names = "--device",
      paramLabel = "BUSID",
      defaultValue = "1-1",
      description = "The device (default: ${DEFAULT-VALUE}).")
  private String device;

  @Option(
      names = "--lun",
      paramLabel = "N",
      defaultValue = "0",
      description = "The unit of the device (default: ${DEFAULT-VALUE}).")
  private int lun;

  @Option(
      names = "--control",
      paramLabel = "PATH",
      description = "The socket of the server, if it was given one.")
  private Path control;

  @Option(
      names = "--json",
      description = "Print the status as JSON, one object with a row for each device.")
  private boolean json;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws IOException {
    boolean needsArgument = action == Action.swap || action == Action.fault;
    if (needsArgument != (image != null)) {
      throw new ParameterException(
          spec.commandLine(),
          action == Action.swap
              ? "swap needs an image"
              : action == Action.fault ? "fault needs a line" : action + " takes no image");
    }
    if (json && action != Action.status) {
      throw new ParameterException(spec.commandLine(), "--json is for status, not for " + action);
    }
    var path = control == null ? ControlSocket.usualPath() : control;
    var file =
        image == null || action == Action.fault
            ? image
            : Path.of(image).toAbsolutePath().toString();
    var answer = ControlSocket.send(path, new ControlRequest(action.toString(), device, lun, file));
    if (answer.error() != null) {
      spec.commandLine().getErr().println("ums: " + answer.error());
      return Errors.BAD_RESULT;
    }
    print(answer);
    return Errors.GOOD;
  }

  private void print(ControlAnswer answer) {
    var out = spec.commandLine().getOut();
    if (json) {
      var words = spec.commandLine().getParent().getParseResult().originalArgs();
      out.print(StatusReport.json(Main.version(), words, answer.devices()));
    } else {
      answer.devices().forEach(device -> out.print(device.text()));
    }
    if (answer.note() != null) {
      out.println(answer.note());
    }
    out.flush();
  }
}
