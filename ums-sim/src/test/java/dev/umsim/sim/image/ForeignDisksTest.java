package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.testing.ExternalTool;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Disks made by the programs of the distribution: what blkid, partx and fsck say of them. */
final class ForeignDisksTest {

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void place() {
    file = directory.resolve("disk");
  }

  private void empty(long mebibytes) throws IOException {
    SparseFile.create(file, mebibytes << 20).close();
  }

  private void sfdisk(String script, Object... options) throws IOException {
    Path commands = directory.resolve("commands");
    Files.writeString(commands, script.replace(';', '\n') + "\n");
    var tool = ExternalTool.of("sh", "dash");
    ExternalTool.of("sfdisk", "fdisk");
    var words = new StringBuilder("PATH=$PATH:/usr/sbin:/sbin; sfdisk -q");
    for (Object option : options) {
      words.append(' ').append(option);
    }
    tool.run("-c", words + " '" + file + "' < '" + commands + "'").expectSuccess();
  }

  /** Number, first block and blocks of each partition, as partx has them. */
  private List<String> partx() {
    String output =
        ExternalTool.of("partx", "util-linux")
            .run("-g", "-r", "-o", "NR,START,SECTORS", file)
            .output();
    return output.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  private List<String> ours() throws IOException {
    try (FileSource image = FileSource.open(file)) {
      return PartitionTable.read(image, 512).partitions().stream()
          .map(each -> each.number() + " " + each.firstBlock() + " " + each.blockCount())
          .toList();
    }
  }

  private ImageInfo info() throws IOException {
    return ImageInspection.inspect(file);
  }

  private FileSystemInfo only() throws IOException {
    assertThat(info().volumes()).hasSize(1);
    return info().volumes().get(0).fileSystem().orElseThrow();
  }

  private Map<String, String> blkid() {
    return ExternalTool.of("blkid", "util-linux")
        .run("-p", "-o", "export", file)
        .output()
        .lines()
        .filter(line -> line.contains("="))
        .collect(
            Collectors.toMap(
                line -> line.substring(0, line.indexOf('=')),
                line -> line.substring(line.indexOf('=') + 1).replace("\\", ""),
                (first, second) -> second,
                TreeMap::new));
  }

  private void patch(long offset, byte... bytes) throws IOException {
    try (RandomAccessFile image = new RandomAccessFile(file.toFile(), "rw")) {
      image.seek(offset);
      image.write(bytes);
    }
  }

  private void resize(long bytes) throws IOException {
    try (RandomAccessFile image = new RandomAccessFile(file.toFile(), "rw")) {
      image.setLength(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "label: dos;,10M,c;,,83",
        "label: dos;,10M,c;,30M,5;,,83;,8M,L;,,L",
        "label: dos;,30M,f;,10M,7;,5M,L;,5M,L;,5M,L;,5M,L",
        "label: dos;start=2048,size=2048,type=85;start=8192,size=20480,type=83;start=4096,size=8",
        "label: dos;start=1,size=1,type=1",
        "label: gpt;,10M;,20M;,,",
        "label: gpt;start=4096,size=8;start=2048,size=100",
        "label: dos;start=2048,size=4096,type=0;start=8192,size=8,type=6",
      })
  void partitions_are_those_that_partx_finds(String script) throws IOException {
    empty(64);
    sfdisk(script);
    assertThat(ours()).isNotEmpty().isEqualTo(partx());
    assertThat(info().scheme().toString().toLowerCase(Locale.ROOT))
        .isEqualTo(blkid().get("PTTYPE").replace("dos", "mbr"));
  }

  @Test
  void chains_with_bytes_changed_are_read_as_partx_reads_them() throws IOException {
    String script = "label: dos;,4M,c;,40M,f;,4M,7;,8M,L;,8M,L;,8M,L;,8M,L";
    empty(64);
    sfdisk(script);
    byte[] sound = Files.readAllBytes(file);
    // Where the links of the chain are.
    var places = List.of(0L, 10240L * 512, 28672L * 512, 47104L * 512, 65536L * 512);
    for (int seed = 0; seed < 150; seed++) {
      var random = new Random(seed);
      byte[] disk = sound.clone();
      for (int left = 1 + random.nextInt(3); left > 0; left--) {
        long link = places.get(random.nextInt(places.size()));
        int at = (int) link + 446 + random.nextInt(64);
        disk[at] = (byte) (random.nextBoolean() ? random.nextInt() : disk[at] + 1);
      }
      Files.write(file, disk);
      assertThat(ours()).as("seed " + seed).isEqualTo(partx());
    }
  }

  @Test
  void a_newer_mbr_is_read_and_the_older_gpt_told() throws IOException {
    empty(64);
    sfdisk("label: gpt;,10M;,20M");
    patch(446, new byte[66]);
    sfdisk("label: dos;,30M,c", "--wipe", "never", "--label-nested", "dos");
    resetGpt();
    assertThat(info().scheme()).isEqualTo(PartitionScheme.MBR);
    assertThat(ours()).hasSize(1).isEqualTo(partx());
    assertThat(info().anomalies())
        .containsExactly(
            "a GPT and its backup without a protective MBR, left over from before: nobody reads"
                + " it");
  }

  /** sfdisk clears what it finds of a GPT; an installer that writes block 0 alone does not. */
  private void resetGpt() throws IOException {
    byte[] first = new byte[512];
    try (RandomAccessFile image = new RandomAccessFile(file.toFile(), "r")) {
      image.readFully(first);
    }
    Files.delete(file);
    empty(64);
    sfdisk("label: gpt;,10M;,20M");
    patch(0, first);
  }

  @Test
  void a_gpt_on_a_disk_that_has_grown_is_read() throws IOException {
    empty(64);
    sfdisk("label: gpt;,10M;,20M");
    resize(80L << 20);
    assertThat(ours()).hasSize(2).isEqualTo(partx());
    assertThat(info().anomalies())
        .containsExactly("the backup GPT is in block 131071, the last block is 163839");
  }

  @Test
  void a_gpt_whose_first_half_is_damaged_is_read_from_its_backup() throws IOException {
    empty(64);
    sfdisk("label: gpt;,10M;,20M");
    patch(512 + 40, (byte) 99);
    assertThat(ours()).hasSize(2).isEqualTo(partx());
    assertThat(info().anomalies())
        .containsExactly(
            "the primary GPT is damaged; blkid reads the backup, Linux only with its option gpt");
  }

  @Test
  void of_a_gpt_that_is_cut_off_the_others_read_nothing_and_that_is_told() throws IOException {
    empty(64);
    sfdisk("label: gpt;,10M;,20M");
    resize(40L << 20);
    assertThat(partx()).isEmpty();
    assertThat(ours()).hasSize(2);
    assertThat(info().anomalies())
        .containsExactly(
            "the backup GPT is missing or damaged",
            "the GPT counts blocks up to 131038, the last block is 81919; Linux and blkid read no"
                + " partition of it");
  }

  @Test
  void a_file_system_under_a_table_is_told() throws IOException {
    empty(64);
    ExternalTool.of("mke2fs", "e2fsprogs").run("-q", "-t", "ext4", file).expectSuccess();
    sfdisk("label: dos;,30M,c", "--wipe", "never");
    assertThat(blkid()).containsEntry("TYPE", "ext4").containsEntry("PTTYPE", "dos");
    assertThat(info().scheme()).isEqualTo(PartitionScheme.MBR);
    assertThat(info().anomalies())
        .containsExactly(
            "the disk as a whole was a volume with ext2, ext3 or ext4 before, of which the"
                + " beginning is left over; blkid names it beside the table");
  }

  private void assertAsBlkid(FileSystemInfo found, String type) {
    var told = blkid();
    assertThat(told).containsEntry("TYPE", type);
    assertThat(found.id().toLowerCase(Locale.ROOT))
        .isEqualTo(told.getOrDefault("UUID", "").toLowerCase(Locale.ROOT));
    assertThat(found.label()).isEqualTo(told.getOrDefault("LABEL", ""));
  }

  @ParameterizedTest
  @CsvSource({"8, 512, 4096, ''", "64, 512, 32768, A NAME", "300, 512, 131072, elevenchars"})
  void exfat_is_as_its_tools_say(int mebibytes, int sectorBytes, int clusterBytes, String label)
      throws IOException {
    empty(mebibytes);
    ExternalTool.of("mkfs.exfat", "exfatprogs")
        .run("-c", clusterBytes, "-L", label, file)
        .expectSuccess();
    var found = only();
    assertThat(found.type()).isEqualTo("exFAT");
    assertAsBlkid(found, "exfat");
    assertThat(found.blockBytes()).isEqualTo(sectorBytes);
    assertThat(found.clusterBytes()).isEqualTo(clusterBytes);
    assertThat(found.anomalies()).isEmpty();
    assertThat(info().blockBytes()).hasValue(sectorBytes);
    String facts = ExternalTool.of("dump.exfat", "exfatprogs").run(file).expectSuccess().output();
    assertThat(facts).containsPattern("Total Clusters:\\s+" + found.clusterCount() + "\n");
    assertThat(facts)
        .containsPattern("Free Clusters:\\s+" + found.freeClusterCount().getAsLong() + "\n");
  }

  @Test
  void exfat_that_is_damaged_is_told() throws IOException {
    empty(16);
    ExternalTool.of("mkfs.exfat", "exfatprogs").run(file).expectSuccess();
    patch(106, (byte) 2);
    assertThat(only().anomalies()).containsExactly("marked as not unmounted");
    patch(106, (byte) 0);
    patch(512 + 5, (byte) 7);
    assertThat(only().anomalies())
        .containsExactly(
            "the checksum of the boot region is wrong; Linux mounts it no more",
            "the backup of the boot region differs from it");
    patch(512 + 5, (byte) 0);
    resize(8 << 20);
    assertThat(only().anomalies())
        .containsExactly("the volume has 32768 sectors of 512 bytes, 16384 are there");
  }

  @ParameterizedTest
  @CsvSource({"8, 512, 4096, ''", "40, 512, 512, My label", "64, 4096, 65536, other"})
  void ntfs_is_as_its_tools_say(int mebibytes, int sectorBytes, int clusterBytes, String label)
      throws IOException {
    empty(mebibytes);
    ExternalTool.of("mkfs.ntfs", "ntfs-3g")
        .run("-F", "-Q", "-q", "-s", sectorBytes, "-c", clusterBytes, "-L", label, file)
        .expectSuccess();
    var found = only();
    assertThat(found.type()).isEqualTo("NTFS");
    assertAsBlkid(found, "ntfs");
    assertThat(found.blockBytes()).isEqualTo(sectorBytes);
    assertThat(found.clusterBytes()).isEqualTo(clusterBytes);
    assertThat(found.anomalies()).isEmpty();
    String facts = ExternalTool.of("ntfsinfo", "ntfs-3g").run("-m", file).expectSuccess().output();
    assertThat(facts).contains("Volume Size in Clusters: " + found.clusterCount() + "\n");
    assertThat(facts).contains("Free Clusters: " + found.freeClusterCount().getAsLong() + " ");
  }

  @Test
  void ntfs_that_is_cut_off_is_told() throws IOException {
    empty(16);
    ExternalTool.of("mkfs.ntfs", "ntfs-3g").run("-F", "-Q", "-q", file).expectSuccess();
    resize(12 << 20);
    assertThat(only().anomalies())
        .containsExactly("the volume has 32767 sectors of 512 bytes, 24576 are there");
  }

  @Test
  void hfs_plus_has_the_id_that_blkid_reads() throws IOException {
    empty(16);
    var header = ByteBuffer.allocate(512).order(ByteOrder.BIG_ENDIAN);
    header.putShort(0, (short) 0x482b).putShort(2, (short) 4).putInt(4, 0x100);
    header.putInt(40, 4096).putInt(44, 4096).putInt(48, 4000);
    header.putLong(104, 0x1122334455667788L);
    // The catalog: 8 blocks from block 16 on; its first leaf is node 1.
    header.putLong(272, 8 * 4096).putInt(272 + 12, 8).putInt(272 + 16, 16).putInt(272 + 20, 8);
    patch(1024, header.array());
    patch((16 << 20) - 1024, header.array());
    var tree = ByteBuffer.allocate(512).order(ByteOrder.BIG_ENDIAN);
    tree.put(8, (byte) 1).putShort(14, (short) 1).putInt(16, 1).putInt(20, 1).putInt(24, 1);
    tree.putInt(28, 1).putShort(32, (short) 4096);
    patch(16 * 4096, tree.array());
    var leaf = ByteBuffer.allocate(4096).order(ByteOrder.BIG_ENDIAN);
    byte[] name = "Macintosh HD".getBytes(StandardCharsets.UTF_16BE);
    leaf.put(8, (byte) -1).put(9, (byte) 1).putShort(10, (short) 1);
    leaf.putShort(14, (short) (6 + name.length)).putInt(16, 1);
    leaf.putShort(20, (short) (name.length / 2)).put(22, name);
    patch(17 * 4096, leaf.array());
    var found = only();
    assertThat(found.type()).isEqualTo("HFS+");
    assertAsBlkid(found, "hfsplus");
    assertThat(found.label()).isEqualTo("Macintosh HD");
    assertThat(found.freeClusterCount()).hasValue(4000);
    assertThat(found.anomalies()).isEmpty();
    patch(1024 + 6, (byte) 0);
    assertThat(only().anomalies()).containsExactly("marked as not unmounted");
  }

  @Test
  void apfs_is_named() throws IOException {
    empty(16);
    var block = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    block.putLong(8, 1).putLong(16, 1).putShort(24, (short) 1);
    block.put(32, "NXSB".getBytes(StandardCharsets.US_ASCII)).putInt(36, 4096).putLong(40, 4096);
    for (int i = 0; i < 16; i++) {
      block.put(72 + i, (byte) (i * 17));
    }
    patch(0, block.array());
    assertThat(only().type()).isEqualTo("APFS");
    assertThat(only().id()).isEqualTo("00112233-4455-6677-8899-aabbccddeeff");
    assertThat(only().sizeBytes()).isEqualTo(16 << 20);
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 2048})
  void a_map_of_apples_is_read_as_partx_reads_it(int blockBytes) throws IOException {
    empty(16);
    var descriptor = ByteBuffer.allocate(512).order(ByteOrder.BIG_ENDIAN);
    descriptor.putShort(0, (short) 0x4552).putShort(2, (short) blockBytes);
    patch(0, descriptor.array());
    String[][] rows = {
      {"Apple", "Apple_partition_map", "1", "63"},
      {"firmware", "Apple_MDFW", "64", "2000"},
      {"disk", "Apple_HFS", "2064", "4000"},
    };
    for (int i = 0; i < rows.length; i++) {
      var entry = ByteBuffer.allocate(512).order(ByteOrder.BIG_ENDIAN);
      entry.putShort(0, (short) 0x504d).putInt(4, rows.length);
      entry.putInt(8, Integer.parseInt(rows[i][2])).putInt(12, Integer.parseInt(rows[i][3]));
      entry.put(16, rows[i][0].getBytes(StandardCharsets.US_ASCII));
      entry.put(48, rows[i][1].getBytes(StandardCharsets.US_ASCII));
      patch((long) (i + 1) * blockBytes, entry.array());
    }
    var found = info();
    assertThat(found.scheme()).isEqualTo(PartitionScheme.APPLE);
    assertThat(found.blockBytes()).hasValue(blockBytes);
    var told =
        found.volumes().stream()
            .map(each -> each.partition().orElseThrow())
            .map(
                each ->
                    each.number()
                        + " "
                        + each.firstBlock() * blockBytes / 512
                        + " "
                        + each.blockCount() * blockBytes / 512)
            .toList();
    assertThat(told).hasSize(3).isEqualTo(partx());
    assertThat(blkid()).containsEntry("PTTYPE", "mac");
    assertThat(found.lines())
        .contains(
            "partition table: Apple partition map",
            "partition 3: type Apple_HFS, blocks 2064 to 6063",
            "  name: disk");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "510 | 0 | its signature 55 aa is missing, without which Windows does not mount it",
        "0 | 0 | it begins with 00 3c 90 and not with a jump, without which Windows does not mount"
            + " it",
        "21 | 16 | its media byte is 10 and not f0 or f8 to ff",
        "13 | 3 | its clusters have 3 sectors",
        "12 | 3 | its sectors have 768 bytes",
        "16 | 0 | it has 0 tables",
        "22 | 255 | 65287 sectors stand before its first cluster, of 32768 in all",
      })
  void a_boot_sector_that_is_nearly_one_says_what_is_wrong(int at, int value, String fault)
      throws IOException {
    empty(16);
    ExternalTool.of("mkfs.fat", "dosfstools").run("-F", 16, "-s", 4, file).expectSuccess();
    assertThat(only().type()).isEqualTo("FAT16");
    patch(at, (byte) value);
    if (at == 22) {
      patch(23, (byte) 0x7f);
    }
    var volume = info().volumes().get(0);
    assertThat(volume.fileSystem()).isEmpty();
    assertThat(volume.anomalies()).hasSize(1);
    assertThat(volume.anomalies().get(0)).startsWith("nearly a boot sector of FAT: ");
    if (at != 22) {
      assertThat(volume.anomalies()).containsExactly("nearly a boot sector of FAT: " + fault);
    }
  }

