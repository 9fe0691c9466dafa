package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Reads the volume header of HFS+ and HFSX (Apple Technical Note TN1150, "Volume Header"), also of
 * a volume in the wrapper of an HFS volume. All big-endian.
 */
final class HfsPlusInspection {
  private static final int HEADER_OFFSET = 1024;
  private static final int HEADER_LENGTH = 512;
  private static final int SIGNATURE_PLUS = 0x482b; // "H+"
  private static final int SIGNATURE_X = 0x4858; // "HX"
  private static final int SIGNATURE_HFS = 0x4244; // "BD"
  private static final int ATTRIBUTE_UNMOUNTED = 1 << 8;
  private static final int CATALOG_FORK = 272;
  private static final int ROOT_PARENT = 1;
  private static final int NODE_LENGTH_MAX = 1 << 15;

  // What Apple's volume UUIDs are made of, before the identifier in the header.
  private static final byte[] UUID_SPACE = {
    (byte) 0xb3,
    (byte) 0xe2,
    0x0f,
    0x39,
    (byte) 0xf2,
    (byte) 0x92,
    0x11,
    (byte) 0xd6,
    (byte) 0x97,
    (byte) 0xa4,
    0x00,
    0x30,
    0x65,
    0x43,
    (byte) 0xec,
    (byte) 0xac
  };

  private HfsPlusInspection() {}

  static boolean isPresent(ByteSource volume) throws IOException {
    return isHeader(header(inner(volume)));
  }

  private static boolean isHeader(ByteBuffer header) {
    int signature = Short.toUnsignedInt(header.getShort(0));
    return signature == SIGNATURE_PLUS || signature == SIGNATURE_X;
  }

  private static ByteBuffer header(ByteSource volume) throws IOException {
    return volume.read(HEADER_OFFSET, HEADER_LENGTH).order(ByteOrder.BIG_ENDIAN);
  }

  /** The volume in a wrapper; the volume itself where there is none. */
  private static ByteSource inner(ByteSource volume) throws IOException {
    ByteBuffer outer = header(volume);
    boolean wrapped =
        Short.toUnsignedInt(outer.getShort(0)) == SIGNATURE_HFS
            && Short.toUnsignedInt(outer.getShort(124)) == SIGNATURE_PLUS;
    if (!wrapped) {
      return volume;
    }
    long blockBytes = Integer.toUnsignedLong(outer.getInt(20));
    long first = Short.toUnsignedLong(outer.getShort(28)) * 512;
    long at = first + Short.toUnsignedLong(outer.getShort(126)) * blockBytes;
    return volume.window(at, Short.toUnsignedLong(outer.getShort(128)) * blockBytes);
  }

  static FileSystemInfo inspect(ByteSource outer) throws IOException {
    ByteSource volume = inner(outer);
    ByteBuffer header = header(volume);
    List<String> anomalies = new ArrayList<>();
    String type = Short.toUnsignedInt(header.getShort(0)) == SIGNATURE_X ? "HFSX" : "HFS+";
    int blockBytes = header.getInt(40);
    long blockCount = Integer.toUnsignedLong(header.getInt(44));
    long freeCount = Integer.toUnsignedLong(header.getInt(48));
    boolean possible = blockBytes >= 512 && Integer.bitCount(blockBytes) == 1;
    if (!possible) {
      anomalies.add(
          "blocks of %s bytes are impossible".formatted(Integer.toUnsignedString(blockBytes)));
      return new FileSystemInfo(type, 512, 512, "", id(header), 0, OptionalLong.empty(), anomalies);
    }
    if (blockCount * blockBytes > volume.sizeBytes()) {
      anomalies.add(
          "the volume has %d bytes, %d are there"
              .formatted(blockCount * blockBytes, volume.sizeBytes()));
    } else {
      checkAlternate(volume, header, blockCount * blockBytes, anomalies);
    }
    if ((header.getInt(4) & ATTRIBUTE_UNMOUNTED) == 0) {
      anomalies.add("marked as not unmounted");
    }
    if (volume != outer) {
      anomalies.add("the volume is in the wrapper of an HFS volume");
    }
    return new FileSystemInfo(
        type,
        512,
        blockBytes,
        label(volume, header, blockBytes),
        id(header),
        blockCount,
        OptionalLong.of(freeCount),
        anomalies);
  }

  /** The copy is in the last sector but one. */
  private static void checkAlternate(
      ByteSource volume, ByteBuffer header, long bytes, List<String> anomalies) throws IOException {
    ByteBuffer alternate =
        volume.read(Math.max(0, bytes - 1024), HEADER_LENGTH).order(ByteOrder.BIG_ENDIAN);
    if (!isHeader(alternate) || alternate.getInt(44) != header.getInt(44)) {
      anomalies.add("the alternate volume header is missing or differs from the first");
    }
  }

  private static String id(ByteBuffer header) {
    var bytes = ByteBuffer.allocate(UUID_SPACE.length + 8).put(UUID_SPACE);
    long identifier = header.getLong(80 + 24);
    return identifier == 0
        ? ""
        : UUID.nameUUIDFromBytes(bytes.putLong(identifier).array()).toString();
  }

  /** The name of the root folder: the first record of the catalog's first leaf. */
  private static String label(ByteSource volume, ByteBuffer header, int blockBytes)
      throws IOException {
    long catalog = Integer.toUnsignedLong(header.getInt(CATALOG_FORK + 16)) * blockBytes;
    ByteBuffer treeHeader = volume.read(catalog, 512).order(ByteOrder.BIG_ENDIAN);
    int nodeLength = Short.toUnsignedInt(treeHeader.getShort(14 + 18));
    long firstLeaf = Integer.toUnsignedLong(treeHeader.getInt(14 + 10));
    if (nodeLength < 512 || nodeLength > NODE_LENGTH_MAX) {
      return "";
    }
    // The leaf is where the fork's first pieces have it; a catalog in more pieces has no name here.
    long at = place(header, firstLeaf * nodeLength, blockBytes);
    if (at < 0) {
      return "";
    }
    ByteBuffer leaf = volume.read(at, nodeLength).order(ByteOrder.BIG_ENDIAN);
    int length = Short.toUnsignedInt(leaf.getShort(14 + 6));
    if (leaf.getInt(14 + 2) != ROOT_PARENT || length > 255 || 22 + 2 * length > nodeLength) {
      return "";
    }
    byte[] name = new byte[2 * length];
    leaf.get(22, name);
    return new String(name, StandardCharsets.UTF_16BE);
  }

  private static long place(ByteBuffer header, long offset, int blockBytes) {
    long before = 0;
    for (int extent = 0; extent < 8; extent++) {
      int at = CATALOG_FORK + 16 + 8 * extent;
      long bytes = Integer.toUnsignedLong(header.getInt(at + 4)) * blockBytes;
      if (offset < before + bytes) {
        return Integer.toUnsignedLong(header.getInt(at)) * blockBytes + offset - before;
      }
      before += bytes;
    }
    return -1;
  }
}
