package dev.umsim.core.scsi;

import io.netty.buffer.Unpooled;

/** Sends a reply that is there already, or sends nothing at all. */
final class ReplyTask extends Task {
  private long sentBytes;
  private final byte[] bytes;

  private ReplyTask(byte[] bytes, boolean shortenable) {
    super(Flow.IN, bytes.length, shortenable);
    this.bytes = bytes;
  }

  static Task of(Intent.Reply reply) {
    return new ReplyTask(reply.bytes(), reply.allocated());
  }

  static Task good() {
    return new ReplyTask(new byte[0], false);
  }

  static Task check(SenseData senseData) {
    var task = new ReplyTask(new byte[0], false);
    task.fail(senseData);
    return task;
  }

  @Override
  public boolean next(long limit) {
    int from = (int) sentBytes;
    chunk(Unpooled.wrappedBuffer(bytes), from, (int) Math.min(limit, bytes.length - from));
    return true;
  }

  @Override
  public boolean moved(int bytes) {
    sentBytes += bytes;
    return true;
  }

  @Override
  public long processedBytes() {
    return sentBytes;
  }

  @Override
  public boolean finish() {
    return true;
  }

  @Override
  public void abandon() {}
}