  @ParameterizedTest
  @CsvSource({"mkswap, util-linux, Linux swap, swap", "mkfs.btrfs, btrfs-progs, Btrfs, btrfs"})
  void others_are_named(String program, String debianPackage, String name, String type)
      throws IOException {
    if (program.equals("mkfs.btrfs")) {
      empty(128);
      // Its superblock alone, so that no other program is needed.
      patch(0x10040, "_BHRfS_M".getBytes(StandardCharsets.US_ASCII));
      assertThat(only().type()).isEqualTo(name);
      return;
    }
    empty(16);
    ExternalTool.of(program, debianPackage).run(file).expectSuccess();
    assertThat(only().type()).isEqualTo(name);
    assertThat(blkid()).containsEntry("TYPE", type);
    assertThat(info().lines()).contains("  file system: Linux swap").hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({
    "exfatprogs, mkfs.exfat, none",
    "ntfs-3g, mkfs.ntfs, -FQq",
    "e2fsprogs, mke2fs, -qF",
    "dosfstools, mkfs.fat, -F32"
  })
  void volumes_with_bytes_changed_are_told_about(
      String debianPackage, String program, String option) throws IOException {
    empty(40);
    var tool = ExternalTool.of(program, debianPackage);
    (program.equals("mkfs.exfat") ? tool.run(file) : tool.run(option, file)).expectSuccess();
    var image = new MemoryImage(Files.readAllBytes(file));
    for (int seed = 0; seed < 250; seed++) {
      var random = new Random(seed);
      var undo = new TreeMap<Integer, Byte>();
      for (int left = 1 + random.nextInt(20); left > 0; left--) {
        int at = random.nextInt(random.nextBoolean() ? 512 : 64 << 10);
        undo.putIfAbsent(at, image.bytes[at]);
        image.bytes[at] = (byte) random.nextInt();
      }
      var info = ImageInspection.inspect(image, OptionalInt.empty());
      assertThat(info.lines())
          .hasSizeBetween(4, 60)
          .allSatisfy(line -> assertThat(line).doesNotContain("\n").hasSizeLessThan(400));
      undo.forEach((at, value) -> image.bytes[at] = value);
    }
  }
}
