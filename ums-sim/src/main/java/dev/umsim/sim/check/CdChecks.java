package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.CD;

import dev.umsim.core.host.DeviceGoneException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** CD-ROM drives (MMC-6). */
final class CdChecks {
  private static final int BLOCK = 2048;
  private static final int LEAD_OUT = 0xaa;

  static final List<Check> ALL =
      List.of(
          check(
                  CD,
                  "cd-removable",
                  "A CD-ROM drive says that its medium is removable",
                  "MMC-6, 7.2: RMB")
              .needs(Need.CD)
              .run(t -> t.expect(t.unit().removable(), "RMB 1", "RMB 0")),
          check(CD, "cd-block-size", "Blocks of a CD-ROM have 2048 bytes", "MMC-6, 6.24")
              .needs(Need.CD)
              .run(t -> t.expect(t.blockSize() == BLOCK, "2048", "" + t.blockSize())),
          check(CD, "cd-not-written", "A CD-ROM is not written", "MMC-6, 6.44: WRITE (10)")
              .needs(Need.CD, Need.WRITES)
              .run(
                  t -> {
                    var before = t.blocksAt(0, 1);
                    t.expectFailed(t.out(t.noise(BLOCK), Cdbs.write(0, 1)), 5, 7);
                    t.expect(Arrays.equals(t.blocksAt(0, 1), before), "as it was", "changed");
                  }),
          check(
                  CD,
                  "cd-toc",
                  "The table of contents has a track and the lead-out",
                  "MMC-6, 6.25.3.2: format 0000b")
              .hosts("Linux, Windows and macOS, which read it before anything else")
              .needs(Need.CD)
              .run(
                  t -> {
                    var reply = toc(t, 0, 0, 0, 0);
                    t.expectPassed(reply);
                    t.expect(
                        reply.u16(0) + 2 >= 20
                            && (reply.u16(0) - 2) % 8 == 0
                            && reply.u8(2) >= 1
                            && reply.u8(2) <= reply.u8(3),
                        "a length of whole descriptors, first and last track",
                        Trial.hex(reply.bytes()));
                  }),
          check(
                  CD,
                  "cd-toc-lead-out",
                  "The lead-out begins behind the last block",
                  "MMC-6, 6.25.3.2: track number AA")
              .needs(Need.CD)
              .run(
                  t -> {
                    var reply = t.requirePassed(toc(t, 0, 0, 0, 0), "READ TOC");
                    int last = reply.u16(0) + 2 - 8;
                    t.expect(
                        reply.u8(last + 2) == LEAD_OUT
                            && reply.u32(last + 4) >= t.blocks()
                            && reply.u32(last + 4) <= t.blocks() + 152,
                        "AA at " + t.blocks(),
                        String.format("%02x at %d", reply.u8(last + 2), reply.u32(last + 4)));
                  }),
          check(
                  CD,
                  "cd-toc-minutes",
                  "With MSF addresses are minutes, seconds and frames",
                  "MMC-6, 6.25.2: MSF")
              .needs(Need.CD)
              .run(
                  t -> {
                    var blocks = t.requirePassed(toc(t, 0, 0, 0, 0), "READ TOC");
                    var minutes = toc(t, 2, 0, 0, 0);
                    t.expectPassed(minutes);
                    long lba = blocks.u32(8) + 150;
                    long told = (minutes.u8(9) * 60L + minutes.u8(10)) * 75 + minutes.u8(11);
                    t.expect(told == lba, "frame " + lba, "frame " + told);
                  }),
          check(
                  CD,
                  "cd-toc-sessions",
                  "Format 1 has the first track of the last session, in 12 bytes",
                  "MMC-6, 6.25.3.3: format 0001b")
              .forgiven()
              .needs(Need.CD)
              .run(
                  t -> {
                    var reply = toc(t, 0, 1, 0, 0);
                    t.expectPassed(reply);
                    t.expect(reply.u16(0) == 10, "length 10", "" + reply.u16(0));
                  }),
          check(
                  CD,
                  "cd-toc-sessions-of-old",
                  "The format in the last byte of the command is heeded, as hosts send it",
                  "MMC-6, 6.25.2: the format field of SFF 8020i")
              .trips("Linux and macOS, which ask for sessions so")
              .needs(Need.CD)
              .run(
                  t -> {
                    var reply = toc(t, 0, 0, 0, 0x40);
                    t.expect(reply.passed() && reply.u16(0) == 10, "length 10", reply.toString());
                  }),
          check(
                  CD,
                  "cd-toc-unknown-format",
                  "A format that there is not is refused",
                  "MMC-6, 6.25.2: INVALID FIELD IN CDB")
              .forgiven()
              .needs(Need.CD)
              .run(t -> t.expectFailed(toc(t, 0, 0x0f, 0, 0), 5)),
          check(
                  CD,
                  "cd-toc-unknown-track",
                  "A track that there is not is refused",
                  "MMC-6, 6.25.2: INVALID FIELD IN CDB")
              .forgiven()
              .needs(Need.CD)
              .run(
                  t -> {
                    var all = t.requirePassed(toc(t, 0, 0, 0, 0), "READ TOC");
                    t.applies(all.u8(3) < 90, "there are very many tracks");
                    t.expectFailed(toc(t, 0, 0, 98, 0), 5);
                  }),
          check(
                  CD,
                  "cd-toc-cut",
                  "The table of contents is cut at its allocation length",
                  "SPC-4, 4.2.5.6")
              .needs(Need.CD)
              .run(
                  t -> {
                    var reply = t.in(4, Cdbs.hex("43 00 00 00 00 00 00 00 04 00"));
                    t.expect(reply.passed() && !reply.babbled(), "4 bytes", reply.toString());
                  }),
          check(
                  CD,
                  "cd-configuration",
                  "GET CONFIGURATION tells its own length, and a profile of CD, DVD or BD",
                  "MMC-6, 6.6 and 5.2.2")
              .hosts("macOS, which believes the profile more than TEST UNIT READY")
              .needs(Need.CD)
              .run(
                  t -> {
                    var reply =
                        t.requireKnown(
                            t.in(512, Cdbs.hex("46 00 00 00 00 00 00 02 00 00")),
                            "GET CONFIGURATION");
                    t.expectPassed(reply);
                    t.expect(
                        reply.u32(0) + 4 == 512 - reply.residue(),
                        "a length of what follows it",
                        reply.u32(0) + 4 + " of " + (512 - reply.residue()) + " bytes");
                    t.expect(
                        reply.u16(6) >= 0x08 && reply.u16(6) < 0x60,
                        "the profile of the disc",
                        String.format("%04x", reply.u16(6)));
                  }),
          check(
                  CD,
                  "cd-configuration-features",
                  "Features stand in ascending order, each with its length",
                  "MMC-6, 5.2.2 and 6.6.2")
              .needs(Need.CD)
              .run(
                  t -> {
                    var reply =
                        t.requireOptional(
                            t.in(512, Cdbs.hex("46 00 00 00 00 00 00 02 00 00")),
                            "GET CONFIGURATION");
                    int last = -1;
                    int at = 8;
                    int end = (int) Math.min(reply.u32(0) + 4, reply.moved());
                    while (at + 4 <= end) {
                      t.expect(
                          reply.u16(at) > last,
                          "an ascending feature code",
                          String.format("%04x", reply.u16(at)));
                      last = reply.u16(at);
                      at += 4 + reply.u8(at + 3);
                    }
                    t.expect(at == end, "whole features", Trial.hex(reply.bytes()));
                  }),
          check(
                  CD,
                  "cd-configuration-current",
                  "Asked for current features alone, GET CONFIGURATION gives those with the bit",
                  "MMC-6, 6.6.2.1: RT 01b; 5.2.2.3: Current")
              .needs(Need.CD)
              .run(
                  t -> {
                    var all =
                        t.requireOptional(
                            t.in(512, Cdbs.hex("46 00 00 00 00 00 00 02 00 00")),
                            "GET CONFIGURATION");
                    var current = t.in(512, Cdbs.hex("46 01 00 00 00 00 00 02 00 00"));
                    t.expectPassed(current);
                    t.expect(
                        features(current, false).equals(features(all, true)),
                        "features " + features(all, true),
                        "features " + features(current, false));
                  }),
          check(
                  CD,
                  "cd-event-status",
                  "GET EVENT STATUS NOTIFICATION tells that there is a medium",
                  "MMC-6, 6.7")
              .needs(Need.CD)
              .run(
                  t -> {
                    var reply =
                        t.requireKnown(
                            t.in(8, Cdbs.hex("4a 01 00 00 10 00 00 00 08 00")),
                            "GET EVENT STATUS NOTIFICATION");
                    t.expectPassed(reply);
                    t.expect(
                        (reply.u8(2) & 0x80) != 0
                            || (reply.u8(2) & 7) == 4 && (reply.u8(5) & 2) != 0,
                        "class 4 with a medium",
                        Trial.hex(reply.bytes()));
                  }),
          check(
                  CD,
                  "cd-disc-information",
                  "READ DISC INFORMATION tells of a complete disc",
                  "MMC-6, 6.21")
              .needs(Need.CD)
              .run(
                  t -> {
                    var reply =
                        t.requireOptional(
                            t.in(34, Cdbs.hex("51 00 00 00 00 00 00 00 22 00")),
                            "READ DISC INFORMATION");
                    t.expect(
                        reply.u16(0) + 2 >= 34 && (reply.u8(2) & 3) == 2,
                        "32 bytes, of a complete disc",
                        Trial.hex(reply.bytes()));
                  }));

  private CdChecks() {}

  /** The codes of the features in a reply, of all or of those that say that they are current. */
  private static List<Integer> features(Reply reply, boolean current) {
    var codes = new ArrayList<Integer>();
    int end = (int) Math.min(reply.u32(0) + 4, reply.moved());
    for (int at = 8; at + 4 <= end; at += 4 + reply.u8(at + 3)) {
      if (!current || (reply.u8(at + 2) & 1) != 0) {
        codes.add(reply.u16(at));
      }
    }
    return codes;
  }

  private static Reply toc(Trial t, int flags, int format, int track, int control)
      throws DeviceGoneException {
    var cdb = Cdbs.hex("43 00 00 00 00 00 00 02 00 00");
    cdb = Cdbs.with(Cdbs.with(Cdbs.with(cdb, 1, flags), 2, format), 6, track);
    return t.in(512, Cdbs.with(cdb, 9, control));
  }
}
