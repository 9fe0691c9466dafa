package dev.umsim.core.scsi;

import java.util.List;

/**
 * What a unit intends to do about a command, said before a byte of data has moved.
 *
 * <p>How it ends is another matter: a medium may fail in the middle, and a host may ask for less. A
 * {@link Task} carries the intent out and learns of it.
 */
public sealed interface Intent {
  /** The task that carries it out: each kind of intent names its own. */
  Task begin(Tasks tasks);

  /** Nothing more than to say that all is well. */
  Intent GOOD = new Good();

  /** See {@link #GOOD}. */
  record Good() implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.good(this);
    }
  }

  /** To refuse. */
  record Check(SenseData senseData) implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.check(this);
    }
  }

  /**
   * To send these bytes.
   *
   * @param allocated whether the command has an allocation length, at which the bytes are cut; a
   *     host may then ask for less, while a reply of fixed length is sent whole or not at all
   */
  record Reply(byte[] bytes, boolean allocated) implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.reply(this);
    }

    /** A reply cut at the command's allocation length. */
    public static Reply allocated(byte[] bytes, long allocationLength) {
      return new Reply(Bytes.cut(bytes, allocationLength), true);
    }

    /** A reply of fixed length. */
    public static Reply fixed(byte[] bytes) {
      return new Reply(bytes, false);
    }
  }

  /** To send blocks of the medium, at least one. */
  record ReadBlocks(long lba, long blockCount) implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.read(this);
    }
  }

  /** To receive blocks, at least one, and write them. */
  record WriteBlocks(long lba, long blockCount, boolean forceUnitAccess) implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.write(this);
    }
  }

  /**
   * To receive blocks, at least one, write them and read them again.
   *
   * @param compare whether they have to hold what was received
   */
  record WriteAndVerifyBlocks(long lba, long blockCount, boolean compare) implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.writeAndVerify(this);
    }
  }

  /** To receive data and compare as many blocks of the medium with it. */
  record CompareBlocks(long lba, long blockCount) implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.compare(this);
    }
  }

  /** To receive one block and compare every one of these blocks with it. */
  record CompareWithOneBlock(long lba, long blockCount) implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.compareWithOne(this);
    }
  }

  /** To read blocks and tell whether that went well. */
  record VerifyBlocks(long lba, long blockCount) implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.verify(this);
    }
  }

  /**
   * To write one block to many places.
   *
   * @param noDataOut whether no block is received, and zeros are written
   * @param unmap whether zeros may be had by giving blocks back
   */
  record WriteSame(long lba, long blockCount, boolean noDataOut, boolean unmap) implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.writeSame(this);
    }
  }

  /** To give blocks back. */
  record Deallocate(List<BlockRange> ranges) implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.deallocate(this);
    }

    public Deallocate {
      ranges = List.copyOf(ranges);
    }
  }

  /**
   * To make durable what has been written, and then to do something.
   *
   * @param immediate whether status is sent without waiting for the medium
   * @param then what the command does beside, such as ejecting
   */
  record Synchronize(boolean immediate, Runnable then) implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.synchronize(this);
    }
  }

  /** To change something in the unit, without data. */
  record Effect(Runnable effect) implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.effect(this);
    }
  }

  /**
   * To receive a parameter list and do what it says. One that does not come whole is not looked at.
   *
   * @param length of the list in bytes, at least 1
   * @param upTo whether the host may send less, which the command does not tell
   * @param then says what is intended about the list; that moves no more data
   */
  record Parameters(int length, boolean upTo, ParameterHandler then) implements Intent {
    @Override
    public Task begin(Tasks tasks) {
      return tasks.parameters(this);
    }
  }

  /** Looks at a parameter list. */
  @FunctionalInterface
  interface ParameterHandler {
    /** What is intended about this list, or why it is refused. */
    Intent accept(byte[] list) throws CheckConditionException;
  }
}
