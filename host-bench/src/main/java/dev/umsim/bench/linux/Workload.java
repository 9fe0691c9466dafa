package dev.umsim.bench.linux;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.Parameter;
import dev.umsim.bench.notation.SizeNotation;

/** What a program does to a device: one {@code dd}, block by block, or commands alone. */
public sealed interface Workload {
  /** The most that {@code dd} may hold in memory here. */
  int BLOCK_BYTES_MAX = 64 << 20;

  /** The word for it on a command line, such as {@code dd-read}. */
  String word();

  /** {@code bs}: bytes of each read() and write(), but perhaps the last. */
  int blockBytes();

  /** How many bytes are copied. */
  long bytes();

  /**
   * {@code dd if=/dev/sdb1 of=/dev/null bs= skip=}, with nothing of the device in memory.
   *
   * @param skipBlocks how many blocks of {@code blockBytes} lie before the first
   */
  record DdRead(int blockBytes, long bytes, long skipBlocks) implements Workload {
    public DdRead {
      requireCopy(blockBytes, bytes);
      requireBlocks("skip", skipBlocks);
    }

    @Override
    public String word() {
      return "dd-read";
    }
  }

  /**
   * {@code dd of=/dev/sdb1 bs= seek=}; the time ends when the device is closed, and so when all
   * data is on it.
   *
   * @param seekBlocks how many blocks of {@code blockBytes} lie before the first
   */
  record DdWrite(int blockBytes, long bytes, long seekBlocks) implements Workload {
    public DdWrite {
      requireCopy(blockBytes, bytes);
      requireBlocks("seek", seekBlocks);
    }

    @Override
    public String word() {
      return "dd-write";
    }
  }

  /**
   * {@code dd of=/mnt/PATH bs=} on a volume that was mounted with {@code -t vfat -o sync}. Mounting
   * it, making the file and giving up an old one of its name is not in the time.
   *
   * @param path folders, which are there, and the file's name, with {@code /} between them
   */
  record FatSync(int blockBytes, long bytes, String path) implements Workload {
    public FatSync {
      requireCopy(blockBytes, bytes);
      Vfat.namesOf(path);
    }

    @Override
    public String word() {
      return "fat-sync";
    }
  }

  /**
   * One command after the other with nothing in memory, as {@code dd} does with {@code
   * iflag=direct} or {@code oflag=direct}; blocks that are larger than the host's commands are cut.
   *
   * @param write whether it writes
   * @param skipBlocks how many blocks of {@code blockBytes} lie before the first
   */
  record Direct(boolean write, int blockBytes, long bytes, long skipBlocks) implements Workload {
    public Direct {
      requireCopy(blockBytes, bytes);
      requireBlocks("skip", skipBlocks);
    }

    @Override
    public String word() {
      return write ? "direct-write" : "direct-read";
    }
  }

  /**
   * Blocks here and there on the partition, each at a multiple of its size, one after the other and
   * with nothing in memory: what benchmarks call the access time.
   *
   * @param write whether it writes
   */
  record Random(boolean write, int blockBytes, long bytes) implements Workload {
    public Random {
      requireCopy(blockBytes, bytes);
    }

    @Override
    public String word() {
      return write ? "random-write" : "random-read";
    }
  }

  /**
   * {@code dd of=FILE bs=} on a mounted file system, without {@code conv=fsync}: it returns when
   * all but the host's dirty limit is written.
   *
   * @param synchronize whether {@code && sync} stands behind it, and its time counts
   */
  record DdFile(int blockBytes, long bytes, boolean synchronize) implements Workload {
    public DdFile {
      requireCopy(blockBytes, bytes);
    }

    @Override
    public String word() {
      return synchronize ? "dd-file-sync" : "dd-file";
    }
  }

  /**
   * {@code hdparm -t}: reads from the beginning on in blocks of 2 MiB for three seconds, or as much
   * as is wanted.
   *
   * @param direct with {@code --direct}, past all memory
   * @param bytes at most
   */
  record HdparmRead(boolean direct, long bytes) implements Workload {
    /** As long as it reads. */
    static final long NANOS = 3_000_000_000L;

    public HdparmRead {
      requireCopy(2 << 20, bytes);
    }

    @Override
    public int blockBytes() {
      return 2 << 20;
    }

    @Override
    public String word() {
      return direct ? "hdparm-t-direct" : "hdparm-t";
    }
  }

  private static void requireCopy(int blockBytes, long bytes) {
    if (blockBytes < 1 || blockBytes > BLOCK_BYTES_MAX) {
      throw NotationException.about(
          "%s is 1 byte to 64M, not %d; choose another", Parameter.BLOCK_SIZE, blockBytes);
    }
    if (bytes < 1) {
      throw NotationException.about("%s is at least 1 byte, not %d", Parameter.SIZE, bytes);
    }
  }

  private static void requireBlocks(String name, long blocks) {
    if (blocks < 0) {
      throw new NotationException("--" + name + " is 0 or more blocks, not " + blocks);
    }
  }

  /** Where a copy begins that leaves out blocks; refused if it does not end on the device. */
  static long requireFits(Workload workload, long blocks, BlockDevice device) {
    boolean fits =
        workload.bytes() <= device.sizeBytes()
            && blocks <= (device.sizeBytes() - workload.bytes()) / workload.blockBytes();
    if (!fits) {
      throw new NotationException(
          "%s of %d bytes behind %d blocks of %s ends behind the device, which has %d bytes; choose"
                  .formatted(
                      workload.word(),
                      workload.bytes(),
                      blocks,
                      SizeNotation.format(workload.blockBytes()),
                      device.sizeBytes())
              + " less");
    }
    return blocks * workload.blockBytes();
  }
}
