package dev.umsim.bench.target;

import dev.umsim.bench.target.Target.Writes;
import dev.umsim.core.medium.Medium;
import dev.umsim.sim.medium.FileMedium;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;
import dev.umsim.sim.medium.OverlayMedium;
import java.io.IOException;
import java.util.Optional;

/**
 * The medium of a logical unit, with the file and the overlay that it is made of.
 *
 * @param medium what the device sees
 * @param file null for a medium in memory
 * @param overlay null where there is none
 */
record TargetUnit(Medium medium, FileMedium file, OverlayMedium overlay) implements AutoCloseable {

  static TargetUnit inMemory(Fill fill, int blockSize, long blockCount) {
    var medium = new FilledMedium(fill, FilledMedium.Writes.KEPT, blockSize, blockCount);
    return new TargetUnit(medium, null, null);
  }

  static TargetUnit open(ImageSetting image, int blockSize, Writes writes) throws IOException {
    boolean overlay = image.overlay() || writes == Writes.TO_OVERLAY && !image.readOnly();
    if (!overlay && !image.readOnly()) {
      var file = FileMedium.open(image.path(), blockSize);
      return new TargetUnit(file, file, null);
    }
    var file = FileMedium.openReadOnly(image.path(), blockSize);
    try {
      var over = overlay ? OverlayMedium.temporary(file) : null;
      return new TargetUnit(overlay ? over : file, file, over);
    } catch (IOException | RuntimeException refusal) {
      try {
        file.close();
      } catch (IOException e) {
        refusal.addSuppressed(e);
      }
      throw refusal;
    }
  }

  Optional<IOException> lastFailure() {
    var ofOverlay = overlay == null ? Optional.<IOException>empty() : overlay.lastFailure();
    return ofOverlay.isPresent() || file == null ? ofOverlay : file.lastFailure();
  }

  @Override
  public void close() throws IOException {
    try {
      if (overlay != null) {
        overlay.close();
      }
    } finally {
      if (file != null) {
        file.close();
      }
    }
  }
}
