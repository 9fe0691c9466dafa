package dev.umsim.sim.image;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The FSInfo sector of FAT32: what the last writer believed about free clusters (Microsoft FAT
 * specification 1.03, "FAT32 FSInfo Sector Structure and Backup Boot Sector").
 *
 * @param freeClusterCount free clusters, unsigned; {@link #UNKNOWN} where nobody has counted
 * @param nextFreeCluster where to start looking for a free cluster, or {@link #UNKNOWN}
 */
public record FatInfoSector(int freeClusterCount, int nextFreeCluster) {
  /** Says that a number is not known. */
  public static final int UNKNOWN = -1;

  /** The bytes that matter, whatever the size of a sector. */
  public static final int LENGTH = 512;

  private static final int LEAD_SIGNATURE = 0x41615252;
  private static final int STRUCTURE_SIGNATURE = 0x61417272;
  private static final int TRAIL_SIGNATURE = 0xaa550000;

  /** Writes the sector into {@code out}, little-endian and zero, from index 0. */
  public void encode(ByteBuffer out) {
    out.putInt(0, LEAD_SIGNATURE);
    out.putInt(484, STRUCTURE_SIGNATURE);
    out.putInt(488, freeClusterCount);
    out.putInt(492, nextFreeCluster);
    out.putInt(508, TRAIL_SIGNATURE);
  }

  /** Reads the sector, or nothing if a signature is missing; {@code in} is little-endian. */
  public static Optional<FatInfoSector> decode(ByteBuffer in) {
    if (in.getInt(0) != LEAD_SIGNATURE
        || in.getInt(484) != STRUCTURE_SIGNATURE
        || in.getInt(508) != TRAIL_SIGNATURE) {
      return Optional.empty();
    }
    return Optional.of(new FatInfoSector(in.getInt(488), in.getInt(492)));
  }
}
