package dev.umsim.bench.target;

import dev.umsim.bench.target.Target.Writes;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.medium.FileMedium;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;
import dev.umsim.sim.medium.OverlayMedium;
import java.io.IOException;
import java.util.Optional;

/**
 * The medium of a logical unit, with the file and the overlay that it is made of.
 *
 * @param kind what kind of unit it is
 * @param medium what the device sees
 * @param file null for a medium in memory
 * @param overlay null where there is none
 */
record TargetUnit(Kind kind, Medium medium, FileMedium file, OverlayMedium overlay)
    implements AutoCloseable {
  /** Every CD has blocks of this size. */
  private static final int CD_BLOCK_SIZE = 2048;

  /** What a unit is, by its image. */
  enum Kind {
    FIXED_DISK,
    REMOVABLE_DISK,
    CD_ROM;

    private static Kind of(ImageSetting image) {
      return image.cdRom() ? CD_ROM : image.removable() ? REMOVABLE_DISK : FIXED_DISK;
    }

    /** A slot for the unit with this medium in it. */
    MediumSlot slot(Medium medium) {
      return this == FIXED_DISK ? MediumSlot.fixed(medium) : MediumSlot.removable(medium);
    }

    /** Adds the unit to a device. */
    void add(ReferenceDevice.Builder builder, MediumSlot slot) {
      if (this == CD_ROM) {
        builder.cdRom(slot);
      } else {
        builder.disk(slot);
      }
    }
  }

  static TargetUnit inMemory(Fill fill, int blockSize, long blockCount) {
    var medium = new FilledMedium(fill, FilledMedium.Writes.KEPT, blockSize, blockCount);
    return new TargetUnit(Kind.FIXED_DISK, medium, null, null);
  }

  static TargetUnit open(ImageSetting image, int usualBlockSize, Writes writes) throws IOException {
    var kind = Kind.of(image);
    int blockSize = kind == Kind.CD_ROM ? CD_BLOCK_SIZE : usualBlockSize;
    boolean overlay = image.overlay() || writes == Writes.TO_OVERLAY && !image.readOnly();
    if (!overlay && !image.readOnly()) {
      var file = FileMedium.open(image.path(), blockSize);
      return new TargetUnit(kind, file, file, null);
    }
    var file = FileMedium.openReadOnly(image.path(), blockSize);
    try {
      var over = overlay ? OverlayMedium.temporary(file) : null;
      return new TargetUnit(kind, overlay ? over : file, file, over);
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
