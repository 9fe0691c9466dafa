package dev.umsim.bench.linux;

import dev.umsim.core.host.HostException;

/**
 * A file that grows in memory and is written behind its writer's back, who has to wait where more
 * than the dirty limit is not written ({@code mm/page-writeback.c}).
 *
 * <p>The disk is at work from the beginning; it is the writer that is let go early.
 */
final class WriteBehind {
  private final CommandQueue queue;
  private final HostFile file;
  private final long limitBytes;
  private byte[] bytes = new byte[0];
  private long writtenBytes;
  private long fileBytes;

  /**
   * @param limitBytes how much may wait in memory
   */
  WriteBehind(CommandQueue queue, HostFile file, long limitBytes) {
    this.queue = queue;
    this.file = file;
    this.limitBytes = limitBytes;
  }

  /** The file has grown; returns when no more than the limit waits. */
  void add(int length) throws HostException {
    fileBytes += length;
    while (waiting() > limitBytes && waiting() >= queue.maxCommandBytes()) {
      writeOne(queue.maxCommandBytes());
    }
  }

  /** The file is closed; returns when no more than the limit waits. */
  void close() throws HostException {
    writeUntil(limitBytes);
  }

  /** Writes all that waits. */
  void synchronize() throws HostException {
    writeUntil(0);
  }

  private void writeUntil(long left) throws HostException {
    while (waiting() > left) {
      writeOne((int) Math.min(queue.maxCommandBytes(), waiting()));
    }
  }

  private long waiting() {
    return fileBytes - writtenBytes;
  }

  private void writeOne(int length) throws HostException {
    int whole = queue.wholeSectors(length);
    if (bytes.length < whole) {
      bytes = new byte[queue.maxCommandBytes()];
    }
    file.read(writtenBytes, bytes, whole);
    queue.data().setBytes(0, bytes, 0, whole);
    queue.writeBehind(writtenBytes, whole);
    writtenBytes += length;
  }
}
