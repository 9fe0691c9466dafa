package dev.umsim.bench.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.CommandListener.CompletedCommand;
import dev.umsim.core.host.Disk;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.medium.Medium;
import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.testing.ExternalTool;
import dev.umsim.core.usb.SimulatedLink;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.ZeroTimeBus;
import dev.umsim.sim.device.ReferenceDevice;
import dev.umsim.sim.medium.FileMedium;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The model of Linux 6.1 against what a real one was recorded to send, command for command. */
class RecordedKernelTest {
  private static final int BLOCK_BYTES = 512;
  private static final long BLOCKS = 131_072;
  private static final String FILE = "x";

  private static final Map<String, List<String>> RECORDED = recorded();

  private final List<String> sent = new ArrayList<>();
  private SimulatedLink link;
  private BulkOnlyHost bulk;

  private static Map<String, List<String>> recorded() {
    var streams = new LinkedHashMap<String, List<String>>();
    List<String> stream = List.of();
    for (var line : text().lines().filter(each -> !each.startsWith("#")).toList()) {
      if (line.startsWith("--- ")) {
        stream = new ArrayList<>();
        streams.put(line.substring(4), stream);
      } else {
        stream.add(line);
      }
    }
    return streams;
  }

  private static String text() {
    try (var in = RecordedKernelTest.class.getResourceAsStream("linux-6.1-streams.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void attach(Medium medium, boolean writeCache) throws Exception {
    link =
        ReferenceDevice.builder()
            .medium(medium)
            .writeCache(writeCache)
            .build()
            .attach(new ZeroTimeBus(), Speed.HIGH);
    bulk = new BulkOnlyHost(link, Enumeration.enumerate(link, OptionalInt.empty()));
    bulk.setListener(each -> sent.add(words(each)));
  }

  private static String words(CompletedCommand completed) {
    var cdb = completed.cdb();
    return switch (cdb.operationCode()) {
      case 0x00 -> "ready";
      case 0x03 -> "sense";
      case 0x12 -> "inquiry";
      case 0x1a -> "mode";
      case 0x25 -> "capacity";
      case 0x28 -> "read " + ((long) cdb.u16(2) << 16 | cdb.u16(4)) + "+" + cdb.u16(7);
      case 0x2a -> "write " + ((long) cdb.u16(2) << 16 | cdb.u16(4)) + "+" + cdb.u16(7);
      case 0x35 -> "sync";
      case 0x85 -> "ata";
      default -> cdb.toString();
    };
  }

  @AfterEach
  void detach() {
    if (link != null) {
      link.close();
    }
  }

  private LinuxHost host(Processor processor, LinuxHostSettings settings) throws Exception {
    var disk = Disk.open(bulk, 0);
    sent.clear();
    return new LinuxHost(
        disk, BlockRange.whole(disk.capacity()), OptionalInt.empty(), settings, processor);
  }

  private void expect(String recording, Workload workload) throws Exception {
    attach(new MemoryMedium(BLOCK_BYTES, BLOCKS), true);
    host(Processor.UNTIMED, LinuxHostSettings.LINUX_6_1).run(workload, HostFile.random(1));
    assertSent(withoutModes(), RECORDED.get(recording));
  }

  /** The kernel knows its modes since the disk was attached; the model asks when it needs them. */
  private List<String> withoutModes() {
    return sent.stream().filter(each -> !each.equals("mode")).toList();
  }

  /** Of a long stream, the first command that differs is told. */
  private static void assertSent(List<String> sent, List<String> recorded) {
    assertThat(firstDifference(sent, recorded)).isEmpty();
  }

  private static String firstDifference(List<String> sent, List<String> recorded) {
    for (int i = 0; i < Math.max(sent.size(), recorded.size()); i++) {
      var one = i < sent.size() ? sent.get(i) : "nothing";
      var other = i < recorded.size() ? recorded.get(i) : "nothing";
      if (!one.equals(other)) {
        return i + ": " + one + " in the place of " + other;
      }
    }
    return "";
  }

  @Test
  void aDiskIsMadeKnown() throws Exception {
    attach(new MemoryMedium(BLOCK_BYTES, BLOCKS), true);
    LinuxAttach.open(bulk, 0);
    assertThat(sent).isEqualTo(RECORDED.get("attach attach"));
  }

  @Test
  void aReaderIsReadAheadForInWindowsThatGrow() throws Exception {
    expect("a read_bs32k_count1000", new Workload.DdRead(32 << 10, 32_768_000, 0));
  }

  @Test
  void aReaderOfBlocksBeginsWithASmallerWindow() throws Exception {
    expect("a read_bs512_count4000", new Workload.DdRead(512, 2_048_000, 0));
  }

  @Test
  void pastMemoryEachBlockIsACommand() throws Exception {
    expect("a read_direct_bs32k_count100", new Workload.Direct(false, 32 << 10, 3_276_800, 0));
    detach();
    sent.clear();
    expect("c write_direct_bs512_count400", new Workload.Direct(true, 512, 204_800, 0));
    detach();
    sent.clear();
    expect("d write_direct_bs32k_count62", new Workload.Direct(true, 32 << 10, 2_031_616, 0));
  }

  @Test
  void aWriterOfBlocksReadsEachPageAndWritesWhenItCloses() throws Exception {
    expect("c write_bs512_count4000", new Workload.DdWrite(512, 2_048_000, 0));
  }

  @Test
  void aWriterOfPagesReadsNothing() throws Exception {
    expect("d write_bs32k_2048000", new Workload.DdWrite(32 << 10, 2_048_000, 0));
  }

  /**
   * The recorded guest took 15.8 s for it; a processor that takes 7.288 µs for each byte is in the
   * same page when the five seconds are over. The guest read that page between two of the writes.
   */
  @Test
  void whatIsDirtyForFiveSecondsIsWrittenMeanwhile() throws Exception {
    attach(new MemoryMedium(BLOCK_BYTES, BLOCKS), true);
    var settings =
        new LinuxHostSettings(120 << 10, 128 << 10, false, 7288, 64 << 20, 0, Kernel.LINUX_6_1);
    host(new CountingProcessor(), settings)
        .run(new Workload.DdWrite(1, 2_048_000, 0), HostFile.random(1));
    var recorded = RECORDED.get("b write_bs1_count2048000");
    assertThat(firstDifference(only("read", sent), only("read", recorded))).isEmpty();
    assertThat(firstDifference(only("write", sent), only("write", recorded))).isEmpty();
    var stream = withoutModes();
    assertThat(stream.indexOf("write 0+240")).isEqualTo(recorded.indexOf("write 0+240") + 1);
    assertThat(stream.indexOf("write 1336+240")).isEqualTo(recorded.indexOf("write 1336+240"));
  }

  private static List<String> only(String word, List<String> stream) {
    return stream.stream().filter(each -> each.startsWith(word)).toList();
  }

  @Test
  void hdparmReadsToTheEndAndSparesTheLastBlocks() throws Exception {
    expect("g hdparm_t", new Workload.HdparmRead(false, 64 << 20));
    detach();
    sent.clear();
    expect("g hdparm_t_direct", new Workload.HdparmRead(true, 64 << 20));
  }

  @Test
  void aVolumeThatIsMountedWithSyncIsWrittenStepByStep(@TempDir Path folder) throws Exception {
    expectVfat(folder, "e vfat_sync_dd_bs512_204800", 512, 204_800, true);
  }

  @Test
  void aDiskWithoutACacheIsNotFlushed(@TempDir Path folder) throws Exception {
    expectVfat(folder, "e_wt vfat_sync_dd_bs512_204800", 512, 204_800, false);
  }

  @Test
  void aLargeBlockAllocatesAllItsClustersFirst(@TempDir Path folder) throws Exception {
    expectVfat(folder, "f vfat_sync_dd_bs32k_2048000", 32 << 10, 2_048_000, true);
  }

  private void expectVfat(Path folder, String recording, int blockBytes, long bytes, boolean cache)
      throws Exception {
    var image = folder.resolve("volume.img");
    ExternalTool.of("mkfs.vfat", "dosfstools")
        .runToEnd("-C", image.toString(), Long.toString(BLOCKS * BLOCK_BYTES / 1024));
    try (var medium = FileMedium.open(image, BLOCK_BYTES)) {
      attach(medium, cache);
      host(Processor.UNTIMED, LinuxHostSettings.LINUX_6_1)
          .run(new Workload.FatSync(blockBytes, bytes, FILE), HostFile.random(1));
      // Before it stands what mounting and MODE SENSE ask, and behind it what unmounting does.
      var recorded = RECORDED.get(recording);
      var stream = withoutModes();
      int from = stream.indexOf(recorded.get(0));
      int to = Math.min(stream.size(), from + recorded.size());
      assertThat(firstDifference(stream.subList(from, to), recorded)).isEmpty();
      detach();
      link = null;
    }
  }
}
