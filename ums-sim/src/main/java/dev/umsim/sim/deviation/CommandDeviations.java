package dev.umsim.sim.deviation;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.DeviceType;
import dev.umsim.core.scsi.Intent;
import dev.umsim.core.scsi.Operation;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.SenseData;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Which commands a unit knows, and what they do. */
final class CommandDeviations {
  private static final Intent UNKNOWN =
      new Intent.Check(SenseData.of(Sense.INVALID_OPERATION_CODE));

  /** READ, WRITE and what a host needs to make use of them. */
  private static final Set<Integer> FEW =
      Set.of(
          Commands.TEST_UNIT_READY,
          Commands.REQUEST_SENSE,
          Commands.INQUIRY,
          Commands.MODE_SENSE_6,
          Commands.START_STOP_UNIT,
          Commands.PREVENT_ALLOW_MEDIUM_REMOVAL,
          Commands.READ_FORMAT_CAPACITIES,
          Commands.READ_CAPACITY_10,
          Commands.READ_10,
          Commands.WRITE_10,
          Commands.VERIFY_10,
          Commands.SYNCHRONIZE_CACHE_10,
          Commands.WRITE_BUFFER,
          Commands.MODE_SENSE_10,
          Commands.ATA_PASS_THROUGH_16,
          Commands.READ_16,
          Commands.WRITE_16,
          Commands.SERVICE_ACTION_IN_16,
          Commands.REPORT_LUNS,
          Commands.ATA_PASS_THROUGH_12);

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "synchronize-cache-unknown",
              DeviationClass.TRIPS_HOSTS,
              "SBC-3, table 12: SYNCHRONIZE CACHE(10) is optional",
              "SYNCHRONIZE CACHE(10) is refused with 05/20/00.",
              "Linux and macOS; Windows 11 is known to repeat it.",
              (choices, traits) -> choices.with(unknown(choices, Commands.SYNCHRONIZE_CACHE_10))),
          new Deviation(
              "verify-unknown",
              DeviationClass.TRIPS_HOSTS,
              "SBC-3, table 12: VERIFY(10) is optional",
              "VERIFY(10) is refused with 05/20/00.",
              "Linux and macOS; Windows cannot check the disk when it formats.",
              (choices, traits) -> choices.with(unknown(choices, Commands.VERIFY_10))),
          new Deviation(
              "few-commands",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, table 12: FORMAT UNIT is mandatory",
              "READ and WRITE of 6 and 12 bytes, MODE SELECT, FORMAT UNIT, SEND DIAGNOSTIC, SEEK,"
                  + " WRITE AND VERIFY, WRITE SAME, UNMAP, the forms of 16 bytes of VERIFY and"
                  + " SYNCHRONIZE CACHE, and REPORT SUPPORTED OPERATION CODES are refused with"
                  + " 05/20/00.",
              "Linux, Windows and macOS.",
              (choices, traits) ->
                  choices.with(
                      Commands.intending(
                          choices.commands(),
                          cdb -> !FEW.contains(cdb.operationCode()),
                          (lun, cdb, intended) -> UNKNOWN))),
          new Deviation(
              "reserved-bits-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "SAM-5, 5.2: NACA that is not supported is refused with 05/24/00; reserved bits need"
                  + " not be checked (SPC-4, 3.3)",
              "Bits of a command that mean nothing are not looked at, nor is NACA.",
              "All, which leave them 0.",
              (choices, traits) -> choices.with(new ReservedBitsIgnored(choices.commands()))),
          new Deviation(
              "report-luns-removable-bit",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.33: an entry is a LUN",
              "The entries of REPORT LUNS hold in byte 1 not the LUN but whether the unit is"
                  + " removable.",
              "Linux, Windows and macOS, which go by Get Max LUN.",
              (choices, traits) ->
                  choices.with(
                      Commands.replying(
                          choices.commands(),
                          Commands.code(Commands.REPORT_LUNS),
                          reply -> {
                            for (int lun = 0; 8 + 8 * lun + 1 < reply.length; lun++) {
                              reply[8 + 8 * lun + 1] =
                                  (byte) (traits.removable().test(lun) ? 1 : 0);
                            }
                            return reply;
                          }))),
          new Deviation(
              "select-report-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.33",
              "REPORT LUNS lists all units whatever SELECT REPORT asks for.",
              "All, which ask for all.",
              (choices, traits) ->
                  choices.with(
                      Commands.reading(
                          choices.commands(),
                          Commands.code(Commands.REPORT_LUNS),
                          cdb -> cdb[2] = 0))),
          new Deviation(
              "prevent-without-effect",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.19: only removable media, and it keeps them from ejection",
              "PREVENT ALLOW MEDIUM REMOVAL passes, for fixed media too, and prevents nothing.",
              "Linux and Windows; macOS asks no more whether a unit is ready once it has passed.",
              (choices, traits) ->
                  choices.with(
                      Commands.intending(
                          choices.commands(),
                          Commands.code(Commands.PREVENT_ALLOW_MEDIUM_REMOVAL),
                          (lun, cdb, intended) -> Intent.GOOD))),
          new Deviation(
              "eject-for-good",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.25: a fixed medium cannot be ejected, and LOAD brings an ejected one back",
              "START STOP UNIT with LOEJ ejects fixed media too; nothing but a configuration brings"
                  + " them back.",
              "All: what was ejected is unplugged next.",
              (choices, traits) -> choices.with(new EjectForGood(choices.commands()))),
          new Deviation(
              "read-16-sign-extended",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.11",
              "READ(16) and WRITE(16) of a block whose byte 6 is 80 or more go out of range.",
              "All on disks of less than 1 TiB.",
              (choices, traits) ->
                  choices.with(
                      Commands.reading(
                          choices.commands(),
                          Commands.code(Commands.READ_16, Commands.WRITE_16),
                          cdb -> {
                            if (cdb[6] < 0) {
                              Arrays.fill(cdb, 2, 6, (byte) 0xff);
                            }
                          }))));

  private CommandDeviations() {}

  private static CommandChoices unknown(DeviceChoices choices, int code) {
    return Commands.intending(
        choices.commands(), Commands.code(code), (lun, cdb, intended) -> UNKNOWN);
  }

  private static final class ReservedBitsIgnored extends CommandChoices.Deviating {
    ReservedBitsIgnored(CommandChoices inner) {
      super(inner);
    }

    @Override
    public Cdb taken(int lun, Cdb received) {
      return Operation.withoutReservedBits(DeviceType.DISK, super.taken(lun, received));
    }
  }

  private static final class EjectForGood extends CommandChoices.Deviating {
    private static final Predicate<Cdb> NEEDS_MEDIUM =
        Commands.code(
            Commands.TEST_UNIT_READY,
            Commands.MODE_SENSE_6,
            Commands.MODE_SENSE_10,
            Commands.READ_FORMAT_CAPACITIES,
            Commands.READ_CAPACITY_10,
            Commands.SERVICE_ACTION_IN_16,
            Commands.READ_10,
            Commands.WRITE_10,
            Commands.READ_16,
            Commands.WRITE_16);

    private final Set<Integer> ejected = new HashSet<>();

    EjectForGood(CommandChoices inner) {
      super(inner);
    }

    @Override
    public void sessionBegun() {
      ejected.clear();
      super.sessionBegun();
    }

    @Override
    public Intent intent(int lun, Cdb cdb, Intent correct) {
      if (cdb.operationCode() == Commands.START_STOP_UNIT) {
        boolean ejects = (cdb.u8(4) & 0xf3) == 0x02;
        return ejects ? new Intent.Effect(() -> ejected.add(lun)) : Intent.GOOD;
      }
      return ejected.contains(lun) && NEEDS_MEDIUM.test(cdb)
          ? new Intent.Check(SenseData.of(Sense.MEDIUM_NOT_PRESENT))
          : super.intent(lun, cdb, correct);
    }
  }
}
