package dev.umsim.bench.cli;

import dev.umsim.bench.file.FileClaims;
import dev.umsim.bench.file.Leftovers;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.report.TextTable;
import dev.umsim.bench.report.TextTable.Column;
import dev.umsim.sim.firmware.FirmwareSource;
import dev.umsim.sim.firmware.Glue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ums firmware}: writes out the sources by which firmware becomes a device. */
@Command(
    name = "firmware",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      FirmwareCommand.Header.class,
      FirmwareCommand.GlueFile.class,
      FirmwareCommand.Example.class,
      HelpCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Writes C sources by which firmware, compiled for this machine, is a USB device.",
      "",
      "Such a program is the target exec:PROGRAM of every command."
    })
final class FirmwareCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  private static void write(FirmwareSource source, String place, CommandSpec spec)
      throws IOException {
    try (var leftovers = new Leftovers();
        var outputs = new Outputs(spec.commandLine().getOut(), leftovers, new FileClaims())) {
      outputs.reserve("--output", place);
      var output = outputs.open("--output");
      output.text().append(source.text());
      output.finish();
    }
  }

  /** {@code ums firmware header}. */
  @Command(
      name = "header",
      mixinStandardHelpOptions = true,
      versionProvider = Main.Version.class,
      description = "Writes ums_udc.h, a USB device controller made of a socket.")
  static final class Header implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        defaultValue = "-",
        description = "Where it is written (default: standard output).")
    private String output;

    @Option(names = "-v", description = "Show where an error comes from.")
    private boolean verbose;

    @Override
    public Integer call() throws IOException {
      write(FirmwareSource.HEADER, output, spec);
      return Errors.GOOD;
    }
  }

  /** {@code ums firmware glue}. */
  @Command(
      name = "glue",
      mixinStandardHelpOptions = true,
      versionProvider = Main.Version.class,
      description =
          "Writes the file that maps a stack's controller interface onto ums_udc.h; without a"
              + " stack, lists which there are.")
  static final class GlueFile implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "STACK", description = "The stack.")
    private String stack;

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        defaultValue = "-",
        description = "Where it is written (default: standard output).")
    private String output;

    @Option(names = "-v", description = "Show where an error comes from.")
    private boolean verbose;

    @Override
    public Integer call() throws IOException {
      if (stack == null) {
        list();
        return Errors.GOOD;
      }
      var glue =
          Glue.of(stack)
              .orElseThrow(
                  () ->
                      new NotationException(
                          "there is no glue for '"
                              + stack
                              + "'; there is for "
                              + Stream.of(Glue.values())
                                  .map(Glue::word)
                                  .collect(Collectors.joining(", "))));
      write(glue.source(), output, spec);
      return Errors.GOOD;
    }

    private void list() throws IOException {
      var table =
          new TextTable(
              List.of(
                  new Column("stack", false),
                  new Column("file", false),
                  new Column("interface", false)));
      for (var glue : Glue.values()) {
        table.add(List.of(glue.word(), glue.source().name(), glue.meaning()));
      }
      table.write(spec.commandLine().getOut());
    }
  }

  /** {@code ums firmware example}. */
  @Command(
      name = "example",
      mixinStandardHelpOptions = true,
      versionProvider = Main.Version.class,
      description =
          "Writes a small mass storage firmware on a RAM disk into a new folder, with its Makefile,"
              + " its exchanges and ums_udc.h.")
  static final class Example implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FOLDER", description = "The folder, which is new or empty.")
    private Path folder;

    @Option(names = "-v", description = "Show where an error comes from.")
    private boolean verbose;

    @Override
    public Integer call() throws IOException {
      if (Files.exists(folder) && !isEmptyFolder()) {
        throw new NotationException(folder + " is not an empty folder; name one that is new");
      }
      Files.createDirectories(folder);
      for (var source : FirmwareSource.EXAMPLE) {
        write(source, folder.resolve(source.name()).toString(), spec);
      }
      return Errors.GOOD;
    }

    private boolean isEmptyFolder() throws IOException {
      if (!Files.isDirectory(folder)) {
        return false;
      }
      try (var entries = Files.list(folder)) {
        return entries.findAny().isEmpty();
      }
    }
  }
}
