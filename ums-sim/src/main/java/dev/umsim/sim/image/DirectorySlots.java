package dev.umsim.sim.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The slots of one directory, to be looked up and changed (Microsoft FAT specification 1.03, "FAT
 * Directory Structure").
 */
public final class DirectorySlots {
  private static final int FIRST_CLUSTER_HIGH_OFFSET = 20;
  private static final int FIRST_CLUSTER_LOW_OFFSET = 26;
  private static final int SIZE_OFFSET = 28;

  private final ByteBuffer slots;
  private final FatType type;

  /**
   * Looks at the bytes of a directory, which stay its own: what is changed here is changed there.
   *
   * @param bytes whole slots, all that the directory has room for
   * @param type on FAT12 and FAT16 the upper half of a cluster number means something else
   */
  public DirectorySlots(byte[] bytes, FatType type) {
    this.slots = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    this.type = type;
  }

  /** Says why a file cannot have this name, or nothing if it can. */
  public static Optional<String> faultOf(String name) {
    return LongName.fault(name);
  }

  /**
   * An entry with its place.
   *
   * @param slot the number of its own slot, which the slots of a long name precede
   */
  public record Placed(DirectoryEntry entry, int slot) {}

  /** All entries, with the label. */
  public List<Placed> all() {
    List<Placed> all = new ArrayList<>();
    DirectoryEntry.forEach(slots, type, (entry, slot) -> all.add(new Placed(entry, slot)));
    return all;
  }

  /** The file or directory of this name, long or short, whether in capitals or not. */
  public Optional<Placed> find(String name) {
    String key = LongName.key(name);
    return all().stream()
        .filter(placed -> !placed.entry().isLabel())
        .filter(
            placed ->
                LongName.key(placed.entry().name()).equals(key)
                    || placed.entry().shortName().toString().equals(key))
        .findFirst();
  }

  /** A new entry for a name that the directory does not have: an empty file. */
  public DirectoryEntry newFile(String name, FatTime time) {
    List<String> taken = new ArrayList<>(List.of(name));
    for (Placed placed : all()) {
      taken.add(placed.entry().name());
      taken.add(placed.entry().shortName().toString());
    }
    ShortName alias = new Aliases(taken).choose(name);
    return DirectoryEntry.of(name, alias, DirectoryEntry.ARCHIVE, time, 0, 0);
  }

  /** The first of so many free slots in a row, if there are such. */
  public OptionalInt room(int slotCount) {
    int run = 0;
    boolean behindEnd = false;
    for (int slot = 0; slot < slots.capacity() / FatGeometry.SLOT_BYTES; slot++) {
      int mark = Byte.toUnsignedInt(slots.get(slot * FatGeometry.SLOT_BYTES));
      behindEnd |= mark == DirectoryEntry.END_MARK;
      run = behindEnd || mark == DirectoryEntry.FREE_MARK ? run + 1 : 0;
      if (run == slotCount) {
        return OptionalInt.of(slot - slotCount + 1);
      }
    }
    return OptionalInt.empty();
  }

  /** Puts an entry into free slots; those behind the end of the directory are zero, as always. */
  public Placed put(DirectoryEntry entry, int firstSlot) {
    entry.encode(slots.position(firstSlot * FatGeometry.SLOT_BYTES));
    slots.position(0);
    return new Placed(entry, firstSlot + entry.slotCount() - 1);
  }

  /** Changes where a file's content begins and how long it is, and nothing else of its entry. */
  public void update(int slot, int firstCluster, long sizeBytes) {
    int at = slot * FatGeometry.SLOT_BYTES;
    if (type == FatType.FAT32) {
      slots.putShort(at + FIRST_CLUSTER_HIGH_OFFSET, (short) (firstCluster >> 16));
    }
    slots.putShort(at + FIRST_CLUSTER_LOW_OFFSET, (short) firstCluster);
    slots.putInt(at + SIZE_OFFSET, (int) sizeBytes);
  }
}
