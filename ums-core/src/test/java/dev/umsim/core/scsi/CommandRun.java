package dev.umsim.core.scsi;

import java.io.ByteArrayOutputStream;

/** A command under way between a host and a target, chunk by chunk. */
final class CommandRun {
  private enum Step {
    PREPARE,
    MOVE,
    FINISH,
    REPORT,
    DONE
  }

  private final ScsiTarget target;
  private final int lun;
  private final Task task;
  private final byte[] dataOut;
  private final long wantedBytes;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private Step step = Step.PREPARE;
  private long movedBytes;
  private boolean byChunks;
  private TargetHost.Reply reply;

  CommandRun(ScsiTarget target, int lun, Cdb cdb, byte[] dataOut) {
    this.target = target;
    this.lun = lun;
    this.dataOut = dataOut;
    task = target.begin(lun, cdb);
    wantedBytes =
        switch (task.flow()) {
          case NONE -> 0;
          case IN -> task.length();
          case OUT -> Math.min(task.length(), dataOut.length);
        };
  }

  Task task() {
    return task;
  }

  boolean done() {
    return step == Step.DONE;
  }

  TargetHost.Reply reply() {
    if (!done()) {
      throw new AssertionError("the command has not ended");
    }
    return reply;
  }

  /** Goes on until the command is over or waits for the medium. */
  void run() {
    while (!done() && advance()) {
      // The next step.
    }
  }

  /** The medium has finished: a command that nobody drives by chunks goes on by itself. */
  void resumed() {
    if (!byChunks) {
      run();
    }
  }

  /** From now on the command goes on only when it is told to. */
  CommandRun byChunks() {
    byChunks = true;
    return this;
  }

  /** Goes on until a chunk has moved, or the command waits or is over. */
  void runOneChunk() {
    long before = movedBytes;
    while (!done() && movedBytes == before && advance()) {
      // The next step.
    }
  }

  /** Gives the command up, as a reset does. */
  void abandon() {
    task.abandon();
    step = Step.DONE;
  }

  /** One step; false if the medium has to be waited for. */
  private boolean advance() {
    switch (step) {
      case PREPARE -> {
        if (movedBytes == wantedBytes) {
          step = Step.FINISH;
          return true;
        }
        step = Step.MOVE;
        return task.next(wantedBytes - movedBytes);
      }
      case MOVE -> {
        int bytes = task.chunkBytes();
        if (bytes == 0) {
          step = Step.FINISH;
          return true;
        }
        step = Step.PREPARE;
        return move(bytes);
      }
      case FINISH -> {
        step = Step.REPORT;
        return task.finish();
      }
      case REPORT -> {
        target.end(lun, task);
        reply = new TargetHost.Reply(!task.failed(), received.toByteArray(), task.processedBytes());
        step = Step.DONE;
      }
      case DONE -> throw new IllegalStateException("the command is over");
    }
    return true;
  }

  private boolean move(int bytes) {
    if (bytes > wantedBytes - movedBytes) {
      throw new AssertionError("a chunk of " + bytes + " is more than was asked for");
    }
    if (task.flow() == Task.Flow.IN) {
      var chunk = new byte[bytes];
      task.chunk().getBytes(task.chunkIndex(), chunk);
      received.writeBytes(chunk);
    } else {
      task.chunk().setBytes(task.chunkIndex(), dataOut, (int) movedBytes, bytes);
    }
    movedBytes += bytes;
    return task.moved(bytes);
  }
}
