package dev.umsim.bench.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.umsim.core.scsi.Capacity;
import dev.umsim.core.scsi.InquiryData;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal as it was written, cut off anywhere, and damaged anywhere. */
class JournalFileTest {
  private static final JournalRecord.OfDevice DEVICE =
      new JournalRecord.OfDevice(
          "usb:46f4:0001", new DeviceName(0x46f4, 1, "QEMU", "Tür", "LAB0001"));
  private static final JournalRecord.OfUnit UNIT =
      new JournalRecord.OfUnit(
          1, new Capacity(1L << 33, 512), new InquiryData("QEMU", "DISK", "2.5+"));

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("a.journal");
    try (var writer = JournalWriter.create(file)) {
      writer.add(DEVICE);
      writer.add(UNIT);
      writer.add(blocks(1));
      writer.add(blocks(2));
      writer.force();
    }
  }

  private static JournalRecord.OfBlocks blocks(int value) {
    var data = new byte[512];
    Arrays.fill(data, (byte) value);
    return new JournalRecord.OfBlocks(1, (1L << 32) + value, data);
  }

  /** Records behind the device, by what they say, and whether damage was found. */
  private List<String> read() throws IOException {
    var read = new ArrayList<String>();
    try (var reader = JournalReader.open(file)) {
      assertThat(reader.device()).isEqualTo(DEVICE);
      for (var record = reader.next(); record != null; record = reader.next()) {
        if (record instanceof JournalRecord.OfBlocks blocks) {
          assertThat(blocks.data()).hasSize(512).containsOnly(blocks.data()[0]);
          assertThat(blocks.firstBlock()).isEqualTo((1L << 32) + blocks.data()[0]);
          read.add("blocks " + blocks.data()[0]);
        } else {
          assertThat(record).isEqualTo(UNIT);
          read.add("unit");
        }
      }
      if (reader.isDamaged()) {
        read.add("damage");
      }
    }
    return read;
  }

  @Test
  void holdsWhatWasAdded() throws IOException {
    assertThat(read()).containsExactly("unit", "blocks 1", "blocks 2");
  }

  @Test
  void isReadUpToWhereItWasCutOff() throws IOException {
    var whole = Files.readAllBytes(file);
    int blockRecord = JournalWriter.FRAME_BYTES + 1 + 8 + 512;
    for (int cut = 1; cut <= blockRecord; cut++) {
      Files.write(file, Arrays.copyOf(whole, whole.length - cut));
      assertThat(read()).as("%d bytes cut off", cut).containsExactly("unit", "blocks 1");
    }
  }

  /** Sizes reach a disk before the bytes do: the end may be zeros, which nobody relies on. */
  @Test
  void mayEndInARecordThatWasNotFinished() throws IOException {
    var bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, bytes.length - 300, bytes.length, (byte) 0);
    Files.write(file, bytes);
    assertThat(read()).containsExactly("unit", "blocks 1");
  }

  @Test
  void tellsThatItIsDamagedInTheMiddle() throws IOException {
    var bytes = Files.readAllBytes(file);
    bytes[bytes.length - 700] ^= 1;
    Files.write(file, bytes);
    assertThat(read()).containsExactly("unit", "damage");
  }

  @Test
  void neverTakesMoreMemoryThanARecordMayHave() throws IOException {
    var bytes = Files.readAllBytes(file);
    int lengthOfTheLast = bytes.length - (JournalWriter.FRAME_BYTES + 1 + 8 + 512) + 1;
    bytes[lengthOfTheLast] = 0x7f;
    Files.write(file, bytes);
    assertThat(read()).containsExactly("unit", "blocks 1", "damage");
  }

  @Test
  void isNotTakenForWhatItIsNot() throws IOException {
    Files.writeString(file, "something else, and long enough to be read");
    assertThatThrownBy(() -> JournalReader.open(file))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("no journal");
    Files.write(file, new byte[0]);
    assertThatThrownBy(() -> JournalReader.open(file)).isInstanceOf(FileSystemException.class);
  }

  @Test
  void doesNotTakeThePlaceOfAnother() {
    assertThatThrownBy(() -> JournalWriter.create(file))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("exists already");
  }
}
