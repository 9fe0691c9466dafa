package dev.umsim.bench.copy;

import dev.umsim.core.medium.BlockAccess;
import dev.umsim.core.medium.ForwardingMedium;
import dev.umsim.core.medium.Medium;

/** A medium that changes one byte of what is read, or of what is written, so many times. */
public final class LyingMedium extends ForwardingMedium {
  private final long position;
  private int readLies;
  private int writeLies;

  /**
   * @param position of the byte
   */
  public LyingMedium(Medium inner, long position, int readLies, int writeLies) {
    super(inner);
    this.position = position;
    this.readLies = readLies;
    this.writeLies = writeLies;
  }

  @Override
  public void read(BlockAccess access) {
    inner.read(access);
    access.memory().setBytes(0, access.data(), access.dataIndex(), length(access));
    access.lend(access.memory(), 0);
    if (contains(access) && readLies-- > 0) {
      change(access);
    }
  }

  @Override
  public void write(BlockAccess access) {
    if (contains(access) && writeLies-- > 0) {
      change(access);
    }
    inner.write(access);
  }

  private int length(BlockAccess access) {
    return access.blockCount() * blockSize();
  }

  private boolean contains(BlockAccess access) {
    long offset = position - access.firstBlock() * blockSize();
    return offset >= 0 && offset < length(access);
  }

  private void change(BlockAccess access) {
    int at = (int) (position - access.firstBlock() * blockSize());
    access.memory().setByte(at, access.memory().getByte(at) ^ 0xff);
  }
}
