package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.MODE;

import dev.umsim.core.host.DeviceGoneException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** MODE SENSE and MODE SELECT (SPC-4, sections 6.11 to 6.14 and 7.5). */
final class ModeChecks {
  private static final int ALL_PAGES = 0x3f;
  private static final int WRITE_PROTECTED = 0x80;
  private static final int DPO_AND_FUA = 0x10;
  private static final int DISABLE_BLOCK_DESCRIPTORS = 0x08;
  private static final int LONG_LBA_ACCEPTED = 0x10;
  private static final int FORCE_UNIT_ACCESS = 0x08;
  private static final int NO_SUCH_PAGE = 0x29;
  private static final int ROOM = 192;

  static final List<Check> ALL =
      List.of(
          check(
                  MODE,
                  "mode-sense-6-length",
                  "MODE DATA LENGTH of MODE SENSE(6) is what follows it",
                  "SPC-4, 7.5.5: MODE DATA LENGTH")
              .hosts("Linux, which finds no cache page in too short a reply")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = six(t, ALL_PAGES, ROOM);
                    long useful = ROOM - reply.residue();
                    t.expect(
                        reply.u8(0) + 1 == useful || reply.u8(0) + 1 > ROOM,
                        "as many bytes as it tells",
                        useful + " bytes, told " + (reply.u8(0) + 1));
                  }),
          check(
                  MODE,
                  "mode-sense-10-length",
                  "MODE DATA LENGTH of MODE SENSE(10) is what follows it",
                  "SPC-4, 7.5.5: MODE DATA LENGTH")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = ten(t, ALL_PAGES, ROOM);
                    long useful = ROOM - reply.residue();
                    t.expect(
                        reply.u16(0) + 2 == useful || reply.u16(0) + 2 > ROOM,
                        "as many bytes as it tells",
                        useful + " bytes, told " + (reply.u16(0) + 2));
                  }),
          check(
                  MODE,
                  "mode-pages-whole",
                  "The pages of page 3F follow one another to the end",
                  "SPC-4, 7.5.7: PAGE LENGTH")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = six(t, ALL_PAGES, 255);
                    int at = 4 + reply.u8(3);
                    int end = Math.min(reply.u8(0) + 1, reply.moved());
                    while (at + 1 < end) {
                      at += length(reply, at);
                    }
                    t.expect(at == end, "whole pages", Trial.hex(reply.bytes()));
                  }),
          check(
                  MODE,
                  "mode-pages-in-all",
                  "Every page that is given by itself stands in page 3F, and is the same there",
                  "SPC-4, 6.13: page code 3F returns all mode pages")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var all = six(t, ALL_PAGES, 255);
                    var codes = codes(all);
                    for (int page : new int[] {0x01, 0x05, 0x08, 0x0a, 0x1a, 0x1c}) {
                      var one = t.in(255, Cdbs.modeSense6(page, 255));
                      boolean given = one.passed() && codes(one).contains(page);
                      t.expect(
                          !given || codes.contains(page),
                          String.format("page %02x", page),
                          "it is not there");
                    }
                  }),
          check(
                  MODE,
                  "mode-pages-alone",
                  "A page that stands in page 3F is given by itself, too",
                  "SPC-4, 6.13: a page that is there is sent when it is asked for")
              .forgiven()
              .needs(Need.DISK)
              .run(
                  t -> {
                    for (int page : codes(six(t, ALL_PAGES, 255))) {
                      if (page != 0) {
                        var one = t.in(255, Cdbs.modeSense6(page, 255));
                        t.expect(
                            one.passed() && codes(one).contains(page),
                            String.format("page %02x", page),
                            one.verdict());
                      }
                    }
                  }),
          check(
                  MODE,
                  "mode-pages-caching",
                  "There is a caching page in page 3F",
                  "SBC-3, 6.4.1 and SPC-4, 6.13: page code 3F returns all mode pages")
              .trips("Linux, which then takes the device for one without a write cache")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var codes = codes(six(t, ALL_PAGES, 255));
                    t.expect(codes.contains(0x08), "page 08", "pages " + codes);
                  }),
          check(
                  MODE,
                  "mode-pages-some",
                  "Page 3F has pages: the request for all pages is not answered by none",
                  "SPC-4, 6.13: page code 3F returns all mode pages")
              .forgiven()
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = six(t, ALL_PAGES, 255);
                    t.expect(!codes(reply).isEmpty(), "a page", "none");
                  }),
          check(
                  MODE,
                  "mode-pages-agree",
                  "MODE SENSE(6) and (10) give the same pages",
                  "SPC-4, 6.13 and 6.14")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var six = codes(six(t, ALL_PAGES, 255));
                    var reply = ten(t, ALL_PAGES, 255);
                    var ten = codes(reply, 8 + reply.u16(6), reply.u16(0) + 2);
                    t.expect(six.equals(ten), "pages " + six, "pages " + ten);
                  }),
          check(
                  MODE,
                  "mode-block-descriptor",
                  "The block descriptor tells the blocks of the medium",
                  "SBC-3, 6.4.2.2: short LBA mode parameter block descriptor")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = six(t, ALL_PAGES, ROOM);
                    t.applies(
                        reply.u8(3) == 8, "there is no block descriptor, as there may be none");
                    long blocks = reply.u32(4);
                    long fits = Math.min(t.blocks(), 0xffffffffL);
                    t.expect(
                        blocks == fits || blocks == 0, fits + " blocks, or 0", blocks + " blocks");
                    t.expect(
                        (reply.u32(8) & 0xffffff) == t.blockSize(),
                        "blocks of " + t.blockSize() + " bytes",
                        (reply.u32(8) & 0xffffff) + " bytes");
                  }),
          check(
                  MODE,
                  "mode-block-descriptor-long",
                  "The block descriptor of 16 bytes tells the blocks of the medium",
                  "SBC-3, 6.4.2.3: long LBA mode parameter block descriptor")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = tenLong(t);
                    long blocks = reply.u64(8);
                    t.expect(
                        blocks == t.blocks() || blocks == 0,
                        t.blocks() + " blocks, or 0",
                        blocks + " blocks");
                    t.expect(
                        reply.u32(20) == t.blockSize(),
                        "blocks of " + t.blockSize() + " bytes",
                        reply.u32(20) + " bytes");
                  }),
          check(
                  MODE,
                  "mode-block-descriptor-length",
                  "A block descriptor is 8 bytes, and 16 only where those were asked for",
                  "SPC-4, 6.13 and 6.14: LLBAA")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = ten(t, ALL_PAGES, ROOM);
                    t.expect(
                        (reply.u8(4) & 1) == 0 && (reply.u16(6) == 0 || reply.u16(6) == 8),
                        "LONGLBA 0, and 0 or 8 bytes",
                        "LONGLBA " + (reply.u8(4) & 1) + ", " + reply.u16(6) + " bytes");
                  }),
          check(
                  MODE,
                  "mode-block-descriptors-disabled",
                  "With DBD there is no block descriptor",
                  "SPC-4, 6.13: DBD")
              .needs(Need.DISK)
              .run(
                  t -> {
                    six(t, ALL_PAGES, ROOM);
                    var cdb =
                        Cdbs.with(Cdbs.modeSense6(ALL_PAGES, ROOM), 1, DISABLE_BLOCK_DESCRIPTORS);
                    var reply = t.requirePassed(t.in(ROOM, cdb), "MODE SENSE(6) with DBD");
                    t.expect(reply.u8(3) == 0, "block descriptor length 0", "" + reply.u8(3));
                  }),
          check(
                  MODE,
                  "mode-sense-cut",
                  "MODE SENSE is cut at its allocation length, and MODE DATA LENGTH stays",
                  "SPC-4, 4.2.5.6")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var all = six(t, ALL_PAGES, ROOM);
                    var cut = t.in(4, Cdbs.modeSense6(ALL_PAGES, 4));
                    t.expect(
                        cut.passed() && Arrays.equals(cut.bytes(), Arrays.copyOf(all.bytes(), 4)),
                        "the first 4 bytes",
                        cut.toString());
                  }),
          check(
                  MODE,
                  "mode-sense-allocation-0",
                  "MODE SENSE with allocation length 0 is no error",
                  "SPC-4, 4.2.5.6")
              .needs(Need.DISK)
              .run(
                  t -> {
                    six(t, ALL_PAGES, ROOM);
                    t.expectPassed(t.none(Cdbs.modeSense6(ALL_PAGES, 0)));
                  }),
          check(
                  MODE,
                  "mode-sense-unknown-page",
                  "A page that there is not is refused",
                  "SPC-4, 6.13 and 6.13.1: INVALID FIELD IN CDB")
              .forgiven()
              .needs(Need.DISK)
              .run(
                  t -> {
                    var all = six(t, ALL_PAGES, ROOM);
                    t.require(!codes(all).contains(NO_SUCH_PAGE), "the device has this page");
                    t.expectFailed(t.in(ROOM, Cdbs.modeSense6(NO_SUCH_PAGE, ROOM)), 5);
                  }),
          check(
                  MODE,
                  "mode-sense-unknown-subpage",
                  "A subpage that there is not is refused",
                  "SPC-4, 6.13: SUBPAGE CODE")
              .forgiven()
              .needs(Need.DISK)
              .run(
                  t -> {
                    six(t, ALL_PAGES, ROOM);
                    t.expectFailed(t.in(ROOM, Cdbs.with(Cdbs.modeSense6(0x08, ROOM), 3, 0x6b)), 5);
                  }),
          check(
                  MODE,
                  "mode-sense-saved-values",
                  "Saved values are given, or refused with SAVING PARAMETERS NOT SUPPORTED",
                  "SPC-4, 6.13.5: 05/39/00")
              .forgiven()
              .needs(Need.DISK)
              .run(
                  t -> {
                    six(t, ALL_PAGES, ROOM);
                    var reply = t.in(ROOM, Cdbs.modeSense6(0xc0 | ALL_PAGES, ROOM));
                    boolean saves = false;
                    if (reply.passed()) {
                      int at = 4 + reply.u8(3);
                      int end = Math.min(reply.u8(0) + 1, reply.moved());
                      while (at + 1 < end) {
                        saves |= (reply.u8(at) & 0x80) != 0;
                        at += length(reply, at);
                      }
                    }
                    boolean refused = reply.failed() && reply.sense().key() == 5;
                    t.expect(saves || refused, "pages with PS, or sense key 05", reply.verdict());
                  }),
          check(
                  MODE,
                  "mode-sense-changeable-values",
                  "The mask of changeable values has pages as long as the values",
                  "SPC-4, 6.13.3")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var current = six(t, ALL_PAGES, ROOM);
                    var mask = t.in(ROOM, Cdbs.modeSense6(0x40 | ALL_PAGES, ROOM));
                    t.applies(mask.passed(), "the mask is refused");
                    t.expect(
                        mask.u8(0) == current.u8(0) && codes(mask).equals(codes(current)),
                        "the same pages",
                        "pages " + codes(mask));
                  }),
          check(
                  MODE,
                  "mode-changeable-is-a-mask",
                  "The mask of changeable values is not the values themselves",
                  "SPC-4, 6.13.3: PC 01b")
              .forgiven()
              .needs(Need.DISK)
              .run(
                  t -> {
                    var current = six(t, ALL_PAGES, ROOM);
                    var mask = t.in(ROOM, Cdbs.modeSense6(0x40 | ALL_PAGES, ROOM));
                    t.applies(mask.passed(), "the mask is refused");
                    int told = pagesWithValues(current);
                    t.applies(told >= 2, "there are not two pages with a value other than 0");
                    t.expect(
                        !Arrays.equals(pages(mask), pages(current)),
                        "ones for what can be changed",
                        "the current values");
                  }),
          check(
                  MODE,
                  "mode-sense-all-pages",
                  "A device that knows MODE SENSE knows the request for all pages",
                  "SPC-4, 6.13: page code 3F returns all mode pages")
              .forgiven()
              .hosts("Linux and Windows, which ask for no other page")
              .needs(Need.DISK)
              .run(
                  t ->
                      t.expectPassed(
                          t.requireKnown(
                              t.in(ROOM, Cdbs.modeSense6(ALL_PAGES, ROOM)), "MODE SENSE(6)"))),
          check(
                  MODE,
                  "mode-write-protect-told",
                  "A medium that cannot be written is told by WP",
                  "SBC-3, 6.4.1: WP")
              .hosts("All: writes of a file system fail that was mounted to be written")
              .needs(Need.DISK, Need.WRITES)
              .run(
                  t -> {
                    var reply = six(t, ALL_PAGES, ROOM);
                    boolean told = (reply.u8(2) & WRITE_PROTECTED) != 0;
                    long lba = t.scratch(2);
                    var block = t.blocksAt(lba, 1);
                    var write = t.out(block, Cdbs.write(lba, 1));
                    boolean refused = write.failed() && write.sense().key() == 7;
                    t.expect(
                        told == refused,
                        told ? "sense key 07" : "a write, or WP 1",
                        write.verdict() + (told ? ", WP 1" : ", WP 0"));
                  }),
          check(
                  MODE,
                  "mode-dpo-and-fua-told",
                  "FUA is taken where DPOFUA says so, and else refused",
                  "SBC-3, 6.4.1: DPOFUA; 5.11: FUA")
              .forgiven()
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = six(t, ALL_PAGES, ROOM);
                    boolean told = (reply.u8(2) & DPO_AND_FUA) != 0;
                    var read =
                        t.in(t.blockSize(), Cdbs.with(Cdbs.read(0, 1), 1, FORCE_UNIT_ACCESS));
                    boolean refused = read.failed() && read.sense().key() == 5;
                    t.expect(
                        told ? read.passed() : refused,
                        told ? "status 00" : "sense key 05, or DPOFUA 1",
                        read.verdict() + (told ? ", DPOFUA 1" : ", DPOFUA 0"));
                  }),
          check(
                  MODE,
                  "mode-fua-where-told",
                  "A device that says DPOFUA reads and writes with FUA",
                  "SBC-3, 6.4.1: DPOFUA")
              .hosts("Linux, which has a flag for devices that break at FUA")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    var reply = six(t, ALL_PAGES, ROOM);
                    t.applies((reply.u8(2) & DPO_AND_FUA) != 0, "DPOFUA is 0");
                    long lba = t.scratch(2);
                    var data = t.noise(t.blockSize());
                    t.expectPassed(
                        t.out(data, Cdbs.with(Cdbs.write(lba, 1), 1, FORCE_UNIT_ACCESS)));
                    var read =
                        t.in(t.blockSize(), Cdbs.with(Cdbs.read(lba, 1), 1, FORCE_UNIT_ACCESS));
                    t.expect(Arrays.equals(read.bytes(), data), "what was written", "else");
                  }),
          check(
                  MODE,
                  "mode-select-nothing",
                  "MODE SELECT of no bytes is no error",
                  "SPC-4, 6.11: PARAMETER LIST LENGTH 0")
              .needs(Need.DISK)
              .run(
                  t ->
                      t.expectPassed(
                          t.requireKnown(t.none(Cdbs.hex("15 10 00 00 00 00")), "MODE SELECT(6)"))),
          check(
                  MODE,
                  "mode-select-block-descriptor",
                  "MODE SELECT(10) takes the block descriptor that MODE SENSE(10) gives",
                  "SBC-3, 6.4.2.2: the blocks stay as they are")
              .forgiven()
              .needs(Need.DISK, Need.STATE)
              .run(
                  t -> {
                    var reply = ten(t, ALL_PAGES, ROOM);
                    t.applies(
                        reply.u16(6) == 8, "there is no block descriptor, as there may be none");
                    selectDescriptor(t, reply);
                  }),
          check(
                  MODE,
                  "mode-select-block-descriptor-long",
                  "MODE SELECT(10) takes the block descriptor of 16 bytes that MODE SENSE(10) gives",
                  "SBC-3, 6.4.2.3: the blocks stay as they are; SPC-4, 7.5.5: LONGLBA")
              .forgiven()
              .needs(Need.DISK, Need.STATE)
              .run(t -> selectDescriptor(t, tenLong(t))),
          check(
                  MODE,
                  "mode-select-cut-header",
                  "MODE SELECT whose list ends in its header is refused",
                  "SPC-4, 6.11: PARAMETER LIST LENGTH ERROR")
              .forgiven()
              .needs(Need.DISK, Need.STATE)
              .run(
                  t ->
                      t.expectFailed(
                          t.requireKnown(
                              t.out(new byte[2], Cdbs.hex("15 10 00 00 02 00")), "MODE SELECT(6)"),
                          5)),
          check(
                  MODE,
                  "mode-select-unknown-page",
                  "MODE SELECT of a page that there is not is refused",
                  "SPC-4, 6.11: INVALID FIELD IN PARAMETER LIST")
              .forgiven()
              .needs(Need.DISK, Need.STATE)
              .run(
                  t ->
                      t.expectFailed(
                          t.requireKnown(
                              t.out(
                                  Cdbs.hex("00 00 00 00 29 02 00 00"),
                                  Cdbs.hex("15 10 00 00 08 00")),
                              "MODE SELECT(6)"),
                          5)));

  private ModeChecks() {}

  private static Reply six(Trial t, int page, int length) throws DeviceGoneException {
    return usable(t, t.in(length, Cdbs.modeSense6(page, length)), "MODE SENSE(6)", 4);
  }

  private static Reply ten(Trial t, int page, int length) throws DeviceGoneException {
    return usable(t, t.in(length, Cdbs.modeSense10(page, length)), "MODE SENSE(10)", 8);
  }

  /** With LLBAA, where it is answered by a long block descriptor. */
  private static Reply tenLong(Trial t) throws DeviceGoneException {
    ten(t, ALL_PAGES, ROOM);
    var cdb = Cdbs.with(Cdbs.modeSense10(ALL_PAGES, ROOM), 1, LONG_LBA_ACCEPTED);
    var reply = t.in(ROOM, cdb);
    t.applies(
        reply.passed() && (reply.u8(4) & 1) != 0 && reply.u16(6) != 0,
        "there is no long block descriptor, as there may be none");
    t.expect(reply.u16(6) == 16, "16 bytes where LONGLBA is 1", reply.u16(6) + " bytes");
    t.require(reply.u16(6) == 16, "the block descriptor has another length");
    return reply;
  }

  /** Sends a block descriptor back, with no page. */
  private static void selectDescriptor(Trial t, Reply sensed) throws DeviceGoneException {
    var list = Arrays.copyOf(sensed.bytes(), 8 + sensed.u16(6));
    // MODE DATA LENGTH is reserved in MODE SELECT, and so is what the medium says of itself.
    list[0] = 0;
    list[1] = 0;
    list[2] = 0;
    list[3] = 0;
    var cdb = Cdbs.put(Cdbs.hex("55 10 00 00 00 00 00 00 00 00"), 7, 2, list.length);
    t.expectPassed(t.requireKnown(t.out(list, cdb), "MODE SELECT(10)"));
  }

  private static Reply usable(Trial t, Reply reply, String name, int header) {
    t.requireOptional(reply, name);
    t.require(reply.moved() >= header, name + " gave no header");
    return reply;
  }

  /** How long the page is that begins here. */
  private static int length(Reply reply, int at) {
    boolean subpage = (reply.u8(at) & 0x40) != 0;
    return subpage ? 4 + Math.max(0, reply.u16(at + 2)) : 2 + Math.max(0, reply.u8(at + 1));
  }

  private static byte[] pages(Reply reply) {
    int from = Math.min(4 + reply.u8(3), reply.moved());
    return Arrays.copyOfRange(reply.bytes(), from, Math.max(from, end(reply)));
  }

  private static int end(Reply reply) {
    return Math.min(reply.u8(0) + 1, reply.moved());
  }

  private static int pagesWithValues(Reply reply) {
    int pages = 0;
    for (int at = 4 + reply.u8(3); at + 2 < end(reply); at += length(reply, at)) {
      int to = Math.min(at + length(reply, at), end(reply));
      pages +=
          Trial.zeros(Arrays.copyOfRange(reply.bytes(), at + 2, Math.max(at + 2, to)), 0) ? 0 : 1;
    }
    return pages;
  }

  private static List<Integer> codes(Reply reply) {
    return codes(reply, 4 + reply.u8(3), reply.u8(0) + 1);
  }

  private static List<Integer> codes(Reply reply, int from, int told) {
    var codes = new ArrayList<Integer>();
    int end = Math.min(told, reply.moved());
    for (int at = from; at + 1 < end; at += length(reply, at)) {
      codes.add(reply.u8(at) & 0x3f);
    }
    return codes;
  }
}
