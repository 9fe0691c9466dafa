package dev.umsim.sim.exchange;

import dev.umsim.core.scsi.DeviceType;
import dev.umsim.core.scsi.Operation;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What the operation codes of SCSI commands are called. */
final class CommandNames {
  private static final Map<Integer, String> BY_CODE = new HashMap<>();

  static {
    for (var type : DeviceType.values()) {
      for (var operation : Operation.ofType(type)) {
        if (!operation.hasServiceAction()) {
          BY_CODE.putIfAbsent(operation.code(), spelled(operation.name()));
        }
      }
    }
    BY_CODE.put(0x3b, "WRITE BUFFER");
    BY_CODE.put(0x3c, "READ BUFFER");
    BY_CODE.put(0x85, "ATA PASS-THROUGH(16)");
    BY_CODE.put(0x9e, "SERVICE ACTION IN(16)");
    BY_CODE.put(0xa1, "ATA PASS-THROUGH(12)");
    BY_CODE.put(0xa3, "MAINTENANCE IN");
  }

  private CommandNames() {}

  /** {@code READ_10} is {@code READ(10)}. */
  private static String spelled(String constant) {
    var words = constant.toUpperCase(Locale.ROOT).replace('_', ' ');
    return words.replaceFirst(" ([0-9]+)$", "($1)");
  }

  static String of(int code) {
    return BY_CODE.getOrDefault(code, "unknown command");
  }
}
