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
  /** Bytes of an encoded stamp. */
  static final int BYTES = 20;

  static ImageStamp of(Path image) throws IOException {
    var attributes = Files.readAttributes(image, BasicFileAttributes.class);
    return new ImageStamp(attributes.size(), attributes.lastModifiedTime().toInstant());
  }

  static ImageStamp decode(ByteBuffer from) {
    return new ImageStamp(
        from.getLong(), Instant.ofEpochSecond(from.getLong(), from.getInt() & 0xffff_ffffL));
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
