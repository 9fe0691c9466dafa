package dev.umsim.bench.journal;

import dev.umsim.core.host.Disk;
import dev.umsim.core.host.HostException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** What the blocks of a device held before they were written first; it begins with the first. */
final class Journal implements AutoCloseable {
  private static final int CHUNK_BYTES = 64 << 10;

  private final Path path;
  private final JournalRecord.OfDevice device;
  private final Consumer<Path> begun;
  private final Map<Integer, BlockRanges> saved = new HashMap<>();
  private JournalWriter writer;

  /**
   * @param begun is told when the file has come to be
   */
  Journal(Path path, JournalRecord.OfDevice device, Consumer<Path> begun) {
    this.path = path;
    this.device = device;
    this.begun = begun;
  }

  /** Whether anything has been written. */
  boolean isBegun() {
    return writer != null;
  }

  Path path() {
    return path;
  }

  /** Makes safe what these blocks hold, as far as that is not done yet. */
  void save(Disk disk, long firstBlock, long count) throws IOException, HostException {
    begin();
    var ranges = saved.get(disk.lun());
    if (ranges == null) {
      writer.add(new JournalRecord.OfUnit(disk.lun(), disk.capacity(), disk.identity()));
      ranges = new BlockRanges();
      saved.put(disk.lun(), ranges);
    }
    var missing = ranges.missing(firstBlock, count);
    if (missing.isEmpty()) {
      return;
    }
    for (var each : missing) {
      save(disk, each);
    }
    writer.force();
    ranges.add(firstBlock, count);
  }

  private void begin() throws IOException {
    if (writer == null) {
      writer = JournalWriter.create(path);
      writer.add(device);
      begun.accept(path);
    }
  }

  private void save(Disk disk, BlockRanges.Range range) throws IOException, HostException {
    int blockSize = disk.capacity().blockSize();
    long atOnce = Math.max(1, Math.min(CHUNK_BYTES, disk.largestCommandBytes()) / blockSize);
    ByteBuf buffer = Unpooled.directBuffer((int) atOnce * blockSize);
    try {
      for (long done = 0; done < range.count(); done += atOnce) {
        int blocks = (int) Math.min(atOnce, range.count() - done);
        disk.read(range.firstBlock() + done, blocks, buffer, 0);
        var data = ByteBufUtil.getBytes(buffer, 0, blocks * blockSize);
        writer.add(new JournalRecord.OfBlocks(disk.lun(), range.firstBlock() + done, data));
      }
    } finally {
      buffer.release();
    }
  }

  /** All has been put back. */
  void delete() throws IOException {
    close();
    Files.delete(path);
  }

  @Override
  public void close() throws IOException {
    if (writer != null) {
      writer.close();
    }
  }
}
