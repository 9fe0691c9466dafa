package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.INQUIRY;

import dev.umsim.core.host.DeviceGoneException;
import java.util.Arrays;
import java.util.List;

/** INQUIRY and vital product data (SPC-4, sections 6.4 and 7.8). */
final class InquiryChecks {
  private static final int SPC_3 = 5;
  private static final int LEAST = 36;
  private static final int SUPPORTED_PAGES = 0x00;
  private static final int SERIAL_NUMBER = 0x80;
  private static final int IDENTIFICATION = 0x83;
  private static final int BLOCK_LIMITS = 0xb0;

  static final List<Check> ALL =
      List.of(
          check(INQUIRY, "inquiry-36", "INQUIRY for 36 bytes gives 36", "SPC-4, 6.4.2")
              .hosts("All")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var reply = t.in(LEAST, Cdbs.inquiry(LEAST));
                    t.expect(
                        reply.passed() && reply.moved() == LEAST, "36 bytes", reply.toString());
                  }),
          check(
                  INQUIRY,
                  "inquiry-additional-length",
                  "ADDITIONAL LENGTH tells how many bytes follow, however many were asked for",
                  "SPC-4, 6.4.2 and 4.2.5.6")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var all = t.requirePassed(t.in(255, Cdbs.inquiry(255)), "INQUIRY");
                    int total = all.u8(4) + 5;
                    t.expect(total >= LEAST, "at least 31", String.valueOf(all.u8(4)));
                    var cut = t.in(5, Cdbs.inquiry(5));
                    t.expect(
                        cut.u8(4) == all.u8(4), "the same in 5 bytes", String.valueOf(cut.u8(4)));
                  }),
          check(
                  INQUIRY,
                  "inquiry-length-told-is-sent",
                  "As many bytes come as ADDITIONAL LENGTH tells",
                  "SPC-4, 6.4.2")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var all = t.requirePassed(t.in(255, Cdbs.inquiry(255)), "INQUIRY");
                    int useful = (int) (255 - all.residue());
                    t.expect(useful == all.u8(4) + 5, all.u8(4) + 5 + " bytes", useful + " bytes");
                  }),
          check(
                  INQUIRY,
                  "inquiry-cut",
                  "INQUIRY is cut at its allocation length, and passes",
                  "SPC-4, 4.2.5.6")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var all = t.requirePassed(t.in(LEAST, Cdbs.inquiry(LEAST)), "INQUIRY");
                    for (int length : new int[] {1, 5, 8, 35}) {
                      var reply = t.in(length, Cdbs.inquiry(length));
                      t.expect(
                          reply.passed()
                              && Arrays.equals(reply.bytes(), Arrays.copyOf(all.bytes(), length)),
                          "its first " + length + " bytes",
                          reply.toString());
                    }
                  }),
          check(
                  INQUIRY,
                  "inquiry-allocation-below-room",
                  "No more comes than the allocation length, though there is room for it",
                  "SPC-4, 4.2.5.6")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var reply = t.in(64, Cdbs.inquiry(5));
                    t.requirePassed(reply, "INQUIRY");
                    t.expect(reply.residue() == 59, "residue 59", reply.toString());
                  }),
          check(
                  INQUIRY,
                  "inquiry-allocation-0",
                  "INQUIRY with allocation length 0 moves nothing, and is no error",
                  "SPC-4, 4.2.5.6")
              .needs(Need.COMMANDS)
              .run(t -> t.expectPassed(t.none(Cdbs.inquiry(0)))),
          check(
                  INQUIRY,
                  "inquiry-allocation-of-two-bytes",
                  "The allocation length has two bytes",
                  "SPC-4, 6.4.1: ALLOCATION LENGTH, in SPC-3 and later")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.applies(t.hasUnit() && version(t) >= SPC_3, "it claims SPC-2 or less");
                    var all = t.requirePassed(t.in(255, Cdbs.inquiry(255)), "INQUIRY");
                    var reply = t.in(512, Cdbs.inquiry(512));
                    t.expect(
                        reply.passed() && reply.moved() >= LEAST && reply.u8(4) == all.u8(4),
                        "as much as with 255",
                        reply.toString());
                  }),
          check(INQUIRY, "inquiry-stable", "INQUIRY says the same every time", "SPC-4, 6.4.2")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var one = t.in(LEAST, Cdbs.inquiry(LEAST)).bytes();
                    var other = t.in(LEAST, Cdbs.inquiry(LEAST)).bytes();
                    t.expect(Arrays.equals(one, other), Trial.hex(one), Trial.hex(other));
                  }),
          check(
                  INQUIRY,
                  "inquiry-device-type",
                  "The unit is a disk, or another device of blocks, and is there",
                  "SPC-4, 6.4.2: PERIPHERAL DEVICE TYPE")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    int type = standard(t).u8(0);
                    t.expect(
                        List.of(0x00, 0x05, 0x07, 0x0e).contains(type),
                        "00, 05, 07 or 0E",
                        String.format("%02x", type));
                  }),
          check(
                  INQUIRY,
                  "inquiry-reserved-of-type-byte",
                  "Bits 6 to 0 of byte 1 are 0",
                  "SPC-4, 6.4.2")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    int second = standard(t).u8(1);
                    t.expect((second & 0x7f) == 0, "00 or 80", String.format("%02x", second));
                  }),
          check(
                  INQUIRY,
                  "inquiry-version",
                  "VERSION is one that there is",
                  "SPC-4, 6.4.2, table 142")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    int version = standard(t).u8(2);
                    t.expect(
                        List.of(0, 1, 2, 3, 4, 5, 6, 7).contains(version),
                        "00 to 07",
                        String.format("%02x", version));
                  }),
          check(
                  INQUIRY,
                  "inquiry-response-format",
                  "RESPONSE DATA FORMAT is 2",
                  "SPC-4, 6.4.2: less is obsolete, more is reserved")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    int format = standard(t).u8(3) & 0x0f;
                    t.expect(format == 2 || version(t) < 2 && format < 2, "2", "" + format);
                  }),
          check(
                  INQUIRY,
                  "inquiry-text",
                  "Vendor, product and revision are printable, and filled with spaces",
                  "SPC-4, 4.4.1: ASCII data fields, left-aligned")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var reply = standard(t);
                    t.require(reply.moved() == LEAST, "INQUIRY gave less than 36 bytes");
                    boolean printable = true;
                    for (int at = 8; at < LEAST; at++) {
                      printable &= reply.u8(at) >= 0x20 && reply.u8(at) < 0x7f;
                    }
                    t.expect(
                        printable,
                        "20 to 7E",
                        Trial.hex(Arrays.copyOfRange(reply.bytes(), 8, LEAST)));
                  }),
          check(
                  INQUIRY,
                  "inquiry-page-without-evpd",
                  "INQUIRY with a page code and without EVPD is refused",
                  "SPC-4, 6.4.1: PAGE CODE shall be 0 where EVPD is 0")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(t -> t.expectFailed(t.in(LEAST, Cdbs.with(Cdbs.inquiry(LEAST), 2, 0x80)), 5)),
          check(
                  INQUIRY,
                  "inquiry-evpd-heeded",
                  "INQUIRY with EVPD gives the page that was asked for, or is refused",
                  "SPC-4, 6.4.1: EVPD")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int page : new int[] {0x80, 0x83, 0xb0, 0xb1, 0xc5}) {
                      var reply = t.in(64, Cdbs.vitalProductData(page, 64));
                      t.expect(
                          reply.failed() || reply.passed() && reply.u8(1) == page,
                          String.format("page %02x, or status 01", page),
                          reply.passed()
                              ? String.format("page %02x", reply.u8(1))
                              : reply.verdict());
                    }
                  }),
          check(
                  INQUIRY,
                  "vpd-unlisted-refused",
                  "A page that is not listed is refused",
                  "SPC-4, 6.4.1 and 7.8.15")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var listed = pages(t);
                    for (int page : new int[] {0x5a, 0xc5, 0xee}) {
                      if (listed.indexOf((char) page) < 0) {
                        var reply = t.in(64, Cdbs.vitalProductData(page, 64));
                        t.expect(
                            reply.failed() || reply.u8(1) != page, "status 01", reply.verdict());
                      }
                    }
                  }),
          check(
                  INQUIRY,
                  "vpd-mandatory",
                  "A device of SPC-3 or later has the pages 00 and 83",
                  "SPC-4, 7.8.1, table 457")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.applies(version(t) >= SPC_3, "it claims SPC-2 or less");
                    for (int page : new int[] {SUPPORTED_PAGES, IDENTIFICATION}) {
                      t.expectPassed(t.in(255, Cdbs.vitalProductData(page, 255)));
                    }
                  }),
          check(
                  INQUIRY,
                  "vpd-list",
                  "Page 00 lists pages in ascending order, itself first",
                  "SPC-4, 7.8.15")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var pages = pages(t);
                    boolean ascending =
                        pages
                            .chars()
                            .sorted()
                            .distinct()
                            .boxed()
                            .toList()
                            .equals(pages.chars().boxed().toList());
                    t.expect(
                        !pages.isEmpty() && pages.charAt(0) == 0 && ascending,
                        "00 first, then ascending",
                        Trial.hex(pages.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)));
                  }),
          check(
                  INQUIRY,
                  "vpd-pages-answer",
                  "Every page that is listed is given, says what it is and how long",
                  "SPC-4, 7.8.2")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (char page : pages(t).toCharArray()) {
                      var reply = t.in(512, Cdbs.vitalProductData(page, 512));
                      int useful = (int) (512 - reply.residue());
                      t.expect(
                          reply.passed()
                              && reply.u8(1) == page
                              && reply.u16(2) + 4 == Math.min(useful, reply.u16(2) + 4),
                          String.format("page %02x of its own length", (int) page),
                          reply.toString());
                      t.expect(
                          reply.u8(0) == t.unit().inquiry()[0],
                          "the device type of INQUIRY",
                          String.format("%02x", reply.u8(0)));
                    }
                  }),
          check(
                  INQUIRY,
                  "vpd-cut",
                  "A page is cut at its allocation length, and its PAGE LENGTH stays",
                  "SPC-4, 4.2.5.6")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (char page : pages(t).toCharArray()) {
                      var all = t.in(512, Cdbs.vitalProductData(page, 512));
                      var cut = t.in(4, Cdbs.vitalProductData(page, 4));
                      t.expect(
                          cut.passed() && Arrays.equals(cut.bytes(), Arrays.copyOf(all.bytes(), 4)),
                          "the first 4 bytes",
                          cut.toString());
                    }
                  }),
          check(
                  INQUIRY,
                  "vpd-serial-number",
                  "The serial number page has printable characters",
                  "SPC-4, 7.8.17")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var reply = page(t, SERIAL_NUMBER);
                    boolean printable = true;
                    for (int at = 4; at < Math.min(reply.moved(), 4 + reply.u16(2)); at++) {
                      printable &= reply.u8(at) >= 0x20 && reply.u8(at) < 0x7f;
                    }
                    t.expect(printable, "20 to 7E", Trial.hex(reply.bytes()));
                    boolean blank = true;
                    for (int at = 4; at < reply.moved(); at++) {
                      blank &= reply.u8(at) == 0x20;
                    }
                    t.expect(!blank, "a serial number", "spaces");
                  }),
          check(
                  INQUIRY,
                  "vpd-identification",
                  "The identification page has whole designators, one of them of the unit",
                  "SPC-4, 7.8.5")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var reply = page(t, IDENTIFICATION);
                    int end = 4 + reply.u16(2);
                    int at = 4;
                    boolean ofUnit = false;
                    while (at + 4 <= end && at + 3 < reply.moved()) {
                      ofUnit |= (reply.u8(at + 1) & 0x30) == 0;
                      at += 4 + reply.u8(at + 3);
                    }
                    t.expect(at == end, "whole designators", Trial.hex(reply.bytes()));
                    t.expect(ofUnit, "a designator of the unit", Trial.hex(reply.bytes()));
                  }),
          check(
                  INQUIRY,
                  "vpd-block-limits",
                  "The block limits page is 64 bytes, or 16 of SBC-2",
                  "SBC-3, 6.6.3")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = page(t, BLOCK_LIMITS);
                    t.expect(
                        reply.u16(2) == 0x3c || reply.u16(2) == 0x0c,
                        "page length 3C or 0C",
                        String.format("%04x", reply.u16(2)));
                  }),
          check(
                  INQUIRY,
                  "inquiry-command-support-data",
                  "The obsolete bit CMDDT is refused",
                  "SPC-4, 6.4.1: byte 1 b1 is obsolete")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.applies(version(t) >= SPC_3, "it claims SPC-2 or less, which has CMDDT");
                    t.expectFailed(t.in(LEAST, Cdbs.with(Cdbs.inquiry(LEAST), 1, 2)), 5);
                  }));

  private InquiryChecks() {}

  private static int version(Trial t) {
    return t.hasUnit() ? t.unit().version() : 0;
  }

  private static Reply standard(Trial t) throws DeviceGoneException {
    return t.requirePassed(t.in(LEAST, Cdbs.inquiry(LEAST)), "INQUIRY");
  }

  /** The pages that page 00 lists, one character each. */
  private static String pages(Trial t) throws DeviceGoneException {
    var reply = t.in(255, Cdbs.vitalProductData(SUPPORTED_PAGES, 255));
    t.applies(
        reply.passed() || version(t) >= SPC_3, "EVPD is refused, as a device of SPC-2 may do");
    t.requirePassed(reply, "INQUIRY of page 00");
    t.require(reply.u8(1) == SUPPORTED_PAGES, "page 00 was not given");
    var pages = new StringBuilder();
    for (int at = 4; at < Math.min(reply.moved(), 4 + reply.u16(2)); at++) {
      pages.append((char) reply.u8(at));
    }
    return pages.toString();
  }

  private static Reply page(Trial t, int page) throws DeviceGoneException {
    t.applies(pages(t).indexOf((char) page) >= 0, "the page is not listed");
    return t.requirePassed(
        t.in(512, Cdbs.vitalProductData(page, 512)), String.format("INQUIRY of page %02x", page));
  }
}
