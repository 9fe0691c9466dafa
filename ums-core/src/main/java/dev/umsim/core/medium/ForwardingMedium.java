package dev.umsim.core.medium;

/** A medium that hands everything on to another one; what is to be otherwise is overridden. */
public abstract class ForwardingMedium implements Medium {
  /** The medium that does the work. */
  protected final Medium inner;

  /** Forwards to {@code inner}. */
  protected ForwardingMedium(Medium inner) {
    this.inner = inner;
  }

  @Override
  public int blockSize() {
    return inner.blockSize();
  }

  @Override
  public long blockCount() {
    return inner.blockCount();
  }

  @Override
  public boolean writeProtected() {
    return inner.writeProtected();
  }

  @Override
  public void read(BlockAccess access) {
    inner.read(access);
  }

  @Override
  public void write(BlockAccess access) {
    inner.write(access);
  }

  @Override
  public void synchronize(BlockAccess access) {
    inner.synchronize(access);
  }

  @Override
  public boolean thin() {
    return inner.thin();
  }

  @Override
  public void deallocate(BlockAccess access) {
    inner.deallocate(access);
  }

  @Override
  public Extent extentAt(long block) {
    return inner.extentAt(block);
  }
}
