package dev.umsim.bench.journal;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandCatalog;
import dev.umsim.core.scsi.CommandFormat;
import java.util.stream.Collectors;

/** What a command may do to the blocks of a unit, as far as its descriptor block tells. */
sealed interface BlockEffect {
  /** It changes no block. */
  record None() implements BlockEffect {}

  /**
   * It writes blocks.
   *
   * @param blockCount -1 for all to the end of the medium
   */
  record Writes(long firstBlock, long blockCount) implements BlockEffect {
    static final long TO_THE_END = CommandFormat.TO_THE_END;
  }

  /** It may change what cannot be put back, or it is not known. */
  record Unknown() implements BlockEffect {}

  /**
   * Of the bytes of a command descriptor block. What is one command for a disk and another for a CD
   * drive is not known, unless both do the same.
   */
  static BlockEffect of(Cdb cdb) {
    var effects =
        CommandCatalog.all(cdb).stream()
            .map(command -> of(command, cdb))
            .collect(Collectors.toSet());
    return effects.size() == 1 ? effects.iterator().next() : new Unknown();
  }

  private static BlockEffect of(CommandFormat command, Cdb cdb) {
    return switch (command.effect()) {
      case NONE, STATE -> new None();
      case BLOCKS -> new Writes(command.firstBlock(cdb), command.blockCount(cdb));
      case ANYTHING -> new Unknown();
    };
  }
}
