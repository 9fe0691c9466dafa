package dev.umsim.bench.linux;

import dev.umsim.core.host.HostException;
import dev.umsim.sim.image.DirectoryEntry;
import dev.umsim.sim.image.DirectorySlots;
import dev.umsim.sim.image.DirectorySlots.Placed;
import dev.umsim.sim.image.FatGeometry;
import dev.umsim.sim.image.FatTime;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/** A directory of a mounted volume: its slots, and where on the device each of them lies. */
final class Directory {
  private final Vfat volume;
  private int lastCluster;
  private long[] sectorOffsets;
  private byte[] bytes;
  private DirectorySlots slots;

  /**
   * @param sectorOffsets where its sectors lie on the device
   * @param lastCluster the last of its chain; 0 where it cannot grow
   */
  Directory(Vfat volume, long[] sectorOffsets, int lastCluster) throws HostException {
    this.volume = volume;
    this.lastCluster = lastCluster;
    this.sectorOffsets = sectorOffsets;
    bytes = new byte[sectorOffsets.length * sectorBytes()];
    byte[] sector = new byte[sectorBytes()];
    for (int i = 0; i < sectorOffsets.length; i++) {
      volume.device().readSoftBlock(sectorOffsets[i], sector);
      System.arraycopy(sector, 0, bytes, i * sector.length, sector.length);
    }
    slots = new DirectorySlots(bytes, volume.geometry().type());
  }

  private int sectorBytes() {
    return volume.geometry().sectorBytes();
  }

  Optional<Placed> find(String name) {
    return slots.find(name);
  }

  /** Makes an empty file of a name that the directory does not have. */
  Placed add(String name) throws HostException, UnusableVolumeException {
    DirectoryEntry entry = slots.newFile(name, FatTime.EARLIEST);
    OptionalInt room = slots.room(entry.slotCount());
    if (room.isEmpty()) {
      grow();
      room = slots.room(entry.slotCount());
    }
    Placed placed = slots.put(entry, room.orElseThrow());
    writeSlots(room.getAsInt(), placed.slot());
    return placed;
  }

  /** A cluster of free slots; a name takes 21 at most, and the smallest cluster has 16. */
  private void grow() throws HostException, UnusableVolumeException {
    if (lastCluster == 0) {
      throw new UnusableVolumeException(
          "the root directory has no slot left; choose another folder for the file");
    }
    OptionalInt cluster = volume.allocator().append(lastCluster);
    if (cluster.isEmpty()) {
      throw volume.allocator().full();
    }
    lastCluster = cluster.getAsInt();
    long[] added = volume.sectorOffsets(lastCluster);
    int known = sectorOffsets.length;
    sectorOffsets = Arrays.copyOf(sectorOffsets, known + added.length);
    System.arraycopy(added, 0, sectorOffsets, known, added.length);
    bytes = Arrays.copyOf(bytes, sectorOffsets.length * sectorBytes());
    slots = new DirectorySlots(bytes, volume.geometry().type());
    writeSectors(known, sectorOffsets.length - 1);
  }

  /** Says where a file's content begins now and how long it is, and writes that to the disk. */
  void update(int slot, int firstCluster, long sizeBytes) throws HostException {
    slots.update(slot, firstCluster, sizeBytes);
    writeSlots(slot, slot);
  }

  private void writeSlots(int first, int last) throws HostException {
    int slotsPerSector = sectorBytes() / FatGeometry.SLOT_BYTES;
    writeSectors(first / slotsPerSector, last / slotsPerSector);
  }

  private void writeSectors(int first, int last) throws HostException {
    for (int i = first; i <= last; i++) {
      BlockDevice device = volume.device();
      device.write(sectorOffsets[i], bytes, i * sectorBytes(), sectorBytes());
      device.writeBack(sectorOffsets[i], sectorBytes());
    }
  }
}
