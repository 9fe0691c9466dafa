package dev.umsim.sim.medium;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A file whose power may be cut: of what was written since the last force, some sectors are durable
 * by chance and others are not, and a sector that was written several times may have any version.
 */
final class PowerCutChannel implements ImageChannel {
  private static final int SECTOR_BYTES = 512;

  private record Sector(long number, byte[] content) {}

  private final Map<Long, byte[]> durable = new HashMap<>();
  private final List<Sector> pending = new ArrayList<>();
  private final Map<Long, byte[]> current = new HashMap<>();
  private int operationsLeft = Integer.MAX_VALUE;

  /** Writes and forces fail after so many more of them: the power is going. */
  void failAfter(int operations) {
    operationsLeft = operations;
  }

  /** The file as it is found when the power is back. */
  PowerCutChannel cutPower(Random random) {
    var found = new PowerCutChannel();
    found.durable.putAll(durable);
    for (var sector : pending) {
      if (random.nextBoolean()) {
        found.durable.put(sector.number, sector.content);
      }
    }
    found.current.putAll(found.durable);
    return found;
  }

  @Override
  public int read(ByteBuffer into, long position) {
    long end = Math.min(size(), position + into.remaining());
    if (position >= size()) {
      return -1;
    }
    for (long at = position; at < end; at++) {
      var sector = current.get(at / SECTOR_BYTES);
      into.put(sector == null ? 0 : sector[(int) (at % SECTOR_BYTES)]);
    }
    return (int) (end - position);
  }

  @Override
  public int write(ByteBuffer from, long position) throws IOException {
    operate();
    int length = from.remaining();
    long at = position;
    while (from.hasRemaining()) {
      long number = at / SECTOR_BYTES;
      int within = (int) (at % SECTOR_BYTES);
      int count = Math.min(from.remaining(), SECTOR_BYTES - within);
      var old = current.get(number);
      var sector = old == null ? new byte[SECTOR_BYTES] : old.clone();
      from.get(sector, within, count);
      current.put(number, sector);
      pending.add(new Sector(number, sector));
      at += count;
    }
    return length;
  }

  @Override
  public long size() {
    return (1 + current.keySet().stream().mapToLong(number -> number).max().orElse(-1))
        * SECTOR_BYTES;
  }

  @Override
  public void force(boolean metadata) throws IOException {
    operate();
    durable.putAll(current);
    pending.clear();
  }

  @Override
  public void close() {}

  private void operate() throws IOException {
    if (operationsLeft-- <= 0) {
      throw new IOException("no power");
    }
  }
}
