package dev.umsim.sim.medium;

import static dev.umsim.sim.medium.ImageException.reason;
import static dev.umsim.sim.medium.ImageException.word;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The commit of a kept overlay into its image: a new image is made beside the old one and renamed.
 *
 * <p>Only a rename leaves, at any moment and for any reader, the old image or the new one; a
 * journal that is played into the image would show both at once to whoever does not know of it. The
 * price is room for a second image, and that other names (hard links) of the old one would keep it.
 *
 * <pre>
 *   new image made and durable --> overlay notes it --> renamed --> durable --> overlay deleted
 *   `------------ old image and overlay -------------'  `-- new image, overlay known to be in it --'
 * </pre>
 */
final class OverlayCommit {
  private final Path image;
  private final Path overlay;
  private final FileSteps steps;

  OverlayCommit(Path image, Path overlay, FileSteps steps) {
    this.image = image;
    this.overlay = overlay;
    this.steps = steps;
  }

  /** Where the new image is made: beside the old one, as a rename stays in its file system. */
  static Path replacement(Path image) throws IOException {
    return Path.of(image.toRealPath() + ".overlay-commit");
  }

  /** Commits and returns how many blocks the overlay held, 0 if they were in the image already. */
  long run() throws IOException {
    try (var base = steps.open(image, true);
        var channel = steps.open(overlay, true)) {
      long blocks = 0;
      if (!OverlayFile.isNew(channel)) {
        var file = OverlayFile.open(overlay, channel);
        var stamp = ImageStamp.of(image);
        if (!file.isIn(stamp)) {
          file.checkBase(image, stamp);
          blocks = file.written().writtenBlocks();
          if (blocks > 0) {
            replaceImage(base, file);
          }
        }
      }
      deleteOverlay();
      return blocks;
    }
  }

  private void replaceImage(ImageChannel base, OverlayFile file) throws IOException {
    var real = image.toRealPath();
    requireOneName(real);
    var replacement = replacement(image);
    try {
      new ImageReplacement(steps, base, file).make(real, replacement);
      file.markCommitted(ImageStamp.of(replacement));
      steps.rename(replacement, real);
    } catch (IOException e) {
      var refusal =
          new ImageException(
              "%s was not committed: %s; %s is as it was: mend that and commit again"
                  .formatted(overlay, reason(e), image),
              e);
      try {
        steps.delete(replacement);
      } catch (IOException second) {
        refusal.addSuppressed(second);
      }
      throw refusal;
    }
  }

  private void requireOneName(Path real) throws IOException {
    if (real.getFileSystem().supportedFileAttributeViews().contains("unix")
        && (int) Files.getAttribute(real, "unix:nlink") > 1) {
      throw new ImageException(
          "%s has several names (hard links), of which one would be committed; copy it: cp -p %s %s"
              .formatted(image, word(image), word(Path.of(image + ".copy"))));
    }
  }

  private void deleteOverlay() throws ImageException {
    try {
      steps.forceDirectoryOf(image.toRealPath());
      steps.delete(overlay);
      steps.forceDirectoryOf(overlay);
    } catch (IOException e) {
      throw new ImageException(
          "%s is committed but could not be deleted: %s; commit again, or delete it: rm %s"
              .formatted(overlay, reason(e), word(overlay)),
          e);
    }
  }
}
