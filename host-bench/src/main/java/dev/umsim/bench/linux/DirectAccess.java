package dev.umsim.bench.linux;

import dev.umsim.core.host.HostException;
import java.util.SplittableRandom;

/** Programs that send one command after the other, past all memory. */
final class DirectAccess {
  private final BlockDevice device;
  private final HostFile file;

  DirectAccess(BlockDevice device, HostFile file) {
    this.device = device;
    this.file = file;
  }

  /** Blocks that follow each other. */
  void inOrder(Workload.Direct direct, long offset, long pairNanos) throws HostException {
    for (long done = 0; done < direct.bytes(); done += direct.blockBytes()) {
      int length = (int) Math.min(direct.blockBytes(), direct.bytes() - done);
      move(direct.write(), offset + done, done, length);
      device.work(pairNanos);
    }
    device.settle();
  }

  /** Blocks here and there. */
  void hereAndThere(Workload.Random random, long seed, long pairNanos) throws HostException {
    var places = new SplittableRandom(seed);
    long blocks = device.sizeBytes() / random.blockBytes();
    for (long done = 0; done < random.bytes(); done += random.blockBytes()) {
      int length = (int) Math.min(random.blockBytes(), random.bytes() - done);
      move(random.write(), places.nextLong(blocks) * random.blockBytes(), done, length);
      device.work(pairNanos);
    }
    device.settle();
  }

  /** A block of a program, cut at the largest command. */
  private void move(boolean write, long offset, long position, int length) throws HostException {
    var queue = device.queue();
    var bytes = new byte[Math.min(length, queue.maxCommandBytes())];
    for (int done = 0; done < length; done += bytes.length) {
      int part = Math.min(bytes.length, length - done);
      if (write) {
        file.read(position + done, bytes, part);
        queue.data().setBytes(0, bytes, 0, part);
        queue.write(offset + done, part);
      } else {
        queue.read(offset + done, part);
        queue.data().getBytes(0, bytes, 0, part);
        file.write(position + done, bytes, part);
      }
    }
  }
}
