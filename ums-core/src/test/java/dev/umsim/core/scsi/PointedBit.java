package dev.umsim.core.scsi;

/**
 * Which bit sense data points at when a bit is set that has to be 0: the first of its field (SPC-4,
 * section 4.5.2.4.2). The fields of several bits are those of the tables of SBC-3.
 */
final class PointedBit {
  private PointedBit() {}

  static int of(int operationCode, int at, int bit) {
    int groupNumber =
        switch (operationCode) {
          case 0x28, 0x2a, 0x2e, 0x2f, 0x35, 0x41, 0x42 -> 6;
          case 0xa8, 0xaa, 0xae, 0xaf -> 10;
          case 0x88, 0x8a, 0x8e, 0x8f, 0x91, 0x93 -> 14;
          default -> -1;
        };
    if (at == groupNumber && bit <= 4) {
      return 4;
    }
    boolean defectListFormat = operationCode == 0x04 && at == 1 && bit <= 2;
    return defectListFormat ? 2 : at == 1 && bit >= 5 ? 7 : bit;
  }
}
