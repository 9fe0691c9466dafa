package dev.umsim.sim.medium;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/**
 * What tells whether an image is still the one that an overlay was made for.
 *
 * @param lengthBytes length of the file in bytes
 * @param lastModified when it was written last, as exactly as its file system knows
 */
record ImageStamp(long lengthBytes, Instant lastModified) {
  /** The length in a stamp that is of no file. */
  static final long NONE = -1;

  /** Bytes of an encoded stamp. */
  static final int BYTES = 20;

  static ImageStamp of(Path image) throws IOException {
    var attributes = Files.readAttributes(image, BasicFileAttributes.class);
    return new ImageStamp(attributes.size(), attributes.lastModifiedTime().toInstant());
  }

  static ImageStamp decode(ByteBuffer from) {
    long lengthBytes = from.getLong();
    long seconds = from.getLong();
    long nanos = from.getInt() & 0xffff_ffffL;
    // No file has been written when no calendar reaches.
    boolean isTime =
        seconds >= Instant.MIN.getEpochSecond()
            && seconds < Instant.MAX.getEpochSecond()
            && nanos < 1_000_000_000;
    return new ImageStamp(
        isTime ? lengthBytes : NONE, isTime ? Instant.ofEpochSecond(seconds, nanos) : Instant.MIN);
  }

  void encode(ByteBuffer into) {
    into.putLong(lengthBytes);
    into.putLong(lastModified.getEpochSecond());
    into.putInt(lastModified.getNano());
  }

  /** Length and time, as a sentence tells them. */
  @Override
  public String toString() {
    return "%d bytes written %s".formatted(lengthBytes, lastModified);
  }
}
