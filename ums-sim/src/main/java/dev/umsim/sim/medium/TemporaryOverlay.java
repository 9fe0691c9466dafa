package dev.umsim.sim.medium;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

/**
 * An overlay that lasts as long as it is open: a nameless file with holes where nothing was
 * written, so that the disk holds what was written and memory one bit for each block.
 */
final class TemporaryOverlay implements OverlayStore {
  private final ImageChannel channel;
  private final BlockFile blocks;
  private final BlockMap written;

  TemporaryOverlay(ImageChannel channel, Geometry geometry) {
    this.channel = channel;
    blocks = new BlockFile(channel, geometry.blockSize(), 0);
    written = new BlockMap(geometry.blockCount());
  }

  /** An overlay in the directory for temporary files. */
  static TemporaryOverlay create(Geometry geometry) throws ImageException {
    try {
      var options =
          Set.of(
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.SPARSE,
              StandardOpenOption.DELETE_ON_CLOSE);
      var file = Files.createTempFile("umsim", ".overlay");
      return new TemporaryOverlay(new OpenFile(FileChannel.open(file, options)), geometry);
    } catch (IOException e) {
      throw new ImageException(
          "%s takes no temporary file: %s; name another directory: -Djava.io.tmpdir=DIRECTORY"
              .formatted(System.getProperty("java.io.tmpdir"), ImageException.reason(e)),
          e);
    }
  }

  @Override
  public BlockMap written() {
    return written;
  }

  @Override
  public int read(long block, int count, ByteBuf into, int index) {
    return blocks.read(block, count, into, index);
  }

  @Override
  public int write(long block, int count, ByteBuf from, int index) {
    int good = blocks.write(block, count, from, index);
    written.add(block, good);
    return good;
  }

  /** Nothing of it is meant to outlast the program, so there is nothing to wait for. */
  @Override
  public void synchronize() {}

  @Override
  public Optional<IOException> lastFailure() {
    return blocks.lastFailure();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
