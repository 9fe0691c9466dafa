package dev.umsim.sim.deviation;

import static dev.umsim.sim.deviation.Commands.set;

import dev.umsim.core.scsi.Intent;
import dev.umsim.core.scsi.SenseData;
import java.util.Arrays;
import java.util.List;

/** What MODE SENSE tells. */
final class ModeDeviations {
  private static final int ALL_PAGES = 0x3f;
  private static final int SHORT_DESCRIPTOR = 8;

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "mode-sense-without-pages",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.13: page 3F asks for all pages",
              "MODE SENSE sends header and block descriptor and no page.",
              "Linux, which then assumes that there is no write cache; Windows and macOS.",
              (choices, traits) ->
                  choices.with(
                      Commands.intending(
                          choices.commands(),
                          Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10),
                          (lun, cdb, intended) ->
                              intended instanceof Intent.Reply reply
                                  ? new Intent.Reply(
                                      withoutPages(
                                          reply.bytes(),
                                          cdb.operationCode() == Commands.MODE_SENSE_10),
                                      true)
                                  : intended))),
          new Deviation(
              "mode-sense-knows-all-pages-only",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.13: the pages are a choice, and one that is there is sent when it is asked for",
              "MODE SENSE for any page but 3F is refused with 05/24/00.",
              "Linux, which then assumes that there is no write cache; Windows and macOS.",
              (choices, traits) ->
                  choices.with(
                      Commands.intending(
                          choices.commands(),
                          Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10),
                          (lun, cdb, intended) ->
                              (cdb.u8(2) & 0x3f) == ALL_PAGES
                                  ? intended
                                  : new Intent.Check(SenseData.invalidCdbBit(2, 5))))),
          new Deviation(
              "mode-sense-without-flags",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 6.4.1: WP and DPOFUA",
              "The device-specific parameter is 00: write protection is never told, nor DPOFUA.",
              "All; a medium that is write-protected is met by failing writes.",
              (choices, traits) ->
                  choices.with(
                      Commands.intending(
                          choices.commands(),
                          Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10),
                          (lun, cdb, intended) ->
                              intended instanceof Intent.Reply reply
                                  ? new Intent.Reply(
                                      set(
                                          reply.bytes().clone(),
                                          cdb.operationCode() == Commands.MODE_SENSE_10 ? 3 : 2,
                                          0),
                                      true)
                                  : intended))),
          new Deviation(
              "mode-sense-10-always-long-lba",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.14: LLBAA 0 forbids long block descriptors",
              "MODE SENSE(10) sends a block descriptor of 16 bytes even where it was not allowed.",
              "Linux, Windows and macOS, which skip the descriptor by its length.",
              (choices, traits) ->
                  choices.with(
                      Commands.reading(
                          choices.commands(),
                          Commands.code(Commands.MODE_SENSE_10),
                          cdb -> cdb[1] |= 0x10))),
          new Deviation(
              "mode-sense-6-count-of-three-bytes",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 6.4.2.2: four bytes, FFFFFFFF where the number does not fit",
              "The block descriptor of MODE SENSE(6) tells the number of blocks in three bytes, as"
                  + " SCSI-2 had it: FFFFFF where it does not fit.",
              "All, which go by READ CAPACITY.",
              (choices, traits) ->
                  choices.with(
                      Commands.replying(
                          choices.commands(),
                          Commands.code(Commands.MODE_SENSE_6),
                          ModeDeviations::threeByteCount))),
          new Deviation(
              "mode-sense-fields-ignored",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.13",
              "Page control, subpage and DBD are not looked at: MODE SENSE always tells the"
                  + " current values, with a block descriptor.",
              "All: they skip a descriptor by its length, and seldom ask for other values.",
              (choices, traits) ->
                  choices.with(
                      Commands.reading(
                          choices.commands(),
                          Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10),
                          cdb -> {
                            cdb[1] &= ~0x08;
                            cdb[2] &= 0x3f;
                            cdb[3] = 0;
                          }))));

  private ModeDeviations() {}

  private static byte[] threeByteCount(byte[] reply) {
    boolean tooLarge =
        reply.length > SHORT_DESCRIPTOR && reply[3] == SHORT_DESCRIPTOR && reply[4] != 0;
    return tooLarge ? set(set(set(set(reply, 4, 0), 5, 0xff), 6, 0xff), 7, 0xff) : reply;
  }

  /** A reply may be cut so short that the length of its descriptor cannot be seen. */
  private static byte[] withoutPages(byte[] reply, boolean ten) {
    int lengthAt = ten ? 7 : 3;
    int descriptor = reply.length > lengthAt ? reply[lengthAt] & 0xff : SHORT_DESCRIPTOR;
    int whole = lengthAt + 1 + descriptor;
    var bytes = Arrays.copyOf(reply, Math.min(reply.length, whole));
    return ten ? set(set(bytes, 0, 0), 1, whole - 2) : set(bytes, 0, whole - 1);
  }
}
