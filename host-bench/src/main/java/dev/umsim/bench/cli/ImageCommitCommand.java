package dev.umsim.bench.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ums image commit}: what was written aside becomes part of the image. */
@Command(
    name = "commit",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = {
      "Makes what was written to an overlay part of its image.",
      "",
      "If this is interrupted the image is the old one or the new one, never a mixture."
    })
final class ImageCommitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "OVERLAY", description = "The overlay: IMAGE.overlay.")
  private Path overlay;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws IOException {
    long blocks = OverlayFile.require(overlay).commit();
    spec.commandLine().getOut().println(blocks + " blocks committed");
    return Errors.GOOD;
  }
}
