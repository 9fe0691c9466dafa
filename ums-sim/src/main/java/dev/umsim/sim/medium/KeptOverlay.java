package dev.umsim.sim.medium;

import static dev.umsim.sim.medium.ImageException.reason;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The overlay that is kept beside an image as {@code IMAGE.overlay}: opened, continued later,
 * committed into the image or discarded.
 */
public final class KeptOverlay {
  private final Path image;
  private final Path overlay;
  private final FileSteps steps;

  KeptOverlay(Path image, FileSteps steps) {
    this.image = image;
    this.overlay = Path.of(image + ".overlay");
    this.steps = steps;
  }

  /** The overlay of this image, whether or not there is one yet. */
  public static KeptOverlay of(Path image) {
    return new KeptOverlay(image, new DiskSteps());
  }

  /** The file it is kept in. */
  public Path path() {
    return overlay;
  }

  /** Whether there is one. */
  public boolean exists() {
    return Files.exists(overlay);
  }

  /**
   * Opens the image read-only and the overlay over it, and makes the overlay if there is none.
   * Closing the medium closes both.
   *
   * @param blockSize bytes in a block, a power of two from 512 to 4096
   * @throws ImageException if the image or the overlay cannot be used or is in use, the image is
   *     not the one that the overlay was made for, or is larger than 8 TiB
   */
  public OverlayMedium open(int blockSize) throws ImageException {
    var base = FileMedium.of(image, steps.open(image, false), blockSize, true);
    try {
      var stamp = ImageStamp.of(image);
      if (stamp.lengthBytes() > OverlayHeader.MOST_BYTES) {
        throw new ImageException("an overlay covers 8 TiB at most; use a smaller image");
      }
      // What an interrupted commit has left; one that goes on would have the image locked.
      steps.delete(OverlayCommit.replacement(image));
      var geometry = new Geometry(blockSize, base.blockCount());
      var file = openFile(new OverlayHeader(geometry, stamp));
      return new OverlayMedium(base, file, base::close);
    } catch (IOException e) {
      var refusal = refusal("cannot be opened", e);
      close(base, refusal);
      throw refusal;
    }
  }

  private OverlayFile openFile(OverlayHeader wanted) throws IOException {
    create();
    var channel = steps.open(overlay, true);
    try {
      if (OverlayFile.isNew(channel)) {
        OverlayFile.begin(channel, wanted);
        steps.forceDirectoryOf(overlay);
      }
      var file = OverlayFile.open(overlay, channel);
      if (!file.isIn(wanted.base())) {
        file.checkBase(image, wanted.base());
        checkBlockSize(file.header().geometry(), wanted.geometry());
        return file;
      }
      steps.delete(overlay);
    } catch (IOException e) {
      close(channel, e);
      throw e;
    }
    channel.close();
    return openFile(wanted);
  }

  private void create() throws ImageException {
    try {
      Files.createFile(overlay);
    } catch (FileAlreadyExistsException e) {
      // It is continued.
      return;
    } catch (IOException e) {
      throw new ImageException(
          "%s cannot be made: %s; make its directory writable, or keep no overlay"
              .formatted(overlay, reason(e)),
          e);
    }
  }

  private void checkBlockSize(Geometry present, Geometry wanted) throws ImageException {
    if (present.blockSize() != wanted.blockSize()) {
      throw new ImageException(
          "%s has blocks of %d bytes, not %d; choose that block size"
              .formatted(overlay, present.blockSize(), wanted.blockSize()));
    }
  }

  /**
   * Writes the blocks of the overlay into the image and deletes the overlay. Interrupted at any
   * moment, it leaves the old image with its overlay or the new one, and can be repeated. It needs
   * room for a second image, which has the owner, group and permissions of the first, and holes
   * where it holds zeros.
   *
   * @return how many blocks the overlay held; 0 too if an interrupted commit had written them
   *     already
   * @throws ImageException if there is no overlay, image or overlay cannot be used or is in use,
   *     the image is not the one that the overlay was made for or has several names, or the new
   *     image cannot be made; the image is then as it was, unless the message says otherwise
   */
  public long commit() throws ImageException {
    requireOverlay();
    try {
      return new OverlayCommit(image, overlay, steps).run();
    } catch (IOException e) {
      throw refusal("cannot be committed", e);
    }
  }

  /**
   * Deletes the overlay and all that was written to it. The image may be gone.
   *
   * @throws ImageException if there is no overlay, it is in use or the image is in use for writing,
   *     one of them cannot be used, or the image is not the one that the overlay was made for
   */
  public void discard() throws ImageException {
    requireOverlay();
    try {
      // Locks image and overlay.
      try (var base = Files.notExists(image) ? null : steps.open(image, false);
          var channel = steps.open(overlay, true)) {
        var file = OverlayFile.isNew(channel) ? null : OverlayFile.open(overlay, channel);
        if (base != null) {
          steps.delete(OverlayCommit.replacement(image));
          var stamp = ImageStamp.of(image);
          if (file != null && !file.isIn(stamp)) {
            file.checkBase(image, stamp);
          }
        }
        steps.delete(overlay);
        steps.forceDirectoryOf(overlay);
      }
    } catch (IOException e) {
      throw refusal("cannot be discarded", e);
    }
  }

  private void requireOverlay() throws ImageException {
    if (!exists()) {
      throw new ImageException("%s has no overlay: there is no %s".formatted(image, overlay));
    }
  }

  private ImageException refusal(String what, IOException e) {
    return e instanceof ImageException refusal
        ? refusal
        : new ImageException(
            "%s %s: %s; mend that and try again".formatted(overlay, what, reason(e)), e);
  }

  private static void close(AutoCloseable open, Exception refusal) {
    try {
      open.close();
    } catch (Exception e) {
      refusal.addSuppressed(e);
    }
  }
}
