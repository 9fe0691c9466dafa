package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DirectorySlotsTest {
  private static final int SLOT_COUNT = 16;

  private final byte[] bytes = new byte[SLOT_COUNT * FatGeometry.SLOT_BYTES];
  private final DirectorySlots slots = new DirectorySlots(bytes, FatType.FAT32);

  private DirectorySlots.Placed add(String name) {
    DirectoryEntry entry = slots.newFile(name, FatTime.EARLIEST);
    return slots.put(entry, slots.room(entry.slotCount()).orElseThrow());
  }

  @Test
  void an_entry_is_found_by_its_long_and_its_short_name_in_any_case() {
    add("A");
    DirectorySlots.Placed placed = add("A longer name.text");
    assertThat(placed.slot()).isEqualTo(3); // behind one slot and two of the long name
    assertThat(slots.find("a LONGER name.TEXT")).contains(placed);
    assertThat(slots.find("alonge~1.tex")).contains(placed);
    assertThat(slots.find("alonge~2.tex")).isEmpty();
  }

  @Test
  void a_new_name_gets_a_short_one_that_nobody_has() {
    add("A longer name.text");
    assertThat(slots.newFile("A longer nick.text", FatTime.EARLIEST).shortName())
        .hasToString("ALONGE~2.TEX");
  }

  @Test
  void room_is_found_between_entries_and_behind_them() {
    add("A");
    add("B");
    add("C");
    bytes[FatGeometry.SLOT_BYTES] = (byte) 0xe5;
    assertThat(slots.room(1)).hasValue(1);
    assertThat(slots.room(2)).hasValue(3);
    assertThat(slots.room(13)).hasValue(3);
    assertThat(slots.room(14)).isEmpty();
    assertThat(slots.all()).hasSize(2);
  }

  @Test
  void an_update_changes_cluster_and_length_alone() {
    DirectorySlots.Placed placed = add("readme.txt");
    byte[] before = bytes.clone();
    slots.update(placed.slot(), 0x0123_4567, 0xfedc_ba98L);
    DirectoryEntry entry = slots.find("readme.txt").orElseThrow().entry();
    assertThat(entry.firstCluster()).isEqualTo(0x0123_4567);
    assertThat(entry.sizeBytes()).isEqualTo(0xfedc_ba98L);
    int at = placed.slot() * FatGeometry.SLOT_BYTES;
    System.arraycopy(bytes, at + 20, before, at + 20, 2);
    System.arraycopy(bytes, at + 26, before, at + 26, 6);
    assertThat(bytes).isEqualTo(before);
  }

  @Test
  void the_upper_half_of_a_cluster_means_something_else_on_fat16() {
    DirectorySlots.Placed placed = add("A");
    bytes[placed.slot() * FatGeometry.SLOT_BYTES + 20] = 0x12;
    DirectorySlots small = new DirectorySlots(bytes, FatType.FAT16);
    small.update(placed.slot(), 0x4567, 1);
    assertThat(small.find("A").orElseThrow().entry().firstCluster()).isEqualTo(0x4567);
    assertThat(bytes[placed.slot() * FatGeometry.SLOT_BYTES + 20]).isEqualTo((byte) 0x12);
  }
}
