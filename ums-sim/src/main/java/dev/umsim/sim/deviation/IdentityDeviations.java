package dev.umsim.sim.deviation;

import static dev.umsim.sim.deviation.Commands.set;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.Intent;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.SenseData;
import java.util.Arrays;
import java.util.List;

/** Standard data and pages that are wrong. */
final class IdentityDeviations {

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "inquiry-fails",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.6.1: INQUIRY is mandatory and works whatever the state of the unit",
              "INQUIRY is refused with 05/24/00.",
              "Linux with the flag FIX_INQUIRY.",
              Changes.intent(
                  Commands.code(Commands.INQUIRY),
                  (lun, cdb, intended) -> new Intent.Check(SenseData.invalidCdbByte(1)))),
          new Deviation(
              "inquiry-garbage",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.6.2",
              "Every byte of standard data is FF.",
              "Linux with the flag FIX_INQUIRY; others see no unit.",
              Changes.reply(
                  Commands::isStandardInquiry,
                  reply -> {
                    Arrays.fill(reply, (byte) 0xff);
                    return reply;
                  })),
          new Deviation(
              "inquiry-of-5-bytes",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.6.2: standard data has at least 36 bytes",
              "Standard data ends with its length: 5 bytes, which tell that none follow.",
              "Linux, which makes names up.",
              Changes.reply(
                  Commands::isStandardInquiry,
                  reply -> set(Arrays.copyOf(reply, Math.min(reply.length, 5)), 4, 0))),
          new Deviation(
              "inquiry-additional-length-zero",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.6.2: ADDITIONAL LENGTH tells how many bytes follow",
              "ADDITIONAL LENGTH is 0, though all bytes follow.",
              "Those that ask for 36 bytes and take them; Linux notes a short result.",
              Changes.reply(Commands::isStandardInquiry, reply -> set(reply, 4, 0))),
          new Deviation(
              "inquiry-claims-cd-rom",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.6.2: PERIPHERAL DEVICE TYPE tells what commands the unit knows",
              "A disk tells that it is a CD-ROM drive, type 05, and knows none of its commands.",
              "None gladly: it cannot be written.",
              Changes.reply(Commands::isStandardInquiry, reply -> set(reply, 0, 5))),
          new Deviation(
              "inquiry-claims-no-unit",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.6.2: qualifier 3 where there cannot be a unit",
              "The peripheral qualifier is 3 and the type 1F, as where there is no unit.",
              "None: Linux, Windows and macOS leave the unit alone.",
              Changes.reply(Commands::isStandardInquiry, reply -> set(reply, 0, 0x7f))),
          new Deviation(
              "inquiry-claims-scsi-2",
              DeviationClass.LEGAL_CHOICE,
              "SPC-4, 6.6.2: an older version may be claimed",
              "The version is 02, SCSI-2.",
              "All; Linux then asks for no pages of vital product data.",
              Changes.reply(Commands::isStandardInquiry, reply -> set(reply, 2, 2))),
          new Deviation(
              "inquiry-response-format-1",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.6.2: RESPONSE DATA FORMAT is 2",
              "RESPONSE DATA FORMAT is 1.",
              "All, which do not look at it.",
              Changes.reply(Commands::isStandardInquiry, reply -> set(reply, 3, 1))),
          new Deviation(
              "inquiry-text-zero-padded",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 4.3.1 and 6.6.2: text is left-aligned ASCII, filled up with spaces",
              "Vendor, product and revision are filled up with zeros.",
              "All; names are shown cut.",
              Changes.reply(Commands::isStandardInquiry, IdentityDeviations::zeroPadded)),
          new Deviation(
              "inquiry-without-allocation-fails",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 4.3.4.6: an allocation length of 0 is no error",
              "INQUIRY with an allocation length of 0 is refused with 05/24/00.",
              "All, which allocate 36 and more.",
              Changes.intent(
                  cdb -> cdb.operationCode() == Commands.INQUIRY && cdb.u16(3) == 0,
                  (lun, cdb, intended) -> new Intent.Check(SenseData.invalidCdbByte(3)))),
          new Deviation(
              "inquiry-cut-at-wrapper-alone",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 4.3.4.6: no more is sent than the allocation length says",
              "INQUIRY sends all that the wrapper has room for, whatever its allocation length.",
              "All whose wrappers ask for no more than they allocate.",
              Changes.reading(
                  Commands.code(Commands.INQUIRY), cdb -> Arrays.fill(cdb, 3, 5, (byte) 0xff))),
          new Deviation(
              "page-list-missing",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 7.8.1: page 00 is mandatory",
              "INQUIRY for page 00, the list of pages, is refused with 05/24/00.",
              "Linux, which then asks for no page.",
              page(0x00)),
          new Deviation(
              "page-83-missing",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 7.8.6: page 83 is mandatory",
              "INQUIRY for page 83, device identification, is refused with 05/24/00, though page 00 lists it.",
              "Linux, Windows and macOS, which go by the USB serial number.",
              page(0x83)),
          new Deviation(
              "page-with-wrong-number",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 7.8.1: byte 1 of a page is its number",
              "Byte 1 of each page of vital product data is 00.",
              "Those that look: Linux drops the page.",
              Changes.reply(IdentityDeviations::isPage, reply -> set(reply, 1, 0))),
          new Deviation(
              "page-length-zero",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 7.8.1: PAGE LENGTH is the bytes that follow",
              "PAGE LENGTH of each page of vital product data is 0, though bytes follow.",
              "Those that take what was sent.",
              Changes.reply(IdentityDeviations::isPage, reply -> set(set(reply, 2, 0), 3, 0))),
          new Deviation(
              "unit-serial-number-blank",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 7.8.15: page 80 tells the serial number of the unit",
              "Page 80 holds spaces.",
              "Those that go by the USB serial number.",
              Changes.reply(
                  cdb -> isPage(cdb) && cdb.u8(2) == 0x80,
                  reply -> {
                    Arrays.fill(reply, Math.min(4, reply.length), reply.length, (byte) 0x20);
                    return reply;
                  })),
          new Deviation(
              "absent-unit-inquiry-refused",
              DeviationClass.LEGAL_CHOICE,
              "BOT 1.0, 6.2.2 and 6.4: a wrapper for a LUN that is not there is not meaningful, and"
                  + " its response not specified; SPC-4, 6.6.1 would have 7F",
              "INQUIRY of a LUN without a unit is refused with 05/25/00.",
              "Those that ask no more LUNs than there are.",
              Changes.intent(
                  Commands.code(Commands.INQUIRY),
                  (lun, cdb, intended) ->
                      absent(intended)
                          ? Commands.refuse(Sense.LOGICAL_UNIT_NOT_SUPPORTED)
                          : intended)));

  private IdentityDeviations() {}

  private static boolean isPage(Cdb cdb) {
    return cdb.operationCode() == Commands.INQUIRY && cdb.bit(1, 0);
  }

  private static boolean absent(Intent intended) {
    return intended instanceof Intent.Reply reply
        && reply.bytes().length > 0
        && reply.bytes()[0] == 0x7f;
  }

  private static Deviation.Change page(int number) {
    return Changes.intent(
        cdb -> isPage(cdb) && cdb.u8(2) == number,
        (lun, cdb, intended) -> new Intent.Check(SenseData.invalidCdbByte(2)));
  }

  private static byte[] zeroPadded(byte[] reply) {
    int[] ends = {16, 32, 36};
    for (int end : ends) {
      for (int at = Math.min(end, reply.length) - 1; at >= 8 && reply[at] == ' '; at--) {
        reply[at] = 0;
      }
    }
    return reply;
  }
}
