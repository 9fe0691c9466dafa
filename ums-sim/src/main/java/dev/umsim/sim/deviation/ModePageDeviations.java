package dev.umsim.sim.deviation;

import static dev.umsim.sim.deviation.Commands.set;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.Intent;
import dev.umsim.core.scsi.Sense;
import dev.umsim.core.scsi.SenseData;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** Mode pages, and the header before them. */
final class ModePageDeviations {
  private static final int CACHING_PAGE = 0x08;
  private static final int WRITE_CACHE_ENABLED = 0x04;

  static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "write-protection-always-told",
              DeviationClass.BREAKS_CLAUSE,
              "SBC-3, 6.4.1: WP tells whether the medium is write-protected",
              "MODE SENSE tells WP for every medium; writes are done all the same.",
              "All; the disk is mounted read-only.",
              Changes.intent(
                  Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10),
                  (lun, cdb, intended) ->
                      intended instanceof Intent.Reply reply
                          ? new Intent.Reply(flags(reply.bytes().clone(), cdb, 0x80, 0), true)
                          : intended)),
          new Deviation(
              "mode-data-length-zero",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 7.5.5: MODE DATA LENGTH is the bytes that follow",
              "MODE DATA LENGTH is 0, though header and pages follow.",
              "Those that take what was sent; Linux finds no page.",
              Changes.intent(
                  Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10),
                  (lun, cdb, intended) ->
                      intended instanceof Intent.Reply reply
                          ? new Intent.Reply(length(reply.bytes().clone(), cdb), true)
                          : intended)),
          new Deviation(
              "mode-sense-without-block-descriptor",
              DeviationClass.LEGAL_CHOICE,
              "SPC-4, 6.13: block descriptors may be left out",
              "MODE SENSE sends no block descriptor, whether DBD is set or not.",
              "All.",
              Changes.reading(
                  Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10),
                  cdb -> cdb[1] |= 0x08)),
          new Deviation(
                  "caching-page-missing",
                  DeviationClass.TRIPS_HOSTS,
                  "SBC-3, table 129: the caching page is optional",
                  "MODE SENSE knows no caching page, neither alone nor among all, though writes are cached.",
                  "Windows and macOS, which make data durable all the same; Linux with the flag, and without it never sends SYNCHRONIZE CACHE.",
                  Changes.commands(WithoutCachingPage::new))
              .quirk(LinuxQuirk.WRITE_CACHE),
          new Deviation(
                  "write-cache-not-told",
                  DeviationClass.BREAKS_CLAUSE,
                  "SBC-3, 6.4.5: WCE 0 has a write on the medium before its status",
                  "The caching page tells WCE 0, though writes are cached.",
                  "Linux with the flag, which makes data durable all the same.",
                  Changes.intent(
                      Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10),
                      (lun, cdb, intended) ->
                          intended instanceof Intent.Reply reply
                              ? new Intent.Reply(wceCleared(reply.bytes().clone(), cdb), true)
                              : intended))
              .quirk(LinuxQuirk.ALWAYS_SYNC),
          new Deviation(
              "mode-select-without-effect",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.11: MODE SELECT changes the mode parameters",
              "MODE SELECT passes and changes nothing.",
              "All, which seldom send it.",
              Changes.intent(
                  Commands.code(Commands.MODE_SELECT_6, Commands.MODE_SELECT_10),
                  (lun, cdb, intended) ->
                      intended instanceof Intent.Parameters parameters
                          ? new Intent.Parameters(
                              parameters.length(), parameters.upTo(), list -> Intent.GOOD)
                          : intended)),
          new Deviation(
              "saved-values-are-current",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.13.5: saved values that are not there are 05/39/00",
              "MODE SENSE for saved values tells the current ones.",
              "All.",
              Changes.reading(
                  Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10),
                  cdb -> {
                    if ((cdb[2] & 0xc0) == 0xc0) {
                      cdb[2] &= 0x3f;
                    }
                  })),
          new Deviation(
              "changeable-values-are-current",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.13.3: PC 01 asks for a mask of what can be changed",
              "MODE SENSE for the changeable values tells the current ones.",
              "All that change nothing.",
              Changes.reading(
                  Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10),
                  cdb -> {
                    if ((cdb[2] & 0xc0) == 0x40) {
                      cdb[2] &= 0x3f;
                    }
                  })),
          new Deviation(
              "mode-sense-6-unknown",
              DeviationClass.LEGAL_CHOICE,
              "SPC-4, table 171: MODE SENSE(6) is optional",
              "MODE SENSE(6) is refused with 05/20/00.",
              "Linux, which takes the disk for writable and without a cache; Windows and macOS ask (10).",
              Changes.intent(
                  Commands.code(Commands.MODE_SENSE_6),
                  (lun, cdb, intended) -> Commands.refuse(Sense.INVALID_OPERATION_CODE))),
          new Deviation(
              "mode-sense-of-all-pages-refused",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.13: page 3F asks for all pages",
              "MODE SENSE for page 3F is refused with 05/24/00.",
              "Linux, which then asks for pages 00 and 08.",
              Changes.intent(
                  cdb ->
                      Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10).test(cdb)
                          && (cdb.u8(2) & 0x3f) == 0x3f,
                  (lun, cdb, intended) -> new Intent.Check(SenseData.invalidCdbBit(2, 5)))),
          new Deviation(
              "unknown-page-is-empty",
              DeviationClass.BREAKS_CLAUSE,
              "SPC-4, 6.13: a page that is not there is 05/24/00",
              "MODE SENSE for a page that is not there sends the header alone.",
              "Linux, which finds no such page.",
              Changes.intent(
                  Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10),
                  (lun, cdb, intended) ->
                      Commands.isRefused(intended, Sense.INVALID_FIELD_IN_CDB)
                              && (cdb.u8(2) & 0xc0) == 0
                          ? header(cdb)
                          : intended)));

  private ModePageDeviations() {}

  private static boolean ten(Cdb cdb) {
    return cdb.operationCode() == Commands.MODE_SENSE_10;
  }

  private static byte[] flags(byte[] reply, Cdb cdb, int setBits, int clearBits) {
    int at = ten(cdb) ? 3 : 2;
    return at < reply.length ? set(reply, at, reply[at] & ~clearBits | setBits) : reply;
  }

  private static byte[] length(byte[] reply, Cdb cdb) {
    return ten(cdb) ? set(set(reply, 0, 0), 1, 0) : set(reply, 0, 0);
  }

  private static Intent header(Cdb cdb) {
    int allocated = ten(cdb) ? cdb.u16(7) : cdb.u8(4);
    var header = ten(cdb) ? new byte[] {0, 6, 0, 0, 0, 0, 0, 0} : new byte[] {3, 0, 0, 0};
    return Intent.Reply.allocated(header, allocated);
  }

  /** Where the first page begins; behind the end where the reply is cut before it. */
  private static int pagesAt(byte[] reply, boolean ten) {
    int lengthAt = ten ? 7 : 3;
    return reply.length > lengthAt ? lengthAt + 1 + (reply[lengthAt] & 0xff) : reply.length;
  }

  private static final int CACHING_PAGE_BYTES = 20;

  private static byte[] withoutCachingPage(byte[] reply, Cdb cdb) {
    var kept = new ByteArrayOutputStream();
    int at = Math.min(pagesAt(reply, ten(cdb)), reply.length);
    kept.write(reply, 0, at);
    while (at < reply.length) {
      int end =
          at + 1 < reply.length ? Math.min(at + 2 + (reply[at + 1] & 0xff), reply.length) : at + 1;
      if ((reply[at] & 0x3f) != CACHING_PAGE) {
        kept.write(reply, at, end - at);
      }
      at = end;
    }
    var bytes = kept.toByteArray();
    boolean cut = missingBehind(reply, cdb);
    int missing = cut ? CACHING_PAGE_BYTES : reply.length - bytes.length;
    return ten(cdb)
        ? set(bytes, 1, (bytes.length > 1 ? bytes[1] : 0) - missing)
        : set(bytes, 0, (bytes.length > 0 ? bytes[0] : 0) - missing);
  }

  /** Whether the allocation length has cut the caching page off, in part or whole. */
  private static boolean missingBehind(byte[] reply, Cdb cdb) {
    int told =
        reply.length < 2 ? 0 : ten(cdb) ? (reply[0] & 0xff) << 8 | reply[1] & 0xff : reply[0];
    return (cdb.u8(2) & 0x3f) == 0x3f && (told & 0xffff) + 1 > reply.length;
  }

  private static byte[] wceCleared(byte[] reply, Cdb cdb) {
    for (int at = pagesAt(reply, ten(cdb));
        at + 2 < reply.length;
        at += 2 + (reply[at + 1] & 0xff)) {
      if ((reply[at] & 0x3f) == CACHING_PAGE) {
        reply[at + 2] &= ~WRITE_CACHE_ENABLED;
      }
    }
    return reply;
  }

  /** Needs the whole reply, which is cut at the allocation length behind it. */
  private static final class WithoutCachingPage extends CommandChoices.Deviating {
    private int allocationLength;

    WithoutCachingPage(CommandChoices inner) {
      super(inner);
    }

    @Override
    public Cdb taken(int lun, Cdb received) {
      var cdb = super.taken(lun, received);
      var bytes = cdb.bytes();
      if (cdb.operationCode() == Commands.MODE_SENSE_6) {
        allocationLength = cdb.u8(4);
        bytes[4] = (byte) 0xff;
      } else if (cdb.operationCode() == Commands.MODE_SENSE_10) {
        allocationLength = cdb.u16(7);
        bytes[7] = (byte) 0xff;
        bytes[8] = (byte) 0xff;
      }
      return new Cdb(bytes);
    }

    @Override
    public Intent intent(int lun, Cdb cdb, Intent correct) {
      var intended = super.intent(lun, cdb, correct);
      if (!Commands.code(Commands.MODE_SENSE_6, Commands.MODE_SENSE_10).test(cdb)) {
        return intended;
      }
      if ((cdb.u8(2) & 0x3f) == CACHING_PAGE) {
        return new Intent.Check(SenseData.invalidCdbBit(2, 5));
      }
      return intended instanceof Intent.Reply reply
          ? Intent.Reply.allocated(withoutCachingPage(reply.bytes(), cdb), allocationLength)
          : intended;
    }
  }
}
