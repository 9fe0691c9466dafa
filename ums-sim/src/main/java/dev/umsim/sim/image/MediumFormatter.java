package dev.umsim.sim.image;

import dev.umsim.core.medium.Medium;
import java.io.IOException;

/** Puts a FAT file system onto a part of a medium, as {@link ImageBuilder} puts one into a file. */
public final class MediumFormatter {
  private MediumFormatter() {}

  /**
   * Formats blocks that are all zero so far.
   *
   * @param medium one that is done with each access at once
   * @param firstBlock where the file system begins
   * @param blockCount how long it is
   * @param root what is in it
   * @param identity its serial number
   * @return what the file system looks like; positions count from its beginning
   * @throws ImageRefusal if there cannot be such a file system, or what is to be in it has no room
   * @throws IOException if the medium fails
   */
  public static FatGeometry format(
      Medium medium,
      long firstBlock,
      long blockCount,
      FatOptions fat,
      SourceDirectory root,
      ImageIdentity identity)
      throws IOException {
    var geometry = FatSizing.choose(fat, medium.blockSize(), blockCount, firstBlock);
    var layout = FatLayout.of(root, geometry, fat.label(), node -> FatTime.of(node.modified()));
    var boot = FatFormatter.bootSector(geometry, firstBlock, identity.volumeSerial(), fat.label());
    try (var store = new MediumStore(medium)) {
      FatFormatter.write(boot, layout, store.from(firstBlock * medium.blockSize()));
    }
    return geometry;
  }
}
