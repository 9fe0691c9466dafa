package dev.umsim.bench.unit;

import dev.umsim.bench.notation.ImageSetting;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.flaw.Flaws;
import dev.umsim.sim.flaw.PowerCut;
import dev.umsim.sim.medium.FileMedium;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;
import dev.umsim.sim.medium.KeptOverlay;
import dev.umsim.sim.medium.OverlayMedium;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The medium of a logical unit, with the file and the overlay that it is made of.
 *
 * @param kind what kind of unit it is
 * @param image null for a medium in memory
 * @param medium what the device sees
 * @param file null for a medium in memory
 * @param overlay forgotten at the end; null where there is none
 * @param kept the overlay that stays beside its image, with the image; null where there is none
 * @param powerCut what the medium loses when its power fails
 * @param empty whether the medium is not in the drive at first
 */
public record TargetUnit(
    Kind kind,
    Path image,
    Medium medium,
    FileMedium file,
    OverlayMedium overlay,
    OverlayMedium kept,
    PowerCut powerCut,
    boolean empty)
    implements AutoCloseable {
  /** Every CD has blocks of this size. */
  private static final int CD_BLOCK_SIZE = 2048;

  /** What a unit is, by its image. */
  public enum Kind {
    FIXED_DISK,
    REMOVABLE_DISK,
    CD_ROM;

    private static Kind of(ImageSetting image) {
      return image.cdRom() ? CD_ROM : image.removable() ? REMOVABLE_DISK : FIXED_DISK;
    }

    /** Adds the unit to a device. */
    public void add(ReferenceDevice.Builder builder, MediumSlot slot) {
      if (this == CD_ROM) {
        builder.cdRom(slot);
      } else {
        builder.disk(slot);
      }
    }
  }

  /** A unit with a medium in it that loses nothing. */
  TargetUnit(
      Kind kind,
      Path image,
      Medium medium,
      FileMedium file,
      OverlayMedium overlay,
      OverlayMedium kept) {
    this(kind, image, medium, file, overlay, kept, () -> {}, false);
  }

  /**
   * The same with a medium that has flaws.
   *
   * @throws NotationException if it cannot have them
   */
  public TargetUnit with(Flaws flaws) {
    Flaws.Flawed flawed;
    try {
      flawed = flaws.over(medium);
    } catch (IllegalArgumentException e) {
      throw new NotationException(e.getMessage());
    }
    return new TargetUnit(
        kind, image, flawed.medium(), file, overlay, kept, flawed.powerCut(), empty);
  }

  /** The same with another medium over its own. */
  public TargetUnit under(UnaryOperator<Medium> over) {
    return new TargetUnit(kind, image, over.apply(medium), file, overlay, kept, powerCut, empty);
  }

  private TargetUnit emptyAtFirst(boolean empty) {
    return new TargetUnit(kind, image, medium, file, overlay, kept, powerCut, empty);
  }

  /** A slot for the unit, with its medium in it unless it is empty at first. */
  public MediumSlot slot(Medium inIt, boolean removable) {
    var slot = removable ? MediumSlot.removable(inIt) : MediumSlot.fixed(inIt);
    if (empty) {
      slot.remove();
    }
    return slot;
  }

  /** The same as the kind of the unit has it. */
  public MediumSlot slot(Medium inIt) {
    return slot(inIt, kind != Kind.FIXED_DISK);
  }

  public static TargetUnit inMemory(Fill fill, int blockSize, long blockCount) {
    var medium = new FilledMedium(fill, FilledMedium.Writes.KEPT, blockSize, blockCount);
    return new TargetUnit(Kind.FIXED_DISK, null, medium, null, null, null);
  }

  public static TargetUnit open(ImageSetting image, int usualBlockSize, Writes writes)
      throws IOException {
    return openLoaded(image, usualBlockSize, writes).emptyAtFirst(image.empty());
  }

  private static TargetUnit openLoaded(ImageSetting image, int usualBlockSize, Writes writes)
      throws IOException {
    image.requireNoMistypedOption();
    var kind = Kind.of(image);
    int blockSize = kind == Kind.CD_ROM ? CD_BLOCK_SIZE : usualBlockSize;
    var kept = KeptOverlay.of(image.path());
    boolean keeps = image.overlay() && writes == Writes.IN_PLACE;
    if (keeps || image.overlay() && kept.exists()) {
      var over = kept.open(blockSize);
      return keeps
          ? new TargetUnit(kind, image.path(), over, null, null, over)
          : ofParts(kind, image.path(), null, over, true);
    }
    boolean overlay = image.overlay() || writes == Writes.TO_OVERLAY && !image.readOnly();
    var file =
        overlay || image.readOnly()
            ? FileMedium.openReadOnly(image.path(), blockSize)
            : FileMedium.open(image.path(), blockSize);
    return ofParts(kind, image.path(), file, null, overlay);
  }

  /** A unit of what is open already, which is closed if the overlay cannot be had. */
  private static TargetUnit ofParts(
      Kind kind, Path image, FileMedium file, OverlayMedium kept, boolean overlay)
      throws IOException {
    Medium base = file != null ? file : kept;
    if (!overlay) {
      return new TargetUnit(kind, image, base, file, null, kept);
    }
    try {
      var over = OverlayMedium.temporary(base);
      return new TargetUnit(kind, image, over, file, over, kept);
    } catch (IOException | RuntimeException refusal) {
      try {
        new TargetUnit(kind, image, base, file, null, kept).close();
      } catch (IOException e) {
        refusal.addSuppressed(e);
      }
      throw refusal;
    }
  }

  /** Whether files are worked on, which takes its time. */
  boolean onFiles() {
    return file != null || kept != null;
  }

  public Optional<IOException> lastFailure() {
    var failures = new ArrayList<Optional<IOException>>();
    if (overlay != null) {
      failures.add(overlay.lastFailure());
    }
    if (kept != null) {
      failures.add(kept.lastFailure());
    }
    if (file != null) {
      failures.add(file.lastFailure());
    }
    return failures.stream().flatMap(Optional::stream).findFirst();
  }

  @Override
  public void close() throws IOException {
    // What lies above first, and the rest even if that fails.
    try {
      if (overlay != null) {
        overlay.close();
      }
    } finally {
      try {
        if (kept != null) {
          kept.close();
        }
      } finally {
        if (file != null) {
          file.close();
        }
      }
    }
  }
}
