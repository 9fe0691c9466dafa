package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PartitionTableTest {
  private static final int BYTES = 4 << 20;
  private final MemoryImage image = new MemoryImage(BYTES);

  private void format(PartitionScheme scheme, int blockBytes) throws IOException {
    long blockCount = BYTES / blockBytes;
    new PartitionFormatter(image, blockBytes, blockCount, ImageIdentity.ofSeed(1))
        .write(
            scheme, PartitionPlacement.of(scheme, blockBytes, blockCount), FatType.FAT12, "NAME");
  }

  private PartitionTable read(int blockBytes) throws IOException {
    return PartitionTable.read(image, blockBytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1024, 2048, 4096})
  void an_mbr_is_read_back(int blockBytes) throws IOException {
    format(PartitionScheme.MBR, blockBytes);
    PartitionTable table = read(blockBytes);
    assertThat(table.scheme()).isEqualTo(PartitionScheme.MBR);
    assertThat(table.anomalies()).isEmpty();
    assertThat(table.partitions())
        .containsExactly(
            new Partition(1, (1 << 20) / blockBytes, (3 << 20) / blockBytes, "01", "", ""));
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1024, 2048, 4096})
  void a_gpt_is_read_back(int blockBytes) throws IOException {
    format(PartitionScheme.GPT, blockBytes);
    PartitionTable table = read(blockBytes);
    assertThat(table.scheme()).isEqualTo(PartitionScheme.GPT);
    assertThat(table.anomalies()).isEmpty();
    assertThat(table.partitions())
        .containsExactly(
            new Partition(
                1,
                (1 << 20) / blockBytes,
                (3 << 20) / blockBytes - 16384 / blockBytes - 1,
                "ebd0a0a2-b9e5-4433-87c0-68b6b72699c7",
                ImageIdentity.ofSeed(1).partitionId().toString(),
                "NAME"));
  }

  @Test
  void a_damaged_primary_gpt_is_replaced_by_its_backup() throws IOException {
    format(PartitionScheme.GPT, 512);
    image.bytes[512 + 40]++;
    assertThat(read(512).anomalies())
        .containsExactly(
            "the primary GPT is damaged; blkid reads the backup, Linux only with its option gpt");
    assertThat(read(512).partitions()).hasSize(1);
  }

  @Test
  void damaged_entries_are_noticed() throws IOException {
    format(PartitionScheme.GPT, 512);
    image.bytes[1024 + 200]++;
    assertThat(read(512).anomalies())
        .containsExactly(
            "the primary GPT is damaged; blkid reads the backup, Linux only with its option gpt");
  }

  @Test
  void a_damaged_backup_gpt_is_noticed() throws IOException {
    format(PartitionScheme.GPT, 512);
    image.bytes[BYTES - 512]++;
    assertThat(read(512).anomalies()).containsExactly("the backup GPT is missing or damaged");
    assertThat(read(512).partitions()).hasSize(1);
  }

  @Test
  void two_damaged_halves_leave_a_gpt_without_partitions() throws IOException {
    format(PartitionScheme.GPT, 512);
    image.bytes[512 + 40]++;
    image.bytes[BYTES - 512]++;
    assertThat(read(512).scheme()).isEqualTo(PartitionScheme.GPT);
    assertThat(read(512).partitions()).isEmpty();
    assertThat(read(512).anomalies())
        .containsExactly(
            "the primary GPT is damaged; nobody reads a partition of this",
            "the backup GPT is missing or damaged");
  }

  @Test
  void a_gpt_that_nothing_protects_is_what_is_left_over() throws IOException {
    format(PartitionScheme.GPT, 512);
    image.bytes[450] = 0x0c;
    assertThat(read(512).scheme()).isEqualTo(PartitionScheme.MBR);
    assertThat(read(512).partitions())
        .containsExactly(new Partition(1, 1, BYTES / 512 - 1, "0c", "", ""));
    assertThat(read(512).anomalies())
        .containsExactly(
            "a GPT and its backup without a protective MBR, left over from before: nobody reads"
                + " it");
  }

  @Test
  void a_protective_mbr_in_the_wrong_place_is_noticed() throws IOException {
    format(PartitionScheme.GPT, 512);
    image.bytes[454] = 2;
    assertThat(read(512).anomalies())
        .containsExactly("the protective MBR does not begin at block 1; Linux reads no GPT then");
  }

  @Test
  void a_disk_that_has_grown_has_its_backup_in_the_wrong_place() throws IOException {
    format(PartitionScheme.GPT, 512);
    byte[] longer = Arrays.copyOf(image.bytes, BYTES + 512);
    assertThat(PartitionTable.read(new MemoryImage(longer), 512).anomalies())
        .containsExactly("the backup GPT is in block 8191, the last block is 8192");
  }

  @Test
  void a_protective_mbr_alone_is_noticed() throws IOException {
    format(PartitionScheme.MBR, 512);
    image.bytes[450] = (byte) 0xee;
    assertThat(read(512).anomalies())
        .containsExactly("protective MBR without a GUID partition table");
  }

  @Test
  void partitions_that_overlap_or_reach_past_the_end_are_noticed() throws IOException {
    format(PartitionScheme.MBR, 512);
    System.arraycopy(image.bytes, 446, image.bytes, 462, 16);
    image.bytes[462 + 13] += 1; // 256 blocks longer
    assertThat(read(512).partitions()).hasSize(2);
    assertThat(read(512).anomalies())
        .containsExactly(
            "partition 2 has the blocks 2048 to 8447, 1 to 8191 may be had",
            "partitions 1 and 2 overlap");
  }

  @Test
  void a_boot_flag_that_is_none_makes_it_no_mbr() throws IOException {
    format(PartitionScheme.MBR, 512);
    image.bytes[446] = 0x7f;
    assertThat(read(512).scheme()).isEqualTo(PartitionScheme.NONE);
  }

  @Test
  void the_boot_sector_of_a_volume_is_no_mbr() throws IOException {
    FatGeometry geometry = FatSizing.choose(FatOptions.AUTOMATIC, 512, BYTES / 512, 0);
    SourceDirectory root = SourceDirectory.EMPTY;
    FatFormatter.write(
        FatFormatter.bootSector(geometry, 0, 1, ""),
        FatLayout.of(root, geometry, "", node -> FatTime.EARLIEST),
        image);
    image.bytes[450] = 1;
    image.bytes[454] = 1;
    image.bytes[458] = 1;
    assertThat(read(512).scheme()).isEqualTo(PartitionScheme.NONE);
  }

  @Test
  void nothing_is_no_table() throws IOException {
    assertThat(read(512))
        .isEqualTo(new PartitionTable(PartitionScheme.NONE, 512, List.of(), List.of()));
    assertThat(PartitionTable.read(new MemoryImage(0), 4096).scheme())
        .isEqualTo(PartitionScheme.NONE);
  }
}
