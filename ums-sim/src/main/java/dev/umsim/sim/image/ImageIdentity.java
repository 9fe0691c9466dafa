package dev.umsim.sim.image;

import java.util.Random;
import java.util.UUID;

/**
 * The numbers by which hosts tell one volume and one disk from another.
 *
 * @param volumeSerial the serial number of the FAT volume
 * @param diskSignature the signature in the master boot record
 * @param diskId the disk's GUID in a GUID partition table
 * @param partitionId the partition's GUID there
 */
public record ImageIdentity(int volumeSerial, int diskSignature, UUID diskId, UUID partitionId) {

  /** The numbers that belong to a seed; the same ones on every machine. */
  public static ImageIdentity ofSeed(long seed) {
    Random random = new Random(seed); // whose sequence is laid down in the JDK's documentation
    return new ImageIdentity(
        random.nextInt(), random.nextInt(), randomGuid(random), randomGuid(random));
  }

  private static UUID randomGuid(Random random) {
    long high = random.nextLong() & ~0xf000L | 0x4000; // version 4: random
    long low = random.nextLong() & ~(3L << 62) | 2L << 62; // the variant of RFC 4122
    return new UUID(high, low);
  }

  /** The same with another serial number of the volume. */
  public ImageIdentity withVolumeSerial(int serial) {
    return new ImageIdentity(serial, diskSignature, diskId, partitionId);
  }
}
