package dev.umsim.sim.medium;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class BlockMapProperties {
  private static final int BLOCKS = 3 * BlockMap.PAGE_BLOCKS - 1000;

  @Property(tries = 100)
  void isASetOfBlocks(@ForAll long seed) {
    var random = new Random(seed);
    var map = new BlockMap(BLOCKS);
    var model = new BitSet();
    for (int step = 0; step < 10; step++) {
      int first = random.nextInt(BLOCKS);
      int count = Math.min(BLOCKS - first, random.nextInt(2000));
      map.add(first, count);
      model.set(first, first + count);
      assertThat(map.writtenBlocks()).isEqualTo(model.cardinality());
      assertThat(map.lastWritten()).isEqualTo(model.length() - 1);
    }
    for (int block = 0; block < BLOCKS; block += 97) {
      assertThat(map.contains(block)).isEqualTo(model.get(block));
      assertThat(map.nextWritten(block)).isEqualTo(model.nextSetBit(block));
      int end = model.get(block) ? model.nextClearBit(block) : model.nextSetBit(block);
      int run = (end < 0 ? BLOCKS : end) - block;
      assertThat(map.run(block, Math.min(3000, BLOCKS - block))).isEqualTo(Math.min(3000, run));
    }
  }

  @Property(tries = 20)
  void isStoredAndLoadedPageByPage(@ForAll long seed) {
    var random = new Random(seed);
    var map = new BlockMap(BLOCKS);
    for (int step = 0; step < 5; step++) {
      map.add(random.nextInt(BLOCKS - 10), 10);
    }
    var loaded = new BlockMap(BLOCKS);
    var page = ByteBuffer.allocate(BlockMap.PAGE_BYTES);
    for (int number = map.nextChangedPage(0); number >= 0; ) {
      map.store(number, page);
      assertThat(loaded.load(number, page)).isTrue();
      number = map.nextChangedPage(number + 1);
    }
    assertThat(loaded.writtenBlocks()).isEqualTo(map.writtenBlocks());
    assertThat(loaded.nextChangedPage(0)).isEqualTo(-1);
    for (int block = 0; block < BLOCKS; block++) {
      if (loaded.contains(block) != map.contains(block)) {
        throw new AssertionError("block " + block);
      }
    }
    map.allStored();
    assertThat(map.nextChangedPage(0)).isEqualTo(-1);
  }

  @Example
  void bitIOfByteNStandsForBlock8NPlusI() {
    var map = new BlockMap(100_000);
    map.add(0, 1);
    map.add(10, 2);
    map.add(BlockMap.PAGE_BLOCKS + 8 * 4095 + 7, 1);
    var page = ByteBuffer.allocate(BlockMap.PAGE_BYTES);
    map.store(0, page);
    assertThat(page.get(0)).isEqualTo((byte) 1);
    assertThat(page.get(1)).isEqualTo((byte) 0x0c);
    map.store(1, page);
    assertThat(page.get(4095)).isEqualTo((byte) 0x80);
  }

  @Example
  void noticesBlocksThatDoNotExist() {
    var page = ByteBuffer.allocate(BlockMap.PAGE_BYTES);
    page.put(12, (byte) 0x08);
    assertThat(new BlockMap(100).load(0, page)).isTrue();
    assertThat(new BlockMap(99).load(0, page)).isFalse();
  }
}
