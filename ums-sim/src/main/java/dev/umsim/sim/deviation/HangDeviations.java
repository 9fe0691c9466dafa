package dev.umsim.sim.deviation;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.DeviceType;
import dev.umsim.core.scsi.Operation;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Commands that hang a device: they are never answered, and neither is another before a reset. */
final class HangDeviations {
  private static final String CLAUSE = "BOT 1.0, 5.3.3: there is a status for every command";
  private static final int LONGEST_SENSE = 18;

  static final List<Deviation> ALL =
      List.of(
          hang(
              "inquiry-page-hangs",
              "INQUIRY for a page of vital product data",
              "Those that do not ask for pages, as Linux of a disk that claims less than SPC-3.",
              cdb -> cdb.operationCode() == Commands.INQUIRY && cdb.bit(1, 0)),
          hang(
                  "prevent-hangs",
                  "PREVENT ALLOW MEDIUM REMOVAL",
                  "Linux with the flag.",
                  Commands.code(Commands.PREVENT_ALLOW_MEDIUM_REMOVAL))
              .quirk(LinuxQuirk.NOT_LOCKABLE),
          hang(
                  "mode-sense-hangs",
                  "MODE SENSE of either length",
                  "Linux with the flag, which then takes the medium for writable.",
                  Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10))
              .quirk(LinuxQuirk.NO_WP_DETECT),
          hang(
              "mode-sense-10-hangs",
              "MODE SENSE(10)",
              "Linux, which asks disks by MODE SENSE(6).",
              Commands.code(Commands.MODE_SENSE_10)),
          hang(
                  "report-opcodes-hangs",
                  "REPORT SUPPORTED OPERATION CODES, and whatever else has code A3,",
                  "Linux with the flag, and of disks that claim less than SPC-3 without it.",
                  Commands.code(Commands.MAINTENANCE_IN))
              .quirk(LinuxQuirk.NO_REPORT_OPCODES),
          hang(
                  "report-luns-hangs",
                  "REPORT LUNS",
                  "Linux with the flag; of bulk-only devices it never asks.",
                  Commands.code(Commands.REPORT_LUNS))
              .quirk(LinuxQuirk.NO_REPORT_LUNS),
          hang(
                  "write-same-hangs",
                  "WRITE SAME of either length",
                  "Linux with the flag.",
                  Commands.code(Commands.WRITE_SAME_10, Commands.WRITE_SAME_16))
              .quirk(LinuxQuirk.NO_SAME),
          hang(
                  "ata-pass-through-hangs",
                  "ATA PASS-THROUGH of either length",
                  "Linux with the flag; without it until something such as smartctl asks.",
                  Commands.code(Commands.ATA_PASS_THROUGH_12, Commands.ATA_PASS_THROUGH_16))
              .quirk(LinuxQuirk.NO_ATA_1X),
          hang(
                  "read-capacity-16-hangs",
                  "READ CAPACITY(16)",
                  "Linux with the flag, and all on disks of less than 2 TiB.",
                  Commands::isReadCapacity16)
              .quirk(LinuxQuirk.NO_READ_CAPACITY_16),
          hang(
                  "read-disc-information-hangs",
                  "READ DISC INFORMATION",
                  "Linux with the flag.",
                  Commands.code(Commands.READ_DISC_INFORMATION))
              .quirk(LinuxQuirk.NO_READ_DISC_INFO),
          hang(
                  "security-protocol-hangs",
                  "SECURITY PROTOCOL IN",
                  "Those that never ask; Windows 10 and 11 do, and reset the device.",
                  Commands.code(Commands.SECURITY_PROTOCOL_IN))
              .quirk(LinuxQuirk.IGNORE_OPAL),
          hang(
                  "long-sense-hangs",
                  "REQUEST SENSE for more than 18 bytes",
                  "Linux with the flag; without it of disks that claim less than SPC-3.",
                  cdb -> cdb.operationCode() == Commands.REQUEST_SENSE && cdb.u8(4) > LONGEST_SENSE)
              .quirk(LinuxQuirk.BAD_SENSE),
          hang(
              "synchronize-cache-hangs",
              "SYNCHRONIZE CACHE(10)",
              "Linux, where MODE SENSE tells of no write cache; others wait and reset.",
              Commands.code(Commands.SYNCHRONIZE_CACHE_10)),
          hang(
              "start-stop-hangs",
              "START STOP UNIT",
              "Those that pull the plug without it.",
              Commands.code(Commands.START_STOP_UNIT)),
          hang(
              "format-capacities-hangs",
              "READ FORMAT CAPACITIES",
              "Linux, which never asks; Windows does at each attachment.",
              Commands.code(Commands.READ_FORMAT_CAPACITIES)),
          hang(
              "unknown-command-hangs",
              "A command that the standards do not have",
              "Those that send none.",
              cdb -> !known(cdb)),
          new Deviation(
                  "inquiry-hangs",
                  DeviationClass.BREAKS_CLAUSE,
                  CLAUSE,
                  "INQUIRY is never answered, and no command after it before a reset.",
                  "Linux with the flag, which makes the answer up.",
                  Changes.silence(Commands.code(Commands.INQUIRY)))
              .quirk(LinuxQuirk.FIX_INQUIRY),
          new Deviation(
                  "long-transfers-hang",
                  DeviationClass.BREAKS_CLAUSE,
                  CLAUSE,
                  "READ and WRITE of more blocks are never answered, and no command after them"
                      + " before a reset.",
                  "Those that ask for less: Linux with the flag asks for 240 blocks, 120 KiB, at"
                      + " most, which it does at high speed without it.",
                  new DeviationParameter("blocks", 240, 1, 65_535),
                  values ->
                      Changes.silence(
                          cdb ->
                              Commands.movesBlocks(cdb)
                                  && Commands.blockCount(cdb) > values.applyAsLong("blocks")))
              .quirk(LinuxQuirk.MAX_SECTORS_240),
          new Deviation(
              "dead-after-commands",
              DeviationClass.BREAKS_CLAUSE,
              CLAUSE + "; USB 2.0, 9.2.6: requests are answered in time",
              "After so many commands nothing is answered, on endpoint 0 neither, until the plug is"
                  + " pulled.",
              "None.",
              new DeviationParameter("commands", 100, 1, 1_000_000_000),
              values ->
                  (choices, traits) -> new Death(values.applyAsLong("commands")).apply(choices)));

  private HangDeviations() {}

  private static Deviation hang(String id, String command, String hosts, Predicate<Cdb> which) {
    return new Deviation(
        id,
        DeviationClass.BREAKS_CLAUSE,
        CLAUSE,
        command + " is never answered, and no command after it before a reset.",
        hosts,
        List.of(),
        Optional.empty(),
        values -> Changes.silence(which));
  }

  private static boolean known(Cdb cdb) {
    return Stream.of(DeviceType.DISK, DeviceType.CD_ROM)
        .flatMap(type -> Operation.ofType(type).stream())
        .anyMatch(operation -> operation.code() == cdb.operationCode());
  }
}
