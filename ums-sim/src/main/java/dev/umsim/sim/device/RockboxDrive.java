package dev.umsim.sim.device;

import dev.umsim.core.medium.Medium;
import dev.umsim.core.rockbox.AtaIdentify;
import dev.umsim.core.rockbox.DriveText;
import dev.umsim.core.rockbox.Habit;
import dev.umsim.core.rockbox.RockboxRevision;
import dev.umsim.core.rockbox.StorageDrive;
import dev.umsim.core.rockbox.StorageKind;
import dev.umsim.sim.medium.Fill;
import dev.umsim.sim.medium.FilledMedium;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a drive of a {@link RockboxDevice} is to be. What is not set here is as for every drive, and
 * what is set there neither has a sensible value.
 */
public final class RockboxDrive {
  /** Sectors of the medium that is made for a drive of which nothing is said. */
  public static final long USUAL_SECTORS = 131_072;

  private static final RockboxDrive SENSIBLE =
      new RockboxDrive(null)
          .storage(StorageKind.ATA_FIXED)
          .blockSize(512)
          .blocks(USUAL_SECTORS)
          .fill(Fill.ZERO)
          .virtualBlockMultiplier(1);

  private final @Nullable RockboxDrive otherwise;

  @SuppressWarnings("NullAway.Init")
  private StorageKind storage;

  @SuppressWarnings("NullAway.Init")
  private String vendor;

  @SuppressWarnings("NullAway.Init")
  private String product;

  @SuppressWarnings("NullAway.Init")
  private String revision;

  @SuppressWarnings("NullAway.Init")
  private Integer blockSize;

  @SuppressWarnings("NullAway.Init")
  private Long blocks;

  @SuppressWarnings("NullAway.Init")
  private Fill fill;

  @SuppressWarnings("NullAway.Init")
  private Integer virtualBlockMultiplier;

  @SuppressWarnings("NullAway.Init")
  private AtaIdentify ataIdentify;

  @SuppressWarnings("NullAway.Init")
  private Medium medium;

  private RockboxDrive(@Nullable RockboxDrive otherwise) {
    this.otherwise = otherwise;
  }

  /** The settings of every drive. */
  static RockboxDrive every() {
    return new RockboxDrive(SENSIBLE);
  }

  /** The settings of one drive, beside those of every drive. */
  static RockboxDrive one(RockboxDrive every) {
    return new RockboxDrive(every);
  }

  /** What it is to the firmware. */
  public RockboxDrive storage(StorageKind storage) {
    this.storage = storage;
    return this;
  }

  /** Vendor in INQUIRY, at most 8 characters, in the place of what the drive says. */
  public RockboxDrive vendor(String vendor) {
    this.vendor = vendor;
    return this;
  }

  /** Product in INQUIRY, at most 16 characters, in the place of what the drive says. */
  public RockboxDrive product(String product) {
    this.product = product;
    return this;
  }

  /** Revision in INQUIRY, at most 4 characters, in the place of what the drive says. */
  public RockboxDrive revision(String revision) {
    this.revision = revision;
    return this;
  }

  /** Bytes in a sector of the medium that is made for it. */
  public RockboxDrive blockSize(int blockSize) {
    this.blockSize = blockSize;
    return this;
  }

  /** Sectors of the medium that is made for it. */
  public RockboxDrive blocks(long blocks) {
    this.blocks = blocks;
    return this;
  }

  /** What the medium that is made for it holds. */
  public RockboxDrive fill(Fill fill) {
    this.fill = fill;
    return this;
  }

  /** Sectors in a block as the host sees it. */
  public RockboxDrive virtualBlockMultiplier(int multiplier) {
    this.virtualBlockMultiplier = multiplier;
    return this;
  }

  /** What a disk answers to IDENTIFY DEVICE. */
  public RockboxDrive ataIdentify(AtaIdentify ataIdentify) {
    this.ataIdentify = ataIdentify;
    return this;
  }

  /** A medium in the place of one that is made for it. It is not closed by the device. */
  public RockboxDrive medium(Medium medium) {
    this.medium = medium;
    return this;
  }

  Medium newMedium() {
    var given = find(each -> each.medium);
    return given.isPresent()
        ? given.get()
        : new FilledMedium(
            get(each -> each.fill),
            FilledMedium.Writes.KEPT,
            get(each -> each.blockSize),
            get(each -> each.blocks));
  }

  boolean removable(int index) {
    return get(each -> each.storage).removable(index);
  }

  /** The drive with this index, without a medium so far. */
  StorageDrive newDrive(int index, long sectors, RockboxRevision firmware) {
    var kind = get(each -> each.storage);
    Optional<AtaIdentify> identify =
        kind.isAta()
            ? find(each -> each.ataIdentify).or(() -> Optional.of(plainDisk(sectors)))
            : Optional.empty();
    var own = DriveText.of(kind, index, identify, firmware.habits().contains(Habit.EARLY_INQUIRY));
    var text =
        new DriveText(
            find(each -> each.vendor).orElse(own.vendor()),
            find(each -> each.product).orElse(own.product()),
            find(each -> each.revision).orElse(own.revision()));
    return new StorageDrive(
        text, kind.removable(index), get(each -> each.virtualBlockMultiplier), identify);
  }

  private static AtaIdentify plainDisk(long sectors) {
    return AtaIdentify.describing("UMSIM   Simulated Disk", "1.0", "000000000001", sectors);
  }

  private interface Setting<T> {
    T of(RockboxDrive drive);
  }

  private <T> Optional<T> find(Setting<T> setting) {
    var own = setting.of(this);
    return own != null || otherwise == null ? Optional.ofNullable(own) : otherwise.find(setting);
  }

  private <T> T get(Setting<T> setting) {
    return find(setting).orElseThrow();
  }
}
