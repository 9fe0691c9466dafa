package dev.umsim.sim.deviation;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.DataSoFar;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.Intent;
import java.util.List;

/** Commands that mean something of their own. */
final class VendorDeviations {
  private static final int IDENTIFY_DEVICE = 0xec;
  private static final int IDENTIFY_PACKET_DEVICE = 0xa1;

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "write-buffer-sets-clock",
              DeviationClass.LEGAL_CHOICE,
              "SPC-4, 6.49.3: mode 01 is the vendor's",
              "WRITE BUFFER of mode 01 and 12 bytes sets the clock of the device: year and day of"
                  + " the year, from 0 on, in two bytes each; hour, minute and second in bytes 5"
                  + " to 7.",
              "All; iTunes and libgpod send it.",
              (choices, traits) ->
                  choices.with(
                      Commands.intending(
                          choices.commands(),
                          VendorDeviations::setsClock,
                          (lun, cdb, intended) ->
                              new Intent.Parameters(
                                  ClockTime.LENGTH,
                                  false,
                                  bytes -> {
                                    traits.events().accept("set_time " + ClockTime.decode(bytes));
                                    return Intent.GOOD;
                                  })))),
          new Deviation(
              "write-buffer-unanswered",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7: there is a status for every command; SPC-4, 6.49",
              "WRITE BUFFER that does not set the clock is never answered, and no command after"
                  + " it.",
              "All that do not send it: Linux, Windows, macOS.",
              (choices, traits) -> choices.with(new WriteBufferUnanswered(choices.transport()))),
          new Deviation(
              "ata-identify-passed-through",
              DeviationClass.LEGAL_CHOICE,
              "SAT-3, 12.2: that much of ATA PASS-THROUGH is a choice",
              "ATA PASS-THROUGH(12) and (16) give the 512 bytes of IDENTIFY DEVICE.",
              "All; smartctl and hdparm make use of it.",
              (choices, traits) ->
                  choices.with(
                      Commands.intending(
                          choices.commands(),
                          VendorDeviations::identifies,
                          (lun, cdb, intended) ->
                              Intent.Reply.fixed(traits.identifyData().clone())))));

  private VendorDeviations() {}

  private static boolean setsClock(Cdb cdb) {
    return cdb.operationCode() == Commands.WRITE_BUFFER
        && cdb.u8(1) == 1
        && cdb.u8(2) == 0
        && cdb.u8(3) == ClockTime.LENGTH
        && cdb.u32(4) == 0
        && (cdb.u8(8) == 0 || cdb.u8(8) == ClockTime.LENGTH)
        && cdb.u8(9) == 0;
  }

  /** PIO data-in of one block, its length in the sector count. */
  private static boolean identifies(Cdb cdb) {
    return switch (cdb.operationCode()) {
      case Commands.ATA_PASS_THROUGH_12 -> identifies(cdb, 4, 9);
      case Commands.ATA_PASS_THROUGH_16 -> identifies(cdb, 6, 14);
      default -> false;
    };
  }

  private static boolean identifies(Cdb cdb, int countAt, int commandAt) {
    int command = cdb.u8(commandAt);
    return cdb.u8(1) == 0x08
        && cdb.u8(2) == 0x0e
        && cdb.u8(countAt) == 1
        && (command == IDENTIFY_DEVICE || command == IDENTIFY_PACKET_DEVICE);
  }

  private static final class WriteBufferUnanswered extends TransportChoices.Deviating {
    WriteBufferUnanswered(TransportChoices inner) {
      super(inner);
    }

    @Override
    public boolean goesOn(CommandBlockWrapper command, DataSoFar soFar) {
      boolean other =
          command.cdb().operationCode() == Commands.WRITE_BUFFER && !setsClock(command.cdb());
      return !other && super.goesOn(command, soFar);
    }
  }
}
