package dev.umsim.bench.workload;

import dev.umsim.bench.copy.Operation;
import dev.umsim.bench.linux.Workload;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.Parameter;
import dev.umsim.bench.notation.SizeNotation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What a command calls a workload, and how much it copies where nothing else is said. */
public enum WorkloadKind {
  DD_READ("dd-read", Operation.READ, WorkloadKind.USUAL_READ_BYTES),
  DD_WRITE("dd-write", Operation.WRITE, WorkloadKind.USUAL_WRITTEN_BYTES),
  FAT_SYNC("fat-sync", Operation.WRITE, WorkloadKind.USUAL_WRITTEN_BYTES),
  DD_FILE("dd-file", Operation.WRITE, WorkloadKind.USUAL_FILE_BYTES),
  DD_FILE_SYNC("dd-file-sync", Operation.WRITE, WorkloadKind.USUAL_FILE_BYTES),
  DIRECT_READ("direct-read", Operation.READ, WorkloadKind.USUAL_READ_BYTES),
  DIRECT_WRITE("direct-write", Operation.WRITE, WorkloadKind.USUAL_WRITTEN_BYTES),
  RANDOM_READ("random-read", Operation.READ, WorkloadKind.USUAL_WRITTEN_BYTES),
  RANDOM_WRITE("random-write", Operation.WRITE, WorkloadKind.USUAL_WRITTEN_BYTES),
  HDPARM("hdparm-t", Operation.READ, WorkloadKind.USUAL_FILE_BYTES),
  HDPARM_DIRECT("hdparm-t-direct", Operation.READ, WorkloadKind.USUAL_FILE_BYTES);

  /** As much as was read and written for the page "USB Stack Performance" of Rockbox. */
  private static final long USUAL_READ_BYTES = 32_768_000;

  private static final long USUAL_WRITTEN_BYTES = 2_048_000;

  /** As much as was written for the comparison of the PandaBoard's card and disk. */
  private static final long USUAL_FILE_BYTES = 128 << 20;

  private final String word;
  private final Operation operation;
  private final long usualBytes;

  WorkloadKind(String word, Operation operation, long usualBytes) {
    this.word = word;
    this.operation = operation;
    this.usualBytes = usualBytes;
  }

  /** All words. */
  public static List<String> words() {
    return Arrays.stream(values()).map(WorkloadKind::toString).toList();
  }

  /** The workload that is called so, if there is one. */
  public static Optional<WorkloadKind> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** The kind of a workload. */
  static WorkloadKind of(Workload workload) {
    return named(workload.word()).orElseThrow();
  }

  /** Whether it writes blocks that are known beforehand. */
  boolean writesRange() {
    return operation == Operation.WRITE && this != FAT_SYNC && this != RANDOM_WRITE;
  }

  /** Whether what it wrote can be compared with what it should have written. */
  boolean comparable() {
    return operation == Operation.WRITE && this != RANDOM_WRITE;
  }

  /** The first byte of the disk that it touches, where that is known beforehand. */
  long firstByte(Workload workload) {
    if (workload instanceof Workload.DdWrite write) {
      return write.seekBlocks() * write.blockBytes();
    }
    return workload instanceof Workload.Direct direct
        ? direct.skipBlocks() * direct.blockBytes()
        : 0;
  }

  /** Which way its data goes. */
  public Operation operation() {
    return operation;
  }

  /**
   * The workload.
   *
   * @param blockBytes of each read() and write(); 1 to 64 MiB
   * @param bytes to copy, or nothing for what is usual
   * @param seekBytes where on the partition the copy begins, a multiple of {@code blockBytes}
   */
  public Workload workload(long blockBytes, OptionalLong bytes, long seekBytes) {
    if (blockBytes < 1 || blockBytes > Workload.BLOCK_BYTES_MAX) {
      throw NotationException.about(
          "%s is 1 byte to 64M, not %s; choose another",
          Parameter.BLOCK_SIZE, SizeNotation.format(blockBytes));
    }
    if (seekBytes % blockBytes != 0) {
      throw NotationException.about(
          "%s %d is no multiple of %s %s; dd skips whole blocks",
          Parameter.OFFSET, seekBytes, Parameter.BLOCK_SIZE, SizeNotation.format(blockBytes));
    }
    if (seekBytes != 0 && (this == RANDOM_READ || this == RANDOM_WRITE)) {
      throw NotationException.about(
          "%s goes all over the partition; leave %s out", word, Parameter.OFFSET);
    }
    if (seekBytes != 0
        && (this == DD_FILE || this == DD_FILE_SYNC || this == HDPARM || this == HDPARM_DIRECT)) {
      throw NotationException.about(
          "%s goes from the beginning on; leave %s out", word, Parameter.OFFSET);
    }
    int block = (int) blockBytes;
    long size = bytes.orElse(usualBytes);
    long seekBlocks = seekBytes / blockBytes;
    return switch (this) {
      case DD_READ -> new Workload.DdRead(block, size, seekBlocks);
      case DD_WRITE -> new Workload.DdWrite(block, size, seekBlocks);
      case FAT_SYNC -> fatSync(block, size, seekBytes);
      case DD_FILE -> new Workload.DdFile(block, size, false);
      case DD_FILE_SYNC -> new Workload.DdFile(block, size, true);
      case DIRECT_READ -> new Workload.Direct(false, block, size, seekBlocks);
      case DIRECT_WRITE -> new Workload.Direct(true, block, size, seekBlocks);
      case RANDOM_READ -> new Workload.Random(false, block, size);
      case RANDOM_WRITE -> new Workload.Random(true, block, size);
      case HDPARM -> new Workload.HdparmRead(false, size);
      case HDPARM_DIRECT -> new Workload.HdparmRead(true, size);
    };
  }

  private static Workload fatSync(int blockBytes, long bytes, long seekBytes) {
    if (seekBytes != 0) {
      throw NotationException.about(
          "fat-sync writes a file from its beginning; leave %s out", Parameter.OFFSET);
    }
    return new Workload.FatSync(blockBytes, bytes, ProfiledRun.FILE);
  }

  /** The word that a command has for it. */
  @Override
  public String toString() {
    return word;
  }
}
