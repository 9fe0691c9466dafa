package dev.umsim.core.scsi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The commands that can be told by name: those of {@link Operation}, and others that hosts send to
 * devices that know more (SPC-4, SBC-3, MMC-6, SAT-3).
 */
public final class CommandCatalog {
  private static final List<CommandFormat> OTHERS =
      List.of(
          other("01", "REZERO UNIT", CommandEffect.NONE),
          other("07", "REASSIGN BLOCKS", "LONGLBA 1.1, LONGLIST 1.0"),
          other("0B", "SEEK (6)", CommandEffect.NONE, "LOGICAL BLOCK ADDRESS 1.4..3"),
          other("16", "RESERVE (6)"),
          other("17", "RELEASE (6)"),
          other(
              "1C",
              "RECEIVE DIAGNOSTIC RESULTS",
              CommandEffect.NONE,
              "PCV 1.0, PAGE CODE 2, ALLOCATION LENGTH 3..4"),
          other(
              "34",
              "PRE-FETCH (10)",
              CommandEffect.NONE,
              "IMMED 1.1, LOGICAL BLOCK ADDRESS 2..5, GROUP NUMBER 6.4-0, PREFETCH LENGTH 7..8"),
          other(
              "3B",
              "WRITE BUFFER",
              "MODE 1.4-0, BUFFER ID 2, BUFFER OFFSET 3..5, PARAMETER LIST LENGTH 6..8"),
          other(
              "3C",
              "READ BUFFER",
              "MODE 1.4-0, BUFFER ID 2, BUFFER OFFSET 3..5, ALLOCATION LENGTH 6..8"),
          other("48", "SANITIZE"),
          other(
              "4D",
              "LOG SENSE",
              CommandEffect.NONE,
              "SP 1.0, PC 2.7-6, PAGE CODE 2.5-0, SUBPAGE CODE 3, PARAMETER POINTER 5..6,"
                  + " ALLOCATION LENGTH 7..8"),
          other("50", "XDWRITE (10)"),
          other("51", "XPWRITE (10)"),
          other("52", "XDREAD (10)"),
          other(
              "5E",
              "PERSISTENT RESERVE IN",
              CommandEffect.NONE,
              "SERVICE ACTION 1.4-0, ALLOCATION LENGTH 7..8"),
          other("5F", "PERSISTENT RESERVE OUT"),
          other(
              "85",
              "ATA PASS-THROUGH (16)",
              "MULTIPLE_COUNT 1.7-5, PROTOCOL 1.4-1, EXTEND 1.0, OFF_LINE 2.7-6, CK_COND 2.5,"
                  + " T_TYPE 2.4, T_DIR 2.3, BYT_BLOK 2.2, T_LENGTH 2.1-0, FEATURES 3..4, COUNT"
                  + " 5..6, LBA 7..12, DEVICE 13, COMMAND 14"),
          other(
              "90",
              "PRE-FETCH (16)",
              CommandEffect.NONE,
              "IMMED 1.1, LOGICAL BLOCK ADDRESS 2..9, PREFETCH LENGTH 10..13, GROUP NUMBER"
                  + " 14.4-0"),
          other("9E", "SERVICE ACTION IN (16)", CommandEffect.NONE, "SERVICE ACTION 1.4-0"),
          other(
              "A1",
              "ATA PASS-THROUGH (12)",
              "MULTIPLE_COUNT 1.7-5, PROTOCOL 1.4-1, OFF_LINE 2.7-6, CK_COND 2.5, T_TYPE 2.4,"
                  + " T_DIR 2.3, BYT_BLOK 2.2, T_LENGTH 2.1-0, FEATURES 3, COUNT 4, LBA 5..7,"
                  + " DEVICE 8, COMMAND 9"),
          other("A2", "SECURITY PROTOCOL IN"),
          other("A3", "MAINTENANCE IN", CommandEffect.NONE, "SERVICE ACTION 1.4-0"),
          other("B5", "SECURITY PROTOCOL OUT"),
          other(
              "BE",
              "READ CD",
              "EXPECTED SECTOR TYPE 1.4-2, DAP 1.1, STARTING LOGICAL BLOCK ADDRESS 2..5,"
                  + " TRANSFER LENGTH 6..8, MAIN CHANNEL SELECTION 9.7-3, C2 ERROR INFORMATION"
                  + " 9.2-1, SUB-CHANNEL SELECTION 10.2-0"));

  private CommandCatalog() {}

  private static CommandFormat other(String code, String title) {
    return other(code, title, "");
  }

  private static CommandFormat other(String code, String title, String fields) {
    return other(code, title, CommandEffect.ANYTHING, fields);
  }

  private static CommandFormat other(String code, String title, CommandEffect effect) {
    return other(code, title, effect, "");
  }

  private static CommandFormat other(
      String code, String title, CommandEffect effect, String fields) {
    return new CommandFormat(code, title, effect, fields);
  }

  /** Every command that the block may be one of; those of units before others. */
  public static List<CommandFormat> all(Cdb cdb) {
    var known = Arrays.stream(Operation.values()).map(Operation::format);
    var found = new ArrayList<CommandFormat>();
    Stream.concat(known, OTHERS.stream()).filter(each -> each.matches(cdb)).forEach(found::add);
    // A service action that is known leaves nothing to the name of the group.
    if (!found.isEmpty() && found.get(0).hasServiceAction()) {
      found.removeIf(each -> !each.hasServiceAction());
    }
    return found;
  }

  /**
   * The command that the block is one of, if it can be told by name. What 42 is for a disk and for
   * a CD drive goes by the way that the data takes.
   *
   * @param dataIn whether the host awaits data
   */
  public static Optional<CommandFormat> of(Cdb cdb, boolean dataIn) {
    var all = all(cdb);
    return all.stream()
        .filter(each -> all.size() == 1 || each.allocates() == dataIn)
        .findFirst()
        .or(() -> all.stream().findFirst());
  }
}
