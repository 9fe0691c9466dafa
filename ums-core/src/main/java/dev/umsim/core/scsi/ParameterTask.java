package dev.umsim.core.scsi;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Receives a parameter list, and then carries out what is intended about it. */
final class ParameterTask extends Task {
  private final Intent.Parameters intent;
  private final Tasks tasks;
  private final ByteBuf list;
  private int receivedBytes;
  private @Nullable Task then;

  /**
   * @param tasks make the task of what is intended about the list
   */
  ParameterTask(Intent.Parameters intent, Tasks tasks) {
    super(Flow.OUT, intent.length(), intent.upTo());
    this.intent = intent;
    this.tasks = tasks;
    list = Unpooled.buffer(intent.length());
  }

  @Override
  public boolean next(long limit) {
    chunk(list, receivedBytes, (int) Math.min(limit, intent.length() - receivedBytes));
    return true;
  }

  @Override
  public boolean moved(int bytes) {
    receivedBytes += bytes;
    return true;
  }

  @Override
  public long processedBytes() {
    return receivedBytes;
  }

  @Override
  public boolean finish() {
    if (receivedBytes < intent.length() && !intent.upTo()) {
      return true;
    }
    try {
      then = intent.then().accept(Arrays.copyOf(list.array(), receivedBytes)).begin(tasks);
    } catch (CheckConditionException e) {
      fail(e.senseData());
      return true;
    }
    return then.finish();
  }

  @Override
  public void abandon() {
    if (then != null) {
      then.abandon();
    }
  }

  @Override
  public boolean failed() {
    return super.failed() || then != null && then.failed();
  }

  @Override
  @Nullable SenseData senseData() {
    return then != null && then.failed() ? then.senseData() : super.senseData();
  }
}
