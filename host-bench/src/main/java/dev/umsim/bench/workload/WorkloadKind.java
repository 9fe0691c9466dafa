package dev.umsim.bench.workload;

import dev.umsim.bench.copy.Operation;
import dev.umsim.bench.linux.Workload;
import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.SizeNotation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What a command calls a workload, and how much it copies where nothing else is said. */
public enum WorkloadKind {
  DD_READ("dd-read", Operation.READ, WorkloadKind.USUAL_READ_BYTES),
  DD_WRITE("dd-write", Operation.WRITE, WorkloadKind.USUAL_WRITTEN_BYTES),
  FAT_SYNC("fat-sync", Operation.WRITE, WorkloadKind.USUAL_WRITTEN_BYTES);

  /** As much as was read and written for the page "USB Stack Performance" of Rockbox. */
  private static final long USUAL_READ_BYTES = 32_768_000;

  private static final long USUAL_WRITTEN_BYTES = 2_048_000;

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
      throw new NotationException(
          "--bs is 1 byte to 64M, not " + SizeNotation.format(blockBytes) + "; choose another");
    }
    if (seekBytes % blockBytes != 0) {
      throw new NotationException(
          "--seek "
              + seekBytes
              + " is no multiple of --bs "
              + SizeNotation.format(blockBytes)
              + "; dd skips whole blocks");
    }
    int block = (int) blockBytes;
    long size = bytes.orElse(usualBytes);
    long seekBlocks = seekBytes / blockBytes;
    return switch (this) {
      case DD_READ -> new Workload.DdRead(block, size, seekBlocks);
      case DD_WRITE -> new Workload.DdWrite(block, size, seekBlocks);
      case FAT_SYNC -> fatSync(block, size, seekBytes);
    };
  }

  private static Workload fatSync(int blockBytes, long bytes, long seekBytes) {
    if (seekBytes != 0) {
      throw new NotationException("fat-sync writes a file from its beginning; leave --seek out");
    }
    return new Workload.FatSync(blockBytes, bytes, ProfiledRun.FILE);
  }

  /** The word that a command has for it. */
  @Override
  public String toString() {
    return word;
  }
}
