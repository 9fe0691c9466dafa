package dev.umsim.sim.deviation;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.Intent;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.SenseData;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What becomes of commands to the medium. */
final class AccessDeviations {

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
                  "first-read-fails",
                  DeviationClass.BREAKS_CLAUSE,
                  "SBC-3, 5.11: a read within the medium is done",
                  "The first READ after each configuration is refused with 05/21/00.",
                  "Linux with the flag, which reads a block for nothing.",
                  Changes.commands(FirstRead::new))
              .quirk(LinuxQuirk.INITIAL_READ10),
          new Deviation(
                  "long-reads-cut",
                  DeviationClass.BREAKS_CLAUSE,
                  "SBC-3, 5.11: the transfer length tells how many blocks are read",
                  "READ of more blocks sends so many and passes; the residue tells of the rest.",
                  "Those that ask for less: Linux with the flag asks for one page.",
                  new DeviationParameter("blocks", 8, 1, 65535L),
                  values ->
                      Changes.intent(
                          Commands::readsBlocks,
                          (lun, cdb, intended) ->
                              intended instanceof Intent.ReadBlocks read
                                  ? new Intent.ReadBlocks(
                                      read.lba(),
                                      Math.min(read.blockCount(), values.applyAsLong("blocks")))
                                  : intended))
              .quirk(LinuxQuirk.MAX_SECTORS_MIN),
          new Deviation(
              "long-writes-cut",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.33: the transfer length tells how many blocks are written",
              "WRITE of more blocks writes so many, drops the rest and passes; the residue tells of it.",
              "Those that look at the residue of a write.",
              new DeviationParameter("blocks", 128, 1, 65535L),
              values ->
                  Changes.intent(
                      Commands::writesBlocks,
                      (lun, cdb, intended) ->
                          intended instanceof Intent.WriteBlocks write
                              ? new Intent.WriteBlocks(
                                  write.lba(),
                                  Math.min(write.blockCount(), values.applyAsLong("blocks")),
                                  write.forceUnitAccess())
                              : intended)),
          new Deviation(
                  "forced-access-refused",
                  DeviationClass.BREAKS_CLAUSE,
                  "SBC-3, 6.4.1: DPOFUA 1 tells that FUA is known",
                  "READ and WRITE with FUA are refused with 05/24/00, though MODE SENSE tells DPOFUA.",
                  "Linux with the flag.",
                  Changes.intent(
                      AccessDeviations::forced,
                      (lun, cdb, intended) -> new Intent.Check(SenseData.invalidCdbBit(1, 3))))
              .quirk(LinuxQuirk.BROKEN_FUA),
          new Deviation(
              "forced-access-without-effect",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.33: FUA 1 has the blocks written to the medium before the status",
              "WRITE with FUA passes as soon as the cache has the data.",
              "All until the power fails.",
              Changes.intent(
                  Commands::writesBlocks,
                  (lun, cdb, intended) ->
                      intended instanceof Intent.WriteBlocks write
                          ? new Intent.WriteBlocks(write.lba(), write.blockCount(), false)
                          : intended)),
          new Deviation(
              "synchronize-without-effect",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.26: SYNCHRONIZE CACHE has the blocks written to the medium",
              "SYNCHRONIZE CACHE passes and makes nothing durable.",
              "All until the power fails.",
              Changes.intent(
                  Commands.code(Commands.SYNCHRONIZE_CACHE_10, Commands.SYNCHRONIZE_CACHE_16),
                  (lun, cdb, intended) ->
                      intended instanceof Intent.Synchronize ? Intent.GOOD : intended)),
          new Deviation(
              "range-wraps-to-start",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.11 and 5.33: out of range is 05/21/00",
              "READ and WRITE beyond the end are done at block 0.",
              "All that know the size; a file system at the end of a larger disk destroys its start.",
              Changes.intent(
                  Commands::movesBlocks,
                  (lun, cdb, intended) ->
                      !Commands.isRefused(intended, Sense.LBA_OUT_OF_RANGE)
                          ? intended
                          : Commands.readsBlocks(cdb)
                              ? new Intent.ReadBlocks(0, Commands.blockCount(cdb))
                              : new Intent.WriteBlocks(0, Commands.blockCount(cdb), false))),
          new Deviation(
              "range-cut-at-end",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.11 and 5.33: out of range is 05/21/00, and nothing is moved",
              "READ and WRITE across the end move what is there and pass; the residue tells of the rest.",
              "All that know the size.",
              AccessDeviations::cutAtEnd),
          new Deviation(
              "last-blocks-unreadable",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.15.2: the last block that READ CAPACITY tells of is there",
              "READ of the last blocks is refused with 05/21/00, though READ CAPACITY counts them.",
              "Those that do not read the end; Linux reads it block by block, and macOS looks there for a table.",
              new DeviationParameter("blocks", 1, 1, 65535L),
              values ->
                  (choices, traits) ->
                      choices.with(
                          Commands.intending(
                              choices.commands(),
                              Commands::readsBlocks,
                              (lun, cdb, intended) ->
                                  intended instanceof Intent.ReadBlocks read
                                          && traits
                                              .media()
                                              .apply(lun)
                                              .filter(
                                                  medium ->
                                                      read.lba() + read.blockCount()
                                                          > medium.blockCount()
                                                              - values.applyAsLong("blocks"))
                                              .isPresent()
                                      ? Commands.refuse(Sense.LBA_OUT_OF_RANGE)
                                      : intended))),
          new Deviation(
              "no-blocks-refused",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.11 and 5.33: a transfer length of 0 is no error",
              "READ and WRITE of no blocks are refused with 05/24/00.",
              "All that never send it.",
              Changes.intent(
                  cdb -> Commands.movesBlocks(cdb) && Commands.blockCount(cdb) == 0,
                  (lun, cdb, intended) -> new Intent.Check(SenseData.invalidCdbByte(7)))),
          new Deviation(
              "no-blocks-of-read-6-are-none",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.10: a transfer length of 0 in READ(6) is 256 blocks",
              "READ(6) and WRITE(6) of 0 blocks move nothing and pass.",
              "All that use READ(10).",
              Changes.intent(
                  cdb ->
                      (cdb.operationCode() == Commands.READ_6
                              || cdb.operationCode() == Commands.WRITE_6)
                          && cdb.u8(4) == 0,
                  (lun, cdb, intended) -> Intent.GOOD)),
          new Deviation(
              "verify-without-compare",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.28: BYTCHK 01 compares with the data, and 0E/1D/00 tells of a difference",
              "VERIFY(10) with data takes none of it: it only reads the medium, and passes.",
              "All: Windows verifies without data.",
              Changes.intent(
                  Commands.code(Commands.VERIFY_10),
                  (lun, cdb, intended) ->
                      intended instanceof Intent.CompareBlocks compare
                          ? new Intent.VerifyBlocks(compare.lba(), compare.blockCount())
                          : intended)),
          new Deviation(
              "block-size-from-wrapper",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7 (5, 7, 11, 13); SBC-3, 5.33: a block has the length that READ CAPACITY tells",
              "READ(10) and WRITE(10) move as many blocks as dCBWDataTransferLength has room for, whatever they ask for: WRITE of one block with 1024 bytes writes over the next one too.",
              "All whose wrappers agree with their commands.",
              BlockSizeFromWrapper::apply),
          new Deviation(
              "unknown-commands-pass",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 4.3.4: an unknown operation code is refused with 05/20/00",
              "A command that is not known passes without data.",
              "Those that do not try out what a device knows.",
              Changes.intent(
                  cdb -> true,
                  (lun, cdb, intended) ->
                      Commands.isRefused(intended, Sense.INVALID_OPERATION_CODE)
                          ? Intent.GOOD
                          : intended)),
          new Deviation(
              "unknown-service-action-is-unknown-command",
              DeviationClass.LEGAL_CHOICE,
              "SPC-4, 4.3.4 has 05/20/00 for what is not supported, and 05/24/00 for a field that is wrong",
              "SERVICE ACTION IN(16) and MAINTENANCE IN with an unknown service action are refused with 05/20/00.",
              "All.",
              Changes.intent(
                  Commands.code(Commands.SERVICE_ACTION_IN_16, Commands.MAINTENANCE_IN),
                  (lun, cdb, intended) ->
                      Commands.isRefused(intended, Sense.INVALID_FIELD_IN_CDB)
                          ? Commands.refuse(Sense.INVALID_OPERATION_CODE)
                          : intended)),
          new Deviation(
              "control-byte-refused",
              DeviationClass.LEGAL_CHOICE,
              "SAM-5, 5.2: vendor bits and obsolete bits of CONTROL may be refused",
              "A command whose CONTROL byte is not 0 is refused with 05/24/00.",
              "All, which leave it 0.",
              Changes.intent(
                  cdb ->
                      cdb.length() >= Cdb.lengthFor(cdb.operationCode())
                          && Cdb.lengthFor(cdb.operationCode()) > 0
                          && cdb.u8(Cdb.lengthFor(cdb.operationCode()) - 1) != 0,
                  (lun, cdb, intended) -> Commands.refuse(Sense.INVALID_FIELD_IN_CDB))),
          new Deviation(
              "prevent-passes-for-fixed-media",
              DeviationClass.TRIPS_HOSTS,
              "SPC-4, 6.19 leaves open what it means for media that cannot be removed",
              "PREVENT ALLOW MEDIUM REMOVAL passes for fixed media.",
              "Linux and Windows; macOS asks no more whether the unit is ready.",
              Changes.intent(
                  Commands.code(Commands.PREVENT_ALLOW_MEDIUM_REMOVAL),
                  (lun, cdb, intended) ->
                      Commands.isRefused(intended, Sense.INVALID_OPERATION_CODE)
                          ? Intent.GOOD
                          : intended)),
          new Deviation(
              "stop-stops-the-unit",
              DeviationClass.LEGAL_CHOICE,
              "SBC-3, 5.25: START 0 makes the unit stopped",
              "START STOP UNIT without START and LOEJ stops the unit: commands of the medium are refused with 02/04/02 until START.",
              "All that start a unit that asks for it, as Linux does.",
              Changes.commands(Stopped::new)),
          new Deviation(
              "ready-without-medium",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.43: without a medium it is refused with 02/3A/00",
              "TEST UNIT READY passes without a medium.",
              "Those that find out by READ CAPACITY.",
              Changes.intent(
                  Commands.code(Commands.TEST_UNIT_READY),
                  (lun, cdb, intended) ->
                      Commands.isRefused(intended, Sense.MEDIUM_NOT_PRESENT)
                          ? Intent.GOOD
                          : intended)),
          new Deviation(
              "report-luns-counts-entries",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.33: the list length is in bytes",
              "The list length of REPORT LUNS is the number of units, not of bytes.",
              "Linux, Windows and macOS, which go by Get Max LUN.",
              Changes.reply(
                  Commands.code(Commands.REPORT_LUNS),
                  reply ->
                      reply.length < 4
                          ? reply
                          : Commands.put32(reply, 0, Commands.u32(reply, 0) / 8))),
          new Deviation(
              "report-luns-short-allocation-refused",
              DeviationClass.LEGAL_CHOICE,
              "SPC-4, 6.33: an allocation length below 16 may be refused with 05/24/00",
              "REPORT LUNS with an allocation length below 16 is refused with 05/24/00.",
              "All, which allocate 16 and more.",
              Changes.intent(
                  cdb -> cdb.operationCode() == Commands.REPORT_LUNS && cdb.u32(6) < 16,
                  (lun, cdb, intended) -> new Intent.Check(SenseData.invalidCdbByte(6)))));

  private AccessDeviations() {}

  private static boolean forced(Cdb cdb) {
    return Commands.movesBlocks(cdb) && cdb.bit(1, 3);
  }

  private static DeviceChoices cutAtEnd(DeviceChoices choices, DeviceTraits traits) {
    return choices.with(
        Commands.intending(
            choices.commands(),
            Commands::movesBlocks,
            (lun, cdb, intended) -> {
              if (!Commands.isRefused(intended, Sense.LBA_OUT_OF_RANGE)) {
                return intended;
              }
              long lba = Commands.firstBlock(cdb);
              long there =
                  traits.media().apply(lun).map(medium -> medium.blockCount() - lba).orElse(0L);
              if (there <= 0 || lba < 0) {
                return intended;
              }
              return Commands.readsBlocks(cdb)
                  ? new Intent.ReadBlocks(lba, there)
                  : new Intent.WriteBlocks(lba, there, false);
            }));
  }

  private static final class FirstRead extends CommandChoices.Deviating {
    private boolean first = true;

    FirstRead(CommandChoices inner) {
      super(inner);
    }

    @Override
    public Intent intent(int lun, Cdb cdb, Intent correct) {
      boolean fails = first && Commands.readsBlocks(cdb);
      first &= !fails;
      return fails ? Commands.refuse(Sense.LBA_OUT_OF_RANGE) : super.intent(lun, cdb, correct);
    }

    @Override
    public void sessionBegun() {
      first = true;
      super.sessionBegun();
    }
  }

  private static final class Stopped extends CommandChoices.Deviating {
    private static final Sense START_REQUIRED = new Sense(2, 0x04, 0x02);
    private static final Predicate<Cdb> OF_THE_MEDIUM =
        Commands.code(
            Commands.TEST_UNIT_READY,
            Commands.READ_CAPACITY_10,
            Commands.READ_10,
            Commands.WRITE_10,
            Commands.READ_16,
            Commands.WRITE_16);

    private final Set<Integer> stopped = new HashSet<>();

    Stopped(CommandChoices inner) {
      super(inner);
    }

    @Override
    public Intent intent(int lun, Cdb cdb, Intent correct) {
      boolean plain = cdb.operationCode() == Commands.START_STOP_UNIT && (cdb.u8(4) & ~1) == 0;
      if (plain && (cdb.u8(4) & 1) == 0) {
        stopped.add(lun);
      } else if (plain) {
        stopped.remove(lun);
      }
      return stopped.contains(lun) && OF_THE_MEDIUM.test(cdb)
          ? Commands.refuse(START_REQUIRED)
          : super.intent(lun, cdb, correct);
    }

    @Override
    public void sessionBegun() {
      stopped.clear();
      super.sessionBegun();
    }
  }
}
