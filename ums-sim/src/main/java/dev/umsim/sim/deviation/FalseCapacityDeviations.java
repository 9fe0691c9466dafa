package dev.umsim.sim.deviation;

import static dev.umsim.sim.deviation.Commands.set;

import dev.umsim.core.scsi.Intent;
import dev.umsim.core.scsi.Sense;
import java.util.List;

/** Sizes that are not those of the medium. */
final class FalseCapacityDeviations {

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
                  "capacity-one-too-large",
                  DeviationClass.BREAKS_CLAUSE,
                  "SBC-3, 5.15.2: the LBA of the last block, and the length of a block",
                  "READ CAPACITY tells the number of blocks in the place of the last block; a read of the block that is not there is refused.",
                  "Linux with the flag; without it until something such as a partition table is looked for at the end.",
                  Changes.reply(Commands::isCapacity, reply -> counted(reply, 1)))
              .quirk(LinuxQuirk.FIX_CAPACITY),
          new Deviation(
                  "capacity-made-odd",
                  DeviationClass.BREAKS_CLAUSE,
                  "SBC-3, 5.15.2: the LBA of the last block, and the length of a block",
                  "READ CAPACITY tells of an odd number of blocks always: one more than there are where that is even.",
                  "Linux with the flag.",
                  Changes.reply(
                      Commands::isCapacity,
                      reply -> (lastByte(reply) & 1) == 0 ? reply : counted(reply, 1)))
              .quirk(LinuxQuirk.CAPACITY_HEURISTICS),
          new Deviation(
                  "capacity-10-modulo",
                  DeviationClass.BREAKS_CLAUSE,
                  "SBC-3, 5.15.2: FFFFFFFF where the last block does not fit",
                  "READ CAPACITY(10) of a medium of 2^32 blocks or more tells the low 32 bits of its last block.",
                  "Linux with the flag.",
                  (choices, traits) ->
                      choices.with(
                          Commands.intending(
                              choices.commands(),
                              Commands.code(Commands.READ_CAPACITY_10),
                              (lun, cdb, intended) ->
                                  intended instanceof Intent.Reply reply
                                      ? new Intent.Reply(
                                          traits
                                              .media()
                                              .apply(lun)
                                              .map(
                                                  medium ->
                                                      Commands.put32(
                                                          reply.bytes().clone(),
                                                          0,
                                                          medium.blockCount() - 1))
                                              .orElse(reply.bytes()),
                                          reply.allocated())
                                      : intended)))
              .quirk(LinuxQuirk.NEEDS_CAP16),
          new Deviation(
              "capacity-of-unit-0",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.15.2; SAM-5, 4.7: each logical unit has its own medium",
              "READ CAPACITY(10) of every unit tells the size of the medium of unit 0.",
              "Those with one unit.",
              (choices, traits) ->
                  choices.with(
                      Commands.intending(
                          choices.commands(),
                          Commands.code(Commands.READ_CAPACITY_10),
                          (lun, cdb, intended) ->
                              intended instanceof Intent.Reply reply
                                  ? new Intent.Reply(
                                      traits
                                          .media()
                                          .apply(0)
                                          .map(
                                              medium ->
                                                  Commands.put32(
                                                      reply.bytes().clone(),
                                                      0,
                                                      medium.blockCount() - 1))
                                          .orElse(reply.bytes()),
                                      reply.allocated())
                                  : intended))),
          new Deviation(
              "capacity-changes",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.15.2; SPC-4, 4.5: 06/2A/09 tells that the capacity has changed",
              "Every second READ CAPACITY(10) tells of one block less, and no attention says that it has changed.",
              "Those that ask once.",
              Changes.remembering(
                  Commands.code(Commands.READ_CAPACITY_10),
                  () -> {
                    var count = new int[1];
                    return (lun, cdb, intended) ->
                        intended instanceof Intent.Reply reply && ++count[0] % 2 == 0
                            ? new Intent.Reply(
                                counted(reply.bytes().clone(), -1), reply.allocated())
                            : intended;
                  })),
          new Deviation(
              "capacity-little-endian",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 3.5.3: fields are big-endian",
              "Both fields of READ CAPACITY(10) have their bytes in the other order.",
              "None.",
              Changes.reply(
                  Commands.code(Commands.READ_CAPACITY_10), FalseCapacityDeviations::swapped)),
          new Deviation(
              "capacity-with-blocks-of-0",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.15.2: the LBA of the last block, and the length of a block",
              "READ CAPACITY tells a block length of 0.",
              "Linux, which assumes 512.",
              Changes.reply(Commands::isCapacity, reply -> blockLength(reply, 0))),
          new Deviation(
              "capacity-with-blocks-of-4096",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.15.2: the LBA of the last block, and the length of a block",
              "READ CAPACITY tells a block length of 4096, whatever it is.",
              "None: the disk seems larger than it is, and every command moves too little.",
              Changes.reply(Commands::isCapacity, reply -> blockLength(reply, 4096))),
          new Deviation(
              "capacity-without-medium",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.15.1: without a medium it is refused with 02/3A/00",
              "READ CAPACITY(10) without a medium is answered with what was left in memory: 00003FFF 00000000.",
              "Linux, which asks whether the unit is ready before.",
              Changes.intent(
                  Commands.code(Commands.READ_CAPACITY_10),
                  (lun, cdb, intended) ->
                      Commands.isRefused(intended, Sense.MEDIUM_NOT_PRESENT)
                          ? Intent.Reply.fixed(new byte[] {0, 0, 0x3f, (byte) 0xff, 0, 0, 0, 0})
                          : intended)),
          new Deviation(
              "capacity-16-one-less",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.16.2: both forms tell of the same medium",
              "READ CAPACITY(16) tells of one block less than READ CAPACITY(10).",
              "Those that ask one of the two.",
              Changes.reply(Commands::isReadCapacity16, reply -> counted(reply, -1))),
          new Deviation(
              "capacity-10-never-fits",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 5.15.2: FFFFFFFF where the last block does not fit",
              "READ CAPACITY(10) always tells FFFFFFFF, as of media of 2 TiB.",
              "Those that then ask READ CAPACITY(16): Linux, Windows since 7, macOS.",
              Changes.reply(
                  Commands.code(Commands.READ_CAPACITY_10),
                  reply -> Commands.put32(reply, 0, 0xffff_ffffL))),
          new Deviation(
              "format-capacities-without-medium-refused",
              DeviationClass.LEGAL_CHOICE,
              "UFI 1.0, 4.10 and MMC-6, 6.23 answer with code 03; SBC has the command refused with 02/3A/00 as any of the medium",
              "READ FORMAT CAPACITIES without a medium is refused with 02/3A/00.",
              "All.",
              Changes.intent(
                  Commands.code(Commands.READ_FORMAT_CAPACITIES),
                  (lun, cdb, intended) ->
                      withoutMedium(intended)
                          ? Commands.refuse(Sense.MEDIUM_NOT_PRESENT)
                          : intended)),
          new Deviation(
              "format-capacities-of-ejected-medium",
              DeviationClass.BREAKS_CLAUSE,
              "MMC-6, 6.23.3: descriptor code 03 where there is no medium",
              "READ FORMAT CAPACITIES without a medium tells of a formatted one with 131072 blocks.",
              "Linux, which never asks; Windows goes on asking for it.",
              Changes.intent(
                  Commands.code(Commands.READ_FORMAT_CAPACITIES),
                  (lun, cdb, intended) ->
                      withoutMedium(intended) && intended instanceof Intent.Reply reply
                          ? new Intent.Reply(
                              set(Commands.put32(reply.bytes().clone(), 4, 0x20000), 8, 2), true)
                          : intended)),
          new Deviation(
              "format-capacities-unformatted",
              DeviationClass.BREAKS_CLAUSE,
              "MMC-6, 6.23.3: descriptor code 02 where the medium is formatted",
              "READ FORMAT CAPACITIES tells of an unformatted medium, code 01.",
              "Linux and macOS; Windows offers to format the disk.",
              Changes.reply(
                  Commands.code(Commands.READ_FORMAT_CAPACITIES), reply -> set(reply, 8, 1))),
          new Deviation(
              "format-capacities-list-empty",
              DeviationClass.BREAKS_CLAUSE,
              "MMC-6, 6.23.2: the list length is the bytes that follow",
              "The list length of READ FORMAT CAPACITIES is 0, though a descriptor follows.",
              "All that go by READ CAPACITY.",
              Changes.reply(
                  Commands.code(Commands.READ_FORMAT_CAPACITIES), reply -> set(reply, 3, 0))));

  private FalseCapacityDeviations() {}

  private static boolean withoutMedium(Intent intended) {
    return intended instanceof Intent.Reply reply
        && reply.bytes().length > 8
        && (reply.bytes()[8] & 3) == 3;
  }

  /** READ CAPACITY(10) has 8 bytes, (16) more; one that is cut is left as it is. */
  private static boolean isLong(byte[] reply) {
    return reply.length >= 12;
  }

  private static int lastByte(byte[] reply) {
    return reply[isLong(reply) ? 7 : 3];
  }

  private static byte[] counted(byte[] reply, int more) {
    for (int at = isLong(reply) ? 7 : 3; at >= 0; at--) {
      reply[at] += (byte) more;
      if (reply[at] != (more > 0 ? 0 : -1)) {
        break;
      }
    }
    return reply;
  }

  private static byte[] blockLength(byte[] reply, int bytes) {
    return Commands.put32(reply, isLong(reply) ? 8 : 4, bytes);
  }

  private static byte[] swapped(byte[] reply) {
    Commands.put32(reply, 0, Integer.reverseBytes((int) Commands.u32(reply, 0)));
    return Commands.put32(reply, 4, Integer.reverseBytes((int) Commands.u32(reply, 4)));
  }
}
