package dev.umsim.sim.image;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * An entry of a GUID partition table (UEFI 2.10, table 5.6).
 *
 * @param typeId what the partition holds
 * @param id its own number
 * @param firstBlock its first block
 * @param lastBlock its last block, not the one behind it
 * @param name up to 36 UTF-16 units
 */
record GptEntry(UUID typeId, UUID id, long firstBlock, long lastBlock, String name) {
  static final int LENGTH = 128;

  /** "Basic data": what Windows and Linux call a partition with a FAT file system. */
  static final UUID TYPE_BASIC_DATA = UUID.fromString("ebd0a0a2-b9e5-4433-87c0-68b6b72699c7");

  private static final UUID UNUSED = new UUID(0, 0);
  private static final int NAME_OFFSET = 56;
  private static final int NAME_LENGTH_MAX = 36;

  GptEntry {
    Objects.requireNonNull(typeId);
    Objects.requireNonNull(id);
    if (name.length() > NAME_LENGTH_MAX) {
      throw new IllegalArgumentException("partition name " + name);
    }
  }

  /** Writes the entry into {@code out}, little-endian and zero, from index {@code at}. */
  void encode(ByteBuffer out, int at) {
    Guid.put(out, at, typeId);
    Guid.put(out, at + 16, id);
    out.putLong(at + 32, firstBlock);
    out.putLong(at + 40, lastBlock);
    for (int i = 0; i < name.length(); i++) {
      out.putChar(at + NAME_OFFSET + 2 * i, name.charAt(i));
    }
  }

  /** Reads the entry at {@code at}, or nothing if it is not in use; {@code in} is little-endian. */
  static Optional<GptEntry> decode(ByteBuffer in, int at) {
    UUID typeId = Guid.get(in, at);
    if (typeId.equals(UNUSED)) {
      return Optional.empty();
    }
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < NAME_LENGTH_MAX; i++) {
      char c = in.getChar(at + NAME_OFFSET + 2 * i);
      if (c == 0) {
        break;
      }
      name.append(c);
    }
    return Optional.of(
        new GptEntry(
            typeId,
            Guid.get(in, at + 16),
            in.getLong(at + 32),
            in.getLong(at + 40),
            name.toString()));
  }
}
