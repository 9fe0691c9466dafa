package dev.umsim.sim.medium;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** The channel of a file of the operating system. */
record OpenFile(FileChannel file) implements ImageChannel {
  @Override
  public int read(ByteBuffer into, long position) throws IOException {
    return file.read(into, position);
  }

  @Override
  public int write(ByteBuffer from, long position) throws IOException {
    return file.write(from, position);
  }

  @Override
  public long size() throws IOException {
    return file.size();
  }

  @Override
  public void force(boolean metadata) throws IOException {
    file.force(metadata);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
