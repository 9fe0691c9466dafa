package dev.umsim.bench.report;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandCatalog;
import dev.umsim.core.scsi.CommandFormat;

/** Commands in words: {@code READ (10) block 128, 8 blocks}. */
public final class CommandWords {
  private CommandWords() {}

  /**
   * The name with what it asks for; of an unknown command its bytes.
   *
   * @param dataIn whether the host awaits data
   */
  public static String of(Cdb cdb, boolean dataIn) {
    return CommandCatalog.of(cdb, dataIn)
        .filter(command -> cdb.length() >= command.cdbLength())
        .map(command -> command.title() + details(command, cdb))
        .orElse("command " + cdb);
  }

  private static String details(CommandFormat command, Cdb cdb) {
    if (command.namesBlocks()) {
      return blocks(command, cdb) + (command.isSet("FUA", cdb) ? ", FUA" : "");
    }
    if (command.isSet("EVPD", cdb)) {
      return in(command, "PAGE CODE", cdb, " page %02x");
    }
    return command.hasServiceAction() ? "" : in(command, "SERVICE ACTION", cdb, " %02x");
  }

  private static String in(CommandFormat command, String name, Cdb cdb, String format) {
    return command.field(name).map(field -> String.format(format, field.value(cdb))).orElse("");
  }

  private static String blocks(CommandFormat command, Cdb cdb) {
    long first = command.firstBlock(cdb);
    long count = command.blockCount(cdb);
    if (count == CommandFormat.TO_THE_END) {
      return first == 0 ? "" : " block " + Long.toUnsignedString(first) + " to the end";
    }
    return " block "
        + Long.toUnsignedString(first)
        + ", "
        + count
        + (count == 1 ? " block" : " blocks");
  }
}
