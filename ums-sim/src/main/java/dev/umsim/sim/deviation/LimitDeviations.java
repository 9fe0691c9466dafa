package dev.umsim.sim.deviation;

import dev.umsim.core.scsi.Intent;
import dev.umsim.core.scsi.SenseData;
import java.util.List;

/** How much one command may move. */
final class LimitDeviations {
  private static final String BLOCKS = "blocks";
  private static final int COUNT_AT_10 = 7;

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
                  "transfers-limited",
                  DeviationClass.BREAKS_CLAUSE,
                  "SBC-3, 5.11 and 5.33: a transfer length may be refused where block limits (6.6.3)"
                      + " name the maximum",
                  "READ and WRITE of more blocks are refused with 05/24/00, and no page of vital"
                      + " product data says so.",
                  "Those that ask for less: Linux with the flag asks for 64 blocks, 32 KiB, at most.",
                  new DeviationParameter(BLOCKS, 64, 1, 65_535),
                  values ->
                      Changes.intent(
                          Commands::movesBlocks,
                          (lun, cdb, intended) ->
                              Commands.blockCount(cdb) > values.applyAsLong(BLOCKS)
                                  ? new Intent.Check(SenseData.invalidCdbByte(COUNT_AT_10))
                                  : intended))
              .quirk(LinuxQuirk.MAX_SECTORS_64));

  private LimitDeviations() {}
}
