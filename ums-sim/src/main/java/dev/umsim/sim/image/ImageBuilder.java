package dev.umsim.sim.image;

import dev.umsim.sim.medium.ExclusiveFile;
import dev.umsim.sim.medium.FileInUseException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * Makes image files.
 *
 * <p>All that can be refused is refused before anything is written. An image is then written to a
 * new file beside its place and moved there when it is complete and on the disk: at its place there
 * is never a part of it.
 */
public final class ImageBuilder {
  private ImageBuilder() {}

  /**
   * Makes an image with what is in the plan's source directory.
   *
   * @param overwrite whether a file may be replaced that is there already
   * @throws ImageRefusal if the file system has not the room for the files
   * @throws FileAlreadyExistsException if there is a file and it may not be replaced
   * @throws FileSystemException names a file that cannot be read, or that FAT cannot hold, and says
   *     why
   * @throws IOException if the image cannot be written
   */
  public static BuiltImage build(ImagePlan plan, Path file, boolean overwrite) throws IOException {
    SourceTree tree =
        plan.source().isPresent()
            ? SourceTree.scan(plan.source().get())
            : new SourceTree(SourceDirectory.EMPTY, List.of());
    return build(plan, tree, file, overwrite);
  }

  /** Makes an image with {@code tree} in it, in place of what the plan's source directory has. */
  public static BuiltImage build(ImagePlan plan, SourceTree tree, Path file, boolean overwrite)
      throws IOException {
    FatGeometry geometry = plan.geometry();
    Function<SourceNode, FatTime> timeOf = node -> FatTime.of(plan.time().orElse(node.modified()));
    FatLayout layout = FatLayout.of(tree.root(), geometry, plan.fat().label(), timeOf);
    checkPlace(file, overwrite);
    Path part = part(file);
    // Also when the program is told to stop while it writes.
    part.toFile().deleteOnExit();
    try {
      write(plan, layout, part);
      move(part, file, overwrite);
    } finally {
      Files.deleteIfExists(part);
    }
    return new BuiltImage(
        file,
        geometry,
        layout.usedClusterCount(),
        layout.directories().size() - 1,
        layout.files().size(),
        tree.notes());
  }

  private static void checkPlace(Path file, boolean overwrite) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw new FileSystemException(file.toString(), null, "there is no such directory");
    }
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileSystemException(file.toString(), null, "is there and is not a plain file");
    }
    if (!overwrite) {
      throw new FileAlreadyExistsException(file.toString());
    }
    own(file).close();
  }

  /** Takes an image that is to be replaced; nobody opens it meanwhile. */
  private static ExclusiveFile own(Path file) throws IOException {
    try {
      return ExclusiveFile.open(file);
    } catch (FileInUseException e) {
      var refusal =
          new FileSystemException(file.toString(), null, "is open, as an image or output");
      refusal.initCause(e);
      throw refusal;
    }
  }

  private static Path part(Path file) {
    String unlikeOthers = Long.toHexString(ThreadLocalRandom.current().nextLong());
    return file.resolveSibling("." + file.getFileName() + "." + unlikeOthers + ".part");
  }

  private static void write(ImagePlan plan, FatLayout layout, Path part) throws IOException {
    PartitionPlacement place = plan.placement();
    FatGeometry geometry = plan.geometry();
    BootSector boot =
        FatFormatter.bootSector(
            geometry, place.firstBlock(), plan.identity().volumeSerial(), plan.fat().label());
    try (SparseFile image = SparseFile.create(part, plan.sizeBytes())) {
      new PartitionFormatter(image, plan.blockBytes(), plan.blockCount(), plan.identity())
          .write(plan.scheme(), place, geometry.type(), plan.fat().label());
      FatFormatter.write(boot, layout, image.from(place.firstBlock() * plan.blockBytes()));
      image.force();
    }
  }

  private static void replace(Path part, Path file) throws IOException {
    // Whoever has opened the old image since it was looked at keeps it.
    var old = Files.exists(file) ? own(file) : null;
    try {
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      if (old != null) {
        old.close();
      }
    }
  }

  private static void move(Path part, Path file, boolean overwrite) throws IOException {
    if (overwrite) {
      replace(part, file);
      return;
    }
    try {
      // Unlike a move, a link fails if somebody else has made the file in the meantime.
      Files.createLink(file, part);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      Files.move(part, file); // where the host's file system has no links
    }
  }
}
