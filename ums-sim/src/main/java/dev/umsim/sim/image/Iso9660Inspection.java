package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/** Reads the primary volume descriptor of a disc image (ECMA-119, section 8.4). */
final class Iso9660Inspection {
  private static final int DESCRIPTOR_OFFSET = 16 * 2048;
  private static final int DESCRIPTOR_LENGTH = 2048;
  private static final byte[] IDENTIFIER = {1, 'C', 'D', '0', '0', '1', 1};

  private Iso9660Inspection() {}

  static boolean isPresent(ByteSource volume) throws IOException {
    return Arrays.equals(volume.read(DESCRIPTOR_OFFSET, IDENTIFIER.length).array(), IDENTIFIER);
  }

  static FileSystemInfo inspect(ByteSource volume) throws IOException {
    ByteBuffer descriptor = volume.read(DESCRIPTOR_OFFSET, DESCRIPTOR_LENGTH);
    byte[] label = new byte[32];
    descriptor.get(40, label);
    long blockCount = Integer.toUnsignedLong(descriptor.getInt(80));
    int blockBytes = Short.toUnsignedInt(descriptor.getShort(128));
    List<String> anomalies =
        blockCount * blockBytes > volume.sizeBytes()
            ? List.of(
                "the volume has %d bytes, %d are there"
                    .formatted(blockCount * blockBytes, volume.sizeBytes()))
            : List.of();
    return new FileSystemInfo(
        "ISO 9660",
        blockBytes,
        blockBytes,
        new String(label, StandardCharsets.ISO_8859_1).strip(),
        "",
        blockCount,
        OptionalLong.empty(),
        anomalies);
  }
}
