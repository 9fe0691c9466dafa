package dev.umsim.sim.medium;

import java.io.IOException;
import java.nio.file.Path;

/** Steps on a system that has no copying program; tests change one of them. */
class PlainSteps implements FileSteps {
  private final FileSteps inner = new DiskSteps();

  @Override
  public ImageChannel open(Path file, boolean writable) throws ImageException {
    return inner.open(file, writable);
  }

  @Override
  public ImageChannel create(Path file, long length) throws IOException {
    return inner.create(file, length);
  }

  @Override
  public boolean copy(Path from, Path to) throws IOException {
    return false;
  }

  @Override
  public void copyAttributes(Path from, Path to) throws IOException {
    inner.copyAttributes(from, to);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    inner.rename(from, to);
  }

  @Override
  public void delete(Path file) throws IOException {
    inner.delete(file);
  }

  @Override
  public void forceDirectoryOf(Path file) throws IOException {
    inner.forceDirectoryOf(file);
  }
}
