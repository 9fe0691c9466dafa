package dev.umsim.core.scsi;

/**
 * What a unit intends to do about a command, said before a byte of data has moved.
 *
 * <p>How it ends is another matter: a medium may fail in the middle, and a host may ask for less. A
 * {@link Task} carries the intent out and learns of it.
 */
public sealed interface Intent {
  /** Nothing more than to say that all is well. */
  Intent GOOD = new Good();

  /** See {@link #GOOD}. */
  record Good() implements Intent {}

  /** To refuse. */
  record Check(SenseData senseData) implements Intent {}

  /**
   * To send these bytes.
   *
   * @param allocated whether the command has an allocation length, at which the bytes are cut; a
   *     host may then ask for less, while a reply of fixed length is sent whole or not at all
   */
  record Reply(byte[] bytes, boolean allocated) implements Intent {
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
  record ReadBlocks(long lba, long blockCount) implements Intent {}

  /** To receive blocks, at least one, and write them. */
  record WriteBlocks(long lba, long blockCount, boolean forceUnitAccess) implements Intent {}

  /**
   * To receive data and compare the blocks of the medium with it.
   *
   * @param oneBlock whether one block of data is compared with every block of the medium
   */
  record CompareBlocks(long lba, long blockCount, boolean oneBlock) implements Intent {}

  /** To read blocks and tell whether that went well. */
  record VerifyBlocks(long lba, long blockCount) implements Intent {}

  /**
   * To make durable what has been written.
   *
   * @param immediate whether status is sent without waiting for it
   */
  record Synchronize(boolean immediate) implements Intent {}
}
