package dev.umsim.core.rockbox;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * The memory of the driver as one piece: a buffer for the CBW, and right behind it the transfer
 * buffer, in which data, replies and the CSW all begin at the same place. What nobody has written
 * over shows. It survives a reconnection.
 */
final class DriverMemory {
  /** Room for the largest reply, and behind it for a CSW, where a revision keeps them apart. */
  private static final int REPLY_BYTES = 64;

  private final ByteBuf bytes;
  private final int commandBytes;
  private final int transferAt;
  private final int replyAt;
  private final int statusAt;
  private final boolean repliesApart;

  DriverMemory(RockboxSettings settings) {
    commandBytes = settings.revision().commandBytes();
    repliesApart = settings.has(Habit.REPLIES_APART);
    transferAt = settings.has(Habit.COMMAND_IN_TRANSFER_BUFFER) ? 0 : commandBytes;
    int end = transferAt + settings.buffers().totalBytes();
    replyAt = repliesApart ? end : transferAt;
    statusAt = repliesApart ? end + REPLY_BYTES : transferAt;
    bytes = Unpooled.wrappedBuffer(new byte[repliesApart ? end + 2 * REPLY_BYTES : end]);
  }

  /** Everything is as when the player is switched on. */
  void erase() {
    bytes.setZero(0, bytes.capacity());
  }

  ByteBuf bytes() {
    return bytes;
  }

  int commandAt() {
    return 0;
  }

  int commandBytes() {
    return commandBytes;
  }

  int transferAt() {
    return transferAt;
  }

  int statusAt() {
    return statusAt;
  }

  int replyAt() {
    return replyAt;
  }

  /** Where a reply is built. */
  Reply reply() {
    if (repliesApart) {
      bytes.setZero(replyAt, REPLY_BYTES);
    }
    return new Reply(bytes, replyAt);
  }
}
