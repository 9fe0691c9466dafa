package dev.umsim.sim.recorded;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.scsi.Cdb;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/** What a command asks for, whatever room the host has for the answer. */
public final class CdbKey {
  /** Where commands that allocate have their allocation length: first byte, and how many. */
  private static final Map<Integer, int[]> ALLOCATIONS =
      Map.of(
          0x12, new int[] {3, 2},
          0x1a, new int[] {4, 1},
          0x23, new int[] {7, 2},
          0x4d, new int[] {7, 2},
          0x5a, new int[] {7, 2},
          0xa0, new int[] {6, 4},
          0xa3, new int[] {6, 4});

  private CdbKey() {}

  /** Whether it has an answer that depends on nothing but its bytes. */
  public static boolean isQuestion(int operationCode) {
    return ALLOCATIONS.containsKey(operationCode);
  }

  /** The bytes of a command without its allocation length. */
  public static String of(Cdb cdb) {
    int code = cdb.operationCode();
    int length =
        switch (code >> 5) {
          case 0 -> 6;
          case 1, 2 -> 10;
          case 4 -> 16;
          default -> 12;
        };
    byte[] bytes = Arrays.copyOf(cdb.bytes(), length);
    int[] allocation = ALLOCATIONS.get(code);
    if (allocation != null) {
      Arrays.fill(bytes, allocation[0], allocation[0] + allocation[1], (byte) 0);
    }
    return HexFormat.of().formatHex(bytes);
  }

  /** The allocation length of a question. */
  static long allocation(Cdb cdb) {
    int[] allocation = requireNonNull(ALLOCATIONS.get(cdb.operationCode()));
    byte[] bytes = Arrays.copyOf(cdb.bytes(), 16);
    long length = 0;
    for (int i = 0; i < allocation[1]; i++) {
      length = length << 8 | bytes[allocation[0] + i] & 0xff;
    }
    return length;
  }
}
