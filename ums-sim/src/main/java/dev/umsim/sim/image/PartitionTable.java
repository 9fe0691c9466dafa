package dev.umsim.sim.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the first and last blocks of a medium say about its partitions.
 *
 * @param scheme how the medium is divided
 * @param blockBytes the size of a block by which the table counts
 * @param partitions in the order of the table
 * @param anomalies one line for each thing that is not as the table or its standard says
 */
public record PartitionTable(
    PartitionScheme scheme, int blockBytes, List<Partition> partitions, List<String> anomalies) {

  /** Keeps its own copy of the lists. */
  public PartitionTable {
    Objects.requireNonNull(scheme);
    partitions = List.copyOf(partitions);
    anomalies = List.copyOf(anomalies);
  }

  /**
   * Reads the table of a medium. No bytes make this fail: what is no table is {@link
   * PartitionScheme#NONE}, and what is damaged is told in the anomalies.
   *
   * @param blockBytes the size of a block, a power of two from 512 to 4096
   * @throws IOException if the medium cannot be read
   */
  public static PartitionTable read(ByteSource medium, int blockBytes) throws IOException {
    if (!FatGeometry.isSectorSize(blockBytes)) {
      throw new IllegalArgumentException("blocks of " + blockBytes + " bytes");
    }
    Optional<PartitionTable> gpt = new GptReader(medium, blockBytes).read();
    if (gpt.isPresent()) {
      return gpt.get();
    }
    ByteBuffer first = medium.read(0, MasterBootRecord.LENGTH);
    Optional<MasterBootRecord> record =
        OtherFileSystems.hasOwnBootSector(first)
            ? Optional.empty()
            : MasterBootRecord.decode(first);
    if (record.isPresent()) {
      return new MbrReader(medium, blockBytes, record.get()).read();
    }
    return new AppleMapReader(medium, blockBytes)
        .read()
        .orElse(new PartitionTable(PartitionScheme.NONE, blockBytes, List.of(), List.of()));
  }

  /**
   * What is wrong with where partitions lie.
   *
   * @param firstBlock the first block that they may have
   * @param endBlock the block behind the last one that they may have
   */
  static List<String> faults(List<Partition> partitions, long firstBlock, long endBlock) {
    List<String> faults = new ArrayList<>();
    for (int i = 0; i < partitions.size(); i++) {
      Partition one = partitions.get(i);
      if (one.firstBlock() < firstBlock || one.endBlock() > endBlock) {
        faults.add(
            "partition %d has the blocks %d to %d, %d to %d may be had"
                .formatted(
                    one.number(), one.firstBlock(), one.endBlock() - 1, firstBlock, endBlock - 1));
      }
      // One line for each partition, however many it overlaps.
      partitions.subList(0, i).stream()
          .filter(other -> one.firstBlock() < other.endBlock())
          .filter(other -> other.firstBlock() < one.endBlock())
          .findFirst()
          .ifPresent(
              other ->
                  faults.add(
                      "partitions %d and %d overlap".formatted(other.number(), one.number())));
    }
    return faults;
  }
}
