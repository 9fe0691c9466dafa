package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskGeometryTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # Block size, blocks; cylinders, heads, sectors, kbit/s, rpm.
          512,  1440,     80,    2,   9,  250,   300
          512,  2400,     80,    2,   15, 500,   360
          512,  2880,     80,    2,   18, 500,   300
          512,  5760,     80,    2,   36, 1000,  300
          1024, 1440,     1,     16,  63, 65535, 0
          512,  1,        1,     16,  63, 65535, 0
          512,  1032192,  1024,  16,  63, 65535, 0
          512,  1032193,  512,   32,  63, 65535, 0
          512,  8257536,  1024,  128, 63, 65535, 0
          512,  8257537,  514,   255, 63, 65535, 0
          2048, 16450560, 1024,  255, 63, 65535, 0
          512,  -1,       65535, 255, 63, 65535, 0
          """)
  void geometry(
      int blockSize, long blocks, int cylinders, int heads, int sectors, int rate, int rotations) {
    assertThat(DiskGeometry.of(new Capacity(blocks, blockSize)))
        .isEqualTo(new DiskGeometry(cylinders, heads, sectors, rate, rotations));
  }
}
