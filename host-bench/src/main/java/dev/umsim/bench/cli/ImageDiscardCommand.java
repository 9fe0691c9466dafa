package dev.umsim.bench.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ums image discard}: what was written aside is given up. */
@Command(
    name = "discard",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description =
        "Gives up what was written to an overlay; the image stays as it is, or may be gone.")
final class ImageDiscardCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "OVERLAY", description = "The overlay: IMAGE.overlay.")
  private Path overlay;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws IOException {
    OverlayFile.require(overlay).discard();
    spec.commandLine().getOut().println(overlay + " discarded");
    return Errors.GOOD;
  }
}
