package dev.umsim.bench.linux;

import dev.umsim.bench.notation.NotationException;
import dev.umsim.bench.notation.SizeNotation;

/** What a program does to a device: one {@code dd}, block by block. */
public sealed interface Workload {
  /** The most that {@code dd} may hold in memory here. */
  int BLOCK_BYTES_MAX = 64 << 20;

  /** The word for it on a command line: {@code dd-read}, {@code dd-write} or {@code fat-sync}. */
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

  private static void requireCopy(int blockBytes, long bytes) {
    if (blockBytes < 1 || blockBytes > BLOCK_BYTES_MAX) {
      throw new NotationException(
          "--bs is 1 byte to 64M, not " + blockBytes + "; choose another block size");
    }
    if (bytes < 1) {
      throw new NotationException("--size is at least 1 byte, not " + bytes);
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
