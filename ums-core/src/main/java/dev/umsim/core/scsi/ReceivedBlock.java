package dev.umsim.core.scsi;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** One block of data that a host sends, in as many pieces as it likes. */
final class ReceivedBlock {
  private final ByteBuf bytes;
  private int received;

  ReceivedBlock(int blockSize) {
    bytes = Unpooled.buffer(blockSize);
  }

  ByteBuf bytes() {
    return bytes;
  }

  int received() {
    return received;
  }

  void add(int count) {
    received += count;
  }

  boolean whole() {
    return received == bytes.capacity();
  }
}
