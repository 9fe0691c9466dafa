package dev.umsim.sim.deviation;

import static dev.umsim.sim.deviation.Commands.set;

import dev.umsim.core.scsi.Intent;
import java.util.Arrays;
import java.util.List;

/** What a unit says about its size. */
final class CapacityDeviations {
  private static final int SHORT_CAPACITY_16 = 16;

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "read-capacity-16-of-16-bytes",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.16.2: 32 bytes",
              "READ CAPACITY(16) ends with byte 15.",
              "Linux, which looks at the first 16 bytes; Windows and macOS do not ask disks of"
                  + " this size.",
              (choices, traits) ->
                  choices.with(
                      Commands.replying(
                          choices.commands(),
                          Commands::isReadCapacity16,
                          reply ->
                              Arrays.copyOf(reply, Math.min(reply.length, SHORT_CAPACITY_16))))),
          new Deviation(
              "read-capacity-16-stale-upper-bytes",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.16.2",
              "The upper half of the last LBA is wrong: bytes 0 and 1 hold what a status wrapper"
                  + " left there, 55 53, and bytes 2 and 3 are 0.",
              "All that ask READ CAPACITY(10) first and do not need (16).",
              (choices, traits) ->
                  choices.with(
                      Commands.replying(
                          choices.commands(),
                          Commands::isReadCapacity16,
                          reply -> set(set(set(set(reply, 0, 'U'), 1, 'S'), 2, 0), 3, 0)))),
          new Deviation(
              "read-capacity-16-wrong-flags",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.16.2",
              "Byte 12 is 10, which is RC BASIS 01, and the lowest aligned LBA is 1.",
              "Linux; it notes the alignment.",
              (choices, traits) ->
                  choices.with(
                      Commands.replying(
                          choices.commands(),
                          Commands::isReadCapacity16,
                          reply -> set(set(reply, 12, 0x10), 15, 1)))),
          new Deviation(
              "any-service-action-reads-capacity",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 4.2.5.2: an unknown service action is refused with 05/24/00",
              "SERVICE ACTION IN(16) is READ CAPACITY(16) whatever its service action.",
              "All: none asks disks for GET LBA STATUS unless thin provisioning is told.",
              (choices, traits) ->
                  choices.with(
                      Commands.reading(
                          choices.commands(),
                          Commands.code(Commands.SERVICE_ACTION_IN_16),
                          cdb -> cdb[1] = (byte) (cdb[1] & 0xe0 | Commands.READ_CAPACITY_16)))),
          new Deviation(
              "read-capacity-fields-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.15: PMI 0 and LBA not 0 is refused with 05/24/00",
              "LBA and PMI of READ CAPACITY(10) are not looked at.",
              "All.",
              (choices, traits) ->
                  choices.with(
                      Commands.reading(
                          choices.commands(),
                          Commands.code(Commands.READ_CAPACITY_10),
                          cdb -> {
                            Arrays.fill(cdb, 2, 6, (byte) 0);
                            cdb[8] = 0;
                          }))),
          new Deviation(
              "read-capacity-cut",
              DeviationClass.BREAKS_CLAUSE,
              "BOT 1.0, 6.7.2 (7): phase error",
              "READ CAPACITY(10) for less than 8 bytes sends so many, and passes.",
              "All, which ask for 8.",
              (choices, traits) ->
                  choices.with(
                      Commands.intending(
                          choices.commands(),
                          Commands.code(Commands.READ_CAPACITY_10),
                          (lun, cdb, intended) ->
                              intended instanceof Intent.Reply reply
                                  ? new Intent.Reply(reply.bytes(), true)
                                  : intended))),
          new Deviation(
              "format-capacities-last-lba",
              DeviationClass.BREAKS_CLAUSE,
              "MMC-6, 6.23.3: the number of blocks",
              "READ FORMAT CAPACITIES tells the last LBA in place of the number of blocks.",
              "Windows, Linux and macOS, which go by READ CAPACITY.",
              (choices, traits) ->
                  choices.with(
                      Commands.replying(
                          choices.commands(),
                          Commands.code(Commands.READ_FORMAT_CAPACITIES),
                          CapacityDeviations::lastBlock))),
          new Deviation(
              "allocation-length-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 4.2.5.6",
              "REQUEST SENSE, MODE SENSE, READ FORMAT CAPACITIES and READ CAPACITY(16) send all"
                  + " that the wrapper has room for, whatever their allocation length.",
              "All whose wrappers ask for no more than they allocate: Linux, Windows, macOS.",
              (choices, traits) ->
                  choices.with(
                      Commands.reading(
                          choices.commands(),
                          Commands.code(
                              Commands.REQUEST_SENSE,
                              Commands.MODE_SENSE_6,
                              Commands.MODE_SENSE_10,
                              Commands.READ_FORMAT_CAPACITIES,
                              Commands.SERVICE_ACTION_IN_16),
                          CapacityDeviations::allocateAll))));

  private CapacityDeviations() {}

  private static byte[] lastBlock(byte[] reply) {
    // The number counts down by one, and stays what it is where it is too large to be told.
    boolean whole = reply.length >= 8;
    boolean tooLarge =
        whole && reply[4] == -1 && reply[5] == -1 && reply[6] == -1 && reply[7] == -1;
    for (int at = 7; whole && !tooLarge && at >= 4; at--) {
      if (reply[at]-- != 0) {
        break;
      }
    }
    return reply;
  }

  private static void allocateAll(byte[] cdb) {
    switch (cdb[0] & 0xff) {
      case Commands.REQUEST_SENSE, Commands.MODE_SENSE_6 -> cdb[4] = (byte) 0xff;
      case Commands.SERVICE_ACTION_IN_16 -> Arrays.fill(cdb, 12, 14, (byte) 0xff);
      default -> Arrays.fill(cdb, 7, 9, (byte) 0xff);
    }
  }
}
