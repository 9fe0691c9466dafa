package dev.umsim.bench.copy;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.Parameter;
import dev.umsim.bench.notation.SizeNotation;
import dev.umsim.core.scsi.Capacity;
import dev.umsim.core.scsi.ScsiTarget;
import java.util.OptionalLong;

/**
 * One copy: so many bytes of a unit from a place on, in commands of one size.
 *
 * @param commandBytes bytes of each command but perhaps the last
 * @param seekBytes where the copy begins
 * @param bytes how many are copied, or nothing for {@link #USUAL_BYTES} or as many as there are
 * @param lun the unit
 * @param seed of the data that is written
 * @param synchronize whether a write ends with SYNCHRONIZE CACHE
 * @param verify whether the data is compared afterwards
 */
public record CopyPlan(
    Operation operation,
    int commandBytes,
    long seekBytes,
    OptionalLong bytes,
    int lun,
    long seed,
    boolean synchronize,
    boolean verify) {
  /** Bytes of a copy whose size was not given, as far as the unit has them. */
  public static final long USUAL_BYTES = 32_000_000;

  /** The most that one command may move: so much memory is needed for it. */
  public static final int MOST_COMMAND_BYTES = 64 << 20;

  public CopyPlan {
    requireCommandBytes(commandBytes);
    if (lun < 0 || lun >= ScsiTarget.MAX_UNITS) {
      throw NotationException.about(
          "%s is 0 to %d, not %d", Parameter.UNIT, ScsiTarget.MAX_UNITS - 1, lun);
    }
    if (bytes.isPresent() && bytes.getAsLong() < 1) {
      throw NotationException.about(
          "%s is at least one block, not %d", Parameter.SIZE, bytes.getAsLong());
    }
  }

  /** A size of commands, if it is a possible one. */
  public static int requireCommandBytes(long bytes) {
    if (bytes < 1 || bytes > MOST_COMMAND_BYTES) {
      throw NotationException.about(
          "%s is at least one block and at most 64M, not %s",
          Parameter.BLOCK_SIZE, SizeNotation.format(bytes));
    }
    return (int) bytes;
  }

  /** Refuses a plan that cannot be carried out on a unit of this size. */
  public void requireFits(Capacity capacity) {
    requireWholeBlocks(Parameter.BLOCK_SIZE, commandBytes, capacity.blockSize());
    requireWholeBlocks(Parameter.OFFSET, seekBytes, capacity.blockSize());
    bytes.ifPresent(size -> requireWholeBlocks(Parameter.SIZE, size, capacity.blockSize()));
    long first = firstBlock(capacity);
    if (Long.compareUnsigned(first, capacity.blockCount()) >= 0) {
      throw NotationException.about(
          "%s %d lies behind the end: the unit has %s; choose less",
          Parameter.OFFSET, seekBytes, inWords(capacity));
    }
    long left = capacity.blockCount() - first;
    if (bytes.isPresent()
        && Long.compareUnsigned(bytes.getAsLong() / capacity.blockSize(), left) > 0) {
      throw tooMuch(capacity);
    }
  }

  private NotationException tooMuch(Capacity capacity) {
    var remedy = " is more than there is: the unit has %s; choose less or a larger image";
    return seekBytes == 0
        ? NotationException.about(
            "%s %d" + remedy, Parameter.SIZE, bytes.orElseThrow(), inWords(capacity))
        : NotationException.about(
            "%s %d from %s %d on" + remedy,
            Parameter.SIZE,
            bytes.orElseThrow(),
            Parameter.OFFSET,
            seekBytes,
            inWords(capacity));
  }

  private static String inWords(Capacity capacity) {
    return Long.toUnsignedString(capacity.blockCount())
        + " blocks of "
        + capacity.blockSize()
        + " bytes";
  }

  private static void requireWholeBlocks(Parameter parameter, long size, int blockSize) {
    if (size % blockSize != 0) {
      throw NotationException.about(
          "%s %d is no multiple of the unit's block size; choose a multiple of %d",
          parameter, size, blockSize);
    }
  }

  /** The block at which it begins. */
  long firstBlock(Capacity capacity) {
    return seekBytes / capacity.blockSize();
  }

  /** How many bytes are copied, in whole blocks. */
  public long bytesOn(Capacity capacity) {
    long left = capacity.blockCount() - firstBlock(capacity);
    long usual = Math.max(1, USUAL_BYTES / capacity.blockSize());
    long blocks = Long.compareUnsigned(left, usual) < 0 ? left : usual;
    return bytes.orElse(blocks * capacity.blockSize());
  }

  /** The same copy with another size of commands, another operation, and data of its own. */
  CopyPlan with(Operation newOperation, int newCommandBytes, long newSeed) {
    return new CopyPlan(
        newOperation, newCommandBytes, seekBytes, bytes, lun, newSeed, synchronize, verify);
  }
}
