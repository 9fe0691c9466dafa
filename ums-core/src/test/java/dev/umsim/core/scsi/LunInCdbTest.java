package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hosts that put the LUN into b7–5 of byte 1, where SCSI-2 had it: edk2 and GRUB do so in every
 * command, and have to reach every unit.
 */
class LunInCdbTest {
  private static final int UNITS = 16;

  private static TargetHost disks() {
    return TargetHost.of(
        IntStream.range(0, UNITS)
            .mapToObj(
                lun -> TargetHost.disk(MediumSlot.removable(TestMedium.disk(64).asThin()), lun))
            .toArray(DeviceServer[]::new));
  }

  private static byte[] withField(String cdb, int field) {
    var bytes = Octets.of(cdb);
    bytes[1] |= (byte) (field << 5);
    return bytes;
  }

  /** With RDPROTECT, WRPROTECT or VRPROTECT: 0 and the unit's own number are taken, no other. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "28 00 00 00 00 05 00 00 01 00 | ",
        "a8 00 00 00 00 05 00 00 00 01 00 00 | ",
        "88 00 00*8 00 00 00 01 00 00 | ",
        "2a 00 00 00 00 05 00 00 01 00 | 00*512",
        "aa 00 00 00 00 05 00 00 00 01 00 00 | 00*512",
        "8a 00 00*8 00 00 00 01 00 00 | 00*512",
        "2e 00 00 00 00 05 00 00 01 00 | 00*512",
        "ae 00 00 00 00 05 00 00 00 01 00 00 | 00*512",
        "8e 00 00*8 00 00 00 01 00 00 | 00*512",
        "2f 00 00 00 00 05 00 00 01 00 | ",
        "af 00 00 00 00 05 00 00 00 01 00 00 | ",
        "8f 00 00*8 00 00 00 01 00 00 | ",
        "41 00 00 00 00 05 00 00 01 00 | 00*512",
        "93 00 00*8 00 00 00 01 00 00 | 00*512",
      })
  void protectFieldMayBeTheLun(String cdb, String data) {
    var out = data == null ? new byte[0] : Octets.of(data);
    try (var host = disks()) {
      for (int lun = 0; lun < UNITS; lun++) {
        for (int field = 0; field < 8; field++) {
          var good = host.run(lun, withField(cdb, field), out).good();
          assertThat(good)
              .as("%d in %s of unit %d", field, cdb, lun)
              .isEqualTo(field == 0 || field == lun % 8);
          if (!good) {
            assertThat(Octets.text(host.senseData(lun))).contains("24 00 00 CF 00 01");
          }
        }
      }
    }
  }

  /** Where the command has no field there, whatever stands there is ignored. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "00 00 00 00 00 00",
        "03 00 00 00 12 00",
        "08 00 00 05 01 00",
        "12 00 00 00 24 00",
        "15 10 00 00 00 00",
        "1a 00 3f 00 c0 00",
        "1b 00 00 00 01 00",
        "1e 00 00 00 00 00",
        "23 00 00 00 00 00 00 00 0c 00",
        "25 00 00 00 00 00 00 00 00 00",
        "2b 00 00 00 00 05 00 00 00 00",
        "35 00 00 00 00 00 00 00 00 00",
        "42 00 00 00 00 00 00 00 00 00",
        "55 10 00 00 00 00 00 00 00 00",
        "5a 00 3f 00 00 00 00 00 c0 00",
        "91 00 00*8 00 00 00 00 00 00",
        "9e 10 00*8 00 00 00 20 00 00",
        "9e 12 00*8 00 00 00 18 00 00",
        "a0 00 00 00 00 00 00 00 10 00 00 00",
        "a3 0c 00 00 00 00 00 00 10 00 00 00",
      })
  void ignoredWhereThereIsNoField(String cdb) {
    try (var host = disks()) {
      for (int lun : new int[] {0, 1, 9, 15}) {
        for (int field = 0; field < 8; field++) {
          assertThat(host.run(lun, withField(cdb, field), new byte[0]).good())
              .as("%d in %s of unit %d", field, cdb, lun)
              .isTrue();
        }
      }
    }
  }

  /** FORMAT UNIT and SEND DIAGNOSTIC use these bits themselves: nothing there is the LUN. */
  @ParameterizedTest
  @CsvSource({"04 00 00 00 00 00, 2", "1d 04 00 00 00 00, 1"})
  void fieldsOfOtherMeaningAreNotTheLun(String cdb, int lun) {
    try (var host = disks()) {
      assertThat(host.run(lun, withField(cdb, 0), new byte[0]).good()).isTrue();
      assertThat(host.run(lun, withField(cdb, lun), new byte[0]).good()).isFalse();
      assertThat(host.senseData(lun)).contains((byte) 0x24);
    }
  }

  /** CD drives: the commands of MMC have no field there, READ and VERIFY have. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "28 00 00 00 00 05 00 00 01 00 | lun",
        "a8 00 00 00 00 05 00 00 00 01 00 00 | lun",
        "2f 00 00 00 00 05 00 00 01 00 | lun",
        "42 00 40 01 00 00 00 00 10 00 | any",
        "43 00 00 00 00 00 01 00 0c 00 | any",
        "44 00 00 00 00 00 00 00 08 00 | any",
        "46 00 00 00 00 00 00 00 20 00 | any",
        "4a 01 00 00 10 00 00 00 08 00 | any",
        "51 00 00 00 00 00 00 00 22 00 | any",
        "52 01 00 00 00 01 00 00 24 00 | any",
        "bd 00 00 00 00 00 00 00 00 08 00 00 | any",
      })
  void commandsOfCdDrives(String cdb, String taken) {
    var drives =
        Stream.generate(() -> TargetHost.cdRom(TestMedium.disc(64)))
            .limit(3)
            .toArray(DeviceServer[]::new);
    try (var host = TargetHost.of(drives)) {
      for (int field = 0; field < 8; field++) {
        boolean good = taken.equals("any") || field == 0 || field == 2;
        assertThat(host.run(2, withField(cdb, field), new byte[0]).good())
            .as("%d in %s", field, cdb)
            .isEqualTo(good);
      }
    }
  }
}
