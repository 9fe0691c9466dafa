package dev.umsim.bench.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ums image}: makes and inspects image files, and commits or discards their overlays. */
@Command(
    name = "image",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      ImageCreateCommand.class,
      ImageInfoCommand.class,
      ImageCommitCommand.class,
      ImageDiscardCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    description = "Makes and inspects disk images, and commits or discards their overlays.")
final class ImageCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
