package dev.umsim.sim.medium;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps on real files that end as if the program had been killed: after so many of them nothing is
 * done any more, neither the next step nor the tidying up after it.
 */
final class CrashingSteps implements FileSteps {
  private final FileSteps inner = new DiskSteps();
  private final List<String> done = new ArrayList<>();
  private final int mostSteps;

  CrashingSteps(int mostSteps) {
    this.mostSteps = mostSteps;
  }

  /** The steps that were done, each with the last part of the file's name. */
  List<String> done() {
    return done;
  }

  private void step(String what, Path file) throws IOException {
    if (done.size() == mostSteps) {
      throw new IOException("killed");
    }
    var name = file.getFileName().toString();
    done.add(what + " " + name.substring(name.lastIndexOf('.') + 1));
  }

  @Override
  public ImageChannel open(Path file, boolean writable) throws ImageException {
    return new Channel(file, inner.open(file, writable));
  }

  @Override
  public ImageChannel create(Path file, long length) throws IOException {
    step("create", file);
    return new Channel(file, inner.create(file, length));
  }

  @Override
  public boolean copy(Path from, Path to) throws IOException {
    step("copy to", to);
    return inner.copy(from, to);
  }

  @Override
  public void copyAttributes(Path from, Path to) throws IOException {
    step("copy attributes to", to);
    inner.copyAttributes(from, to);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    step("rename to", to);
    inner.rename(from, to);
  }

  @Override
  public void delete(Path file) throws IOException {
    step("delete", file);
    inner.delete(file);
  }

  @Override
  public void forceDirectoryOf(Path file) throws IOException {
    step("force directory of", file);
    inner.forceDirectoryOf(file);
  }

  /** A channel whose writes are steps; what a killed program had open is closed. */
  private final class Channel implements ImageChannel {
    private final Path file;
    private final ImageChannel channel;

    Channel(Path file, ImageChannel channel) {
      this.file = file;
      this.channel = channel;
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      return channel.read(into, position);
    }

    @Override
    public int write(ByteBuffer from, long position) throws IOException {
      step("write", file);
      return channel.write(from, position);
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public void force(boolean metadata) throws IOException {
      step("force", file);
      channel.force(metadata);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
