package dev.umsim.bench.cli;

import dev.umsim.bench.file.FileClaims;
import dev.umsim.bench.file.InputFile;
import dev.umsim.bench.file.Leftovers;
import dev.umsim.bench.report.ImageFields;
import dev.umsim.bench.report.JsonReport;
import dev.umsim.sim.capture.Capture;
import dev.umsim.sim.image.ImageInspection;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ums image info}: what is in an image. */
@Command(
    name = "info",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = "Tells the partition table, the file systems and the free space of an image.")
final class ImageInfoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The image file. It is only read.")
  private Path file;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the same as JSON; - is standard output, in place of the text.")
  private String json;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws IOException {
    if (Files.size(InputFile.require(file)) == 0) {
      throw new FileSystemException(file.toString(), null, "is empty");
    }
    if (Capture.isCapture(file)) {
      throw new FileSystemException(
          file.toString(), null, "is a capture of traffic and no image (see: ums explain)");
    }
    var claims = new FileClaims();
    claims.read("the image", file);
    try (var leftovers = new Leftovers();
        var outputs = new Outputs(spec.commandLine().getOut(), leftovers, claims)) {
      outputs.reserve("--json", json);
      var output = outputs.open("--json");
      var info = ImageInspection.inspect(file);
      if (outputs.tableWanted()) {
        info.lines().forEach(spec.commandLine().getOut()::println);
      }
      if (output != null) {
        var command = spec.commandLine().getParseResult().originalArgs();
        var rows = List.of(ImageFields.of(file, info));
        JsonReport.write("ums-image/1", Main.version(), 0, command, rows, output.text());
        output.finish();
      }
    }
    return Errors.GOOD;
  }
}
