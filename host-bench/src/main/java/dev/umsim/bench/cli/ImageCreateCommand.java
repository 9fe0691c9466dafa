package dev.umsim.bench.cli;

import dev.umsim.bench.file.FileClaims;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.SizeNotation;
import dev.umsim.sim.image.BuiltImage;
import dev.umsim.sim.image.FatType;
import dev.umsim.sim.image.ImageBuilder;
import dev.umsim.sim.image.ImagePlan;
import dev.umsim.sim.image.PartitionScheme;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ums image create}: makes an image file with a FAT file system and files in it. */
@Command(
    name = "create",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    description = {
      "Makes a disk image with a FAT file system.",
      "",
      "The same options, files and times give the same bytes. With --time, all entries have that"
          + " time; without, those of the files that are copied."
    })
final class ImageCreateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The image file to make.")
  private Path file;

  @Option(
      names = "--size",
      required = true,
      paramLabel = "SIZE",
      converter = Size.Converter.class,
      description = "Bytes in the image, as for dd: 64M.")
  private Size size;

  @Option(
      names = "--fat",
      paramLabel = "12|16|32",
      description = "The kind of FAT (default: the one that suits the size).")
  private Integer fat;

  @Option(
      names = "--cluster-size",
      paramLabel = "SIZE",
      converter = Size.Converter.class,
      description = "Bytes in a cluster (default: what suits kind and size).")
  private Size clusterSize;

  @Option(
      names = "--label",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "The label of the volume, up to 11 characters.")
  private String label;

  @ArgGroup private Scheme scheme = new Scheme();

  /** How the image is divided; not at all if neither is given. */
  static final class Scheme {
    @Option(names = "--mbr", description = "With an MBR and one partition.")
    private boolean mbr;

    @Option(names = "--gpt", description = "With a GPT and one partition.")
    private boolean gpt;

    private PartitionScheme chosen() {
      return mbr ? PartitionScheme.MBR : gpt ? PartitionScheme.GPT : PartitionScheme.NONE;
    }
  }

  @Option(
      names = "--block-size",
      paramLabel = "SIZE",
      converter = Size.Converter.class,
      defaultValue = "512",
      description = "Bytes in a block: 512, 1024, 2048 or 4096 (default: ${DEFAULT-VALUE}).")
  private Size blockSize;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = "Copy the files and folders of this folder into the image.")
  private Path from;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "What serial numbers and GUIDs follow from (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      description = "The time of all entries, such as 2008-02-15T12:34:56Z.")
  private String time;

  @Option(names = "--force", description = "Replace FILE if it exists.")
  private boolean force;

  @Option(names = "-v", description = "Show where an error comes from.")
  private boolean verbose;

  @Override
  public Integer call() throws IOException {
    var claims = new FileClaims();
    if (from != null) {
      claims.readFolder("--from", from);
    }
    var plan = plan();
    if (force) {
      claims.write("FILE", file);
    } else {
      claims.make("FILE", file);
    }
    var built = build(plan);
    var out = spec.commandLine().getOut();
    built.notes().forEach(note -> spec.commandLine().getErr().println("ums: " + note));
    out.printf(
        "%s: %s, %s, clusters of %s, %d of %d taken, %d files, %d folders%n",
        built.file(),
        SizeNotation.format(size.bytes()),
        built.geometry().type(),
        SizeNotation.format(built.geometry().clusterBytes()),
        built.usedClusterCount(),
        built.geometry().clusterCount(),
        built.fileCount(),
        built.directoryCount());
    return Errors.GOOD;
  }

  private BuiltImage build(ImagePlan plan) throws IOException {
    try {
      return ImageBuilder.build(plan, file, force);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(file + " exists already; name another file, or say --force");
    }
  }

  private ImagePlan plan() {
    var plan =
        ImagePlan.builder(size.bytes())
            .blockBytes(asInt(blockSize, "--block-size"))
            .scheme(scheme.chosen())
            .label(label)
            .seed(seed);
    if (fat != null) {
      plan.type(type(fat));
    }
    if (clusterSize != null) {
      plan.clusterBytes(asInt(clusterSize, "--cluster-size"));
    }
    if (from != null) {
      plan.source(from);
    }
    if (time != null) {
      plan.time(instant(time));
    }
    return plan.build();
  }

  private static FatType type(int bits) {
    return switch (bits) {
      case 12 -> FatType.FAT12;
      case 16 -> FatType.FAT16;
      case 32 -> FatType.FAT32;
      default -> throw new NotationException("--fat is 12, 16 or 32, not " + bits);
    };
  }

  private static int asInt(Size size, String option) {
    if (size.bytes() > Integer.MAX_VALUE) {
      throw new NotationException(option + " is too large: " + size.bytes());
    }
    return (int) size.bytes();
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new NotationException(
          "--time is written like 2008-02-15T12:34:56Z, not '" + text + "'");
    }
  }
}
