package dev.umsim.bench.cli;

import dev.umsim.bench.file.InputFile;
import dev.umsim.sim.image.ImageInspection;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws IOException {
    if (Files.size(InputFile.require(file)) == 0) {
      throw new FileSystemException(file.toString(), null, "is empty");
    }
    ImageInspection.inspect(file).lines().forEach(spec.commandLine().getOut()::println);
    return Errors.GOOD;
  }
}
