package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PartitionFormatterTest {
  private static final ImageIdentity IDENTITY =
      new ImageIdentity(
          1,
          0x11223344,
          UUID.fromString("00112233-4455-4677-8899-aabbccddeeff"),
          UUID.fromString("01020304-0506-4708-890a-0b0c0d0e0f10"));

  private static MemoryImage format(
      PartitionScheme scheme, int blockBytes, long blockCount, FatType type) throws IOException {
    MemoryImage image = new MemoryImage(Math.toIntExact(blockBytes * blockCount));
    new PartitionFormatter(image, blockBytes, blockCount, IDENTITY)
        .write(scheme, PartitionPlacement.of(scheme, blockBytes, blockCount), type, "");
    return image;
  }

  @Test
  void mbr_byte_by_byte() throws IOException {
    MemoryImage image = format(PartitionScheme.MBR, 512, 65536, FatType.FAT16);
    assertThat(image.hex(440, 512))
        .isEqualTo(
            "44332211"
                + "0000"
                + "00" // not to be booted
                + "202100" // cylinder 0, head 32, sector 33
                + "04"
                + "141004" // cylinder 4, head 20, sector 16
                + "00080000" // block 2048
                + "00f80000" // 63488 blocks
                + "00".repeat(48)
                + "55aa");
  }

  @ParameterizedTest
  @CsvSource({
    "FAT12, 20000, 512, 01",
    "FAT12, 200000, 512, 06",
    "FAT16, 67583, 512, 04",
    "FAT16, 67584, 512, 06",
    "FAT16, 16450560, 512, 06",
    "FAT16, 16450561, 512, 0e",
    "FAT32, 200000, 512, 0c",
    "FAT32, 200000, 4096, 0c",
  })
  void the_type_follows_kind_and_size(
      FatType type, long blockCount, int blockBytes, String expected) throws IOException {
    MemoryImage start = new MemoryImage(512);
    new PartitionFormatter(start, blockBytes, blockCount, IDENTITY)
        .write(
            PartitionScheme.MBR,
            PartitionPlacement.of(PartitionScheme.MBR, blockBytes, blockCount),
            type,
            "");
    assertThat(start.hex(450, 451)).isEqualTo(expected);
  }

  @Test
  void blocks_beyond_the_last_cylinder_have_the_highest_address() {
    assertThat(hex(ChsAddress.of(16_450_559))).isEqualTo("feffff");
    assertThat(hex(ChsAddress.of(16_450_560))).isEqualTo("feffff");
    assertThat(hex(ChsAddress.ofProtectiveEnd(16_450_559))).isEqualTo("feffff");
    assertThat(hex(ChsAddress.ofProtectiveEnd(16_450_560))).isEqualTo("ffffff");
    assertThat(hex(ChsAddress.of(1024L * 63))).isEqualTo("040104");
    assertThat(hex(ChsAddress.of(300L * 255 * 63))).isEqualTo("00412c");
  }

  private static String hex(ChsAddress address) {
    ByteBuffer bytes = ByteBuffer.allocate(3);
    address.encode(bytes, 0);
    return new MemoryImage(bytes.array()).hex(0, 3);
  }

  @Test
  void gpt_byte_by_byte() throws IOException {
    MemoryImage image = format(PartitionScheme.GPT, 512, 8192, FatType.FAT12);
    assertThat(image.hex(440, 512))
        .as("protective MBR")
        .isEqualTo(
            "000000000000"
                + "00"
                + "000200" // block 1
                + "ee"
                + "820200" // cylinder 0, head 130, sector 2: block 8191
                + "01000000"
                + "ff1f0000"
                + "00".repeat(48)
                + "55aa");
    assertThat(image.hex(512, 528)).isEqualTo("4546492050415254" + "00000100" + "5c000000");
    assertThat(image.hex(532, 600))
        .as("primary header behind its CRC")
        .isEqualTo(
            "00000000"
                + "0100000000000000"
                + "ff1f000000000000" // the other one: block 8191
                + "2200000000000000" // usable from block 34
                + "de1f000000000000" // to block 8158
                + "33221100554477468899aabbccddeeff"
                + "0200000000000000" // entries from block 2
                + "80000000" // 128
                + "80000000"); // of 128 bytes
    assertThat(image.hex(1024, 1024 + 128))
        .as("first entry")
        .isEqualTo(
            "a2a0d0ebe5b9334487c068b6b72699c7"
                + "0403020106050847890a0b0c0d0e0f10"
                + "0008000000000000"
                + "de1f000000000000"
                + "0000000000000000"
                + "75006d00730069006d00" // umsim
                + "00".repeat(62));
    assertThat(image.hex(1152, 34 * 512)).as("other entries").matches("0+");
    int backup = 8191 * 512;
    assertThat(image.hex(backup + 24, backup + 40))
        .isEqualTo("ff1f000000000000" + "0100000000000000");
    assertThat(image.hex(backup + 72, backup + 80)).isEqualTo("df1f000000000000");
    assertThat(image.hex(8159 * 512, 8191 * 512)).isEqualTo(image.hex(1024, 34 * 512));
  }

  @Test
  void a_gpt_larger_than_32_bits_of_blocks_is_protected_as_far_as_they_reach() throws IOException {
    MemoryImage start = new MemoryImage(512);
    ByteStore onlyStart =
        (offset, bytes) -> {
          if (offset == 0) {
            start.write(0, bytes);
          }
        };
    long blockCount = 1L << 33;
    new PartitionFormatter(onlyStart, 512, blockCount, IDENTITY)
        .write(
            PartitionScheme.GPT,
            PartitionPlacement.of(PartitionScheme.GPT, 512, blockCount),
            FatType.FAT32,
            "");
    assertThat(start.hex(446, 462)).isEqualTo("00000200eeffffff01000000ffffffff");
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1024, 2048, 4096})
  void the_partition_starts_at_1_mib(int blockBytes) {
    long blockCount = (4L << 20) / blockBytes;
    for (PartitionScheme scheme :
        new PartitionScheme[] {PartitionScheme.MBR, PartitionScheme.GPT}) {
      assertThat(PartitionPlacement.of(scheme, blockBytes, blockCount).firstBlock() * blockBytes)
          .isEqualTo(1 << 20);
    }
  }

  @Test
  void an_image_without_room_for_a_partition_is_refused() {
    assertThatThrownBy(() -> PartitionPlacement.of(PartitionScheme.GPT, 512, 2081))
        .isInstanceOf(ImageRefusal.class)
        .hasMessage(
            "a partition in GPT starts at 1048576 bytes and leaves 16896 for the table's copy; the"
                + " image has 1065472 bytes");
    assertThat(PartitionPlacement.of(PartitionScheme.GPT, 512, 2082).blockCount()).isEqualTo(1);
  }

  @Test
  void a_partition_beyond_32_bits_of_blocks_is_refused() {
    assertThatThrownBy(() -> PartitionPlacement.of(PartitionScheme.MBR, 512, (1L << 32) + 2048))
        .isInstanceOf(ImageRefusal.class)
        .hasMessage("the partition would have 4294967296 blocks, an MBR counts 4294967295 at most");
  }

  @Test
  void the_numbers_of_a_seed_are_the_same_on_every_machine() {
    assertThat(ImageIdentity.ofSeed(0))
        .isEqualTo(
            new ImageIdentity(
                0xbb20b460,
                0xd4d95138,
                UUID.fromString("3d93cb79-9b39-40be-a32d-c9f64f1df03a"),
                UUID.fromString("8ce970b7-1df4-4503-98f8-ba3dc812a76d")));
  }
}
