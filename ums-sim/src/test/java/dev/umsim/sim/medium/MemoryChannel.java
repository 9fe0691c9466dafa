package dev.umsim.sim.medium;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** A file in memory that fails where a test says so, and notes what it was asked for. */
final class MemoryChannel implements ImageChannel {
  /** Bytes that a file system gives at a time. */
  private static final int UNIT_BYTES = 2048;

  private final List<String> asked = new ArrayList<>();
  private byte[] content;
  private long roomBytes = Long.MAX_VALUE;
  private long badByte = -1;
  private int mostBytesAtOnce = Integer.MAX_VALUE;
  private int failingForces;
  private final BitSet unitsWithRoom = new BitSet();
  private boolean full;

  MemoryChannel(byte[] content) {
    this.content = content.clone();
  }

  /** No write reaches behind this position any more, as on a full disk. */
  void fillUp(long roomBytes) {
    this.roomBytes = roomBytes;
  }

  /** No byte is stored any more where none was before, as on a full disk: holes stay holes. */
  void fillUpHoles() {
    full = true;
  }

  /** No read reaches this position any more, as with a bad sector; -1 for none. */
  void spoil(long position) {
    badByte = position;
  }

  /** A call moves no more than so many bytes. */
  void moveAtOnce(int mostBytes) {
    mostBytesAtOnce = mostBytes;
  }

  /** The next so many forces fail. */
  void failForces(int count) {
    failingForces = count;
  }

  /** Somebody else makes the file shorter or longer. */
  void setLength(int bytes) {
    content = Arrays.copyOf(content, bytes);
  }

  byte[] content() {
    return content.clone();
  }

  /** What was asked for since the last call of this: "write POSITION LENGTH" and "force". */
  List<String> asked() {
    var result = List.copyOf(asked);
    asked.clear();
    return result;
  }

  @Override
  public int read(ByteBuffer into, long position) throws IOException {
    if (position >= content.length) {
      return -1;
    }
    long end = Math.min(content.length, position + into.remaining());
    if (badByte >= position && badByte < end) {
      end = badByte;
    }
    int count = (int) Math.min(end - position, mostBytesAtOnce);
    if (count == 0) {
      throw new IOException("Input/output error");
    }
    into.put(content, (int) position, count);
    return count;
  }

  @Override
  public int write(ByteBuffer from, long position) throws IOException {
    asked.add("write " + position + " " + from.remaining());
    long end = Math.min(roomBytes, position + from.remaining());
    int count = (int) Math.min(end - position, mostBytesAtOnce);
    int firstUnit = (int) (position / UNIT_BYTES);
    int lastUnit = (int) ((position + count - 1) / UNIT_BYTES);
    boolean hole = unitsWithRoom.nextClearBit(firstUnit) <= lastUnit;
    if (count <= 0 || full && hole) {
      throw new IOException("No space left on device");
    }
    unitsWithRoom.set(firstUnit, lastUnit + 1);
    if (position + count > content.length) {
      setLength((int) position + count);
    }
    from.get(content, (int) position, count);
    return count;
  }

  @Override
  public long size() {
    return content.length;
  }

  @Override
  public void force(boolean metadata) throws IOException {
    asked.add("force");
    if (failingForces > 0) {
      failingForces--;
      throw new IOException("Input/output error");
    }
  }

  @Override
  public void close() {}
}
