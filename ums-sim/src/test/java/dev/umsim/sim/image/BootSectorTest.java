package dev.umsim.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BootSectorTest {
  private static final FatGeometry SMALL =
      new FatGeometry(FatType.FAT12, 512, 2880, 4, 2, 2, 3, 512, 0);
  private static final FatGeometry LARGE =
      new FatGeometry(FatType.FAT32, 2048, 0x40000, 2, 32, 2, 256, 0, 2);

  private final ByteBuffer bytes =
      ByteBuffer.allocate(BootSector.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
  private final MemoryImage image = new MemoryImage(bytes.array());

  @Test
  void of_fat12_has_the_fields_of_the_specification() {
    new BootSector(SMALL, 0xf8, 63, 0x12345678, "MY STICK", 0, 0, false).encode(bytes);
    assertThat(image.hex(0, 62))
        .isEqualTo(
            "eb3c90"
                + "4d5357494e342e31" // MSWIN4.1
                + "0002" // bytes per sector
                + "04" // sectors per cluster
                + "0200" // reserved sectors
                + "02" // tables
                + "0002" // entries of the root directory
                + "400b" // sectors, 16 bits
                + "f8"
                + "0300" // sectors per table
                + "3f00ff00" // 63 sectors per track, 255 heads
                + "3f000000" // hidden sectors
                + "00000000" // sectors, 32 bits
                + "800029"
                + "78563412"
                + "4d5920535449434b202020" // MY STICK
                + "4641543132202020"); // FAT12
    assertThat(image.hex(510, 512)).isEqualTo("55aa");
  }

  @Test
  void of_fat32_has_the_fields_of_the_specification() {
    new BootSector(LARGE, 0xf8, 512, 0x12345678, "", 1, 6, false).encode(bytes);
    assertThat(image.hex(0, 90))
        .isEqualTo(
            "eb5890"
                + "4d5357494e342e31"
                + "0008" // bytes per sector
                + "02"
                + "2000"
                + "02"
                + "0000" // no root directory of its own
                + "0000" // no 16-bit size
                + "f8"
                + "0000" // nor one of the tables
                + "3f00ff00"
                + "00020000"
                + "00000400" // sectors
                + "00010000" // sectors per table
                + "0000" // tables are kept alike
                + "0000" // version 0.0
                + "02000000" // cluster of the root directory
                + "0100" // FSInfo
                + "0600" // backup
                + "000000000000000000000000"
                + "800029"
                + "78563412"
                + "4e4f204e414d4520202020" // NO NAME
                + "4641543332202020"); // FAT32
    assertThat(image.hex(510, 512)).isEqualTo("55aa");
  }

  @Test
  void is_read_back() {
    for (FatGeometry geometry : new FatGeometry[] {SMALL, LARGE}) {
      boolean fat32 = geometry == LARGE;
      BootSector sector =
          new BootSector(
              geometry, 0xf0, 7, 0xfedcba98, "LABEL", fat32 ? 1 : 0, fat32 ? 6 : 0, fat32);
      bytes.put(0, new byte[BootSector.LENGTH]);
      sector.encode(bytes);
      assertThat(BootSector.decode(bytes)).contains(sector);
    }
  }

  @Test
  void code_prints_a_message_and_leaves_to_the_bios() {
    new BootSector(SMALL, 0xf8, 0, 0, "", 0, 0, false).encode(bytes);
    // mov si, 7c59h: the sector is loaded at 7c00h and the text stands at 59h.
    assertThat(image.hex(0x3e, 0x59))
        .isEqualTo("31c08ed8fcbe597cac84c07409b40ebb0700cd10ebf2cd18f4ebfd");
    assertThat(image.hex(0x59, 0x59 + 5)).isEqualTo("5468697320"); // "This "
    assertThat(image.hex(446, 510)).as("no partition to be seen").isEqualTo("00".repeat(64));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, no jump",
    "2, 0, no jump",
    "12, 3, sectors of 768 bytes",
    "13, 0, clusters of no sector",
    "13, 3, three sectors in a cluster",
    "14, 0, no reserved sector",
    "16, 0, no table",
    "19, 0, no sector",
    "19, 43, no sector for a cluster",
    "21, 0x55, no media byte",
    "510, 0, no signature",
  })
  void what_cannot_be_is_no_boot_sector(String at, String value, String what) {
    new BootSector(SMALL, 0xf8, 0, 0, "", 0, 0, false).encode(bytes);
    if (what.startsWith("no sector")) {
      bytes.put(20, (byte) 0);
    }
    bytes.put(Integer.decode(at), Integer.decode(value).byteValue());
    assertThat(BootSector.decode(bytes)).as(what).isEmpty();
  }
}
