package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.COMMANDS;

import dev.umsim.core.host.DeviceGoneException;
import java.util.Arrays;
import java.util.List;

/** The other commands of a disk, and those that no device has (SPC-4, SBC-3). */
final class CommandChecks {
  /** An operation code that is reserved in every standard. */
  static final byte[] UNKNOWN = Cdbs.hex("1f 00 00 00 00 00");

  private static final String KNOWN_OR_REFUSED =
      "SPC-4, 4.3: a command is carried out or ends in CHECK CONDITION";
  private static final int VERIFY_10 = 0x2f;
  private static final int BYTE_CHECK = 0x02;
  private static final int MISCOMPARE = 0x0e;
  private static final int MORE_THAN_A_BUFFER = 512 << 10;

  static final List<Check> ALL =
      List.of(
          check(
                  COMMANDS,
                  "test-unit-ready",
                  "TEST UNIT READY of a unit with a medium passes",
                  "SPC-4, 6.47")
              .needs(Need.READY)
              .run(t -> t.expectPassed(t.none(Cdbs.TEST_UNIT_READY))),
          unknown("unknown-command", "without data", 0, false),
          unknown("unknown-command-in", "with data from the device", 512, false),
          unknown("unknown-command-out", "with data to the device", 512, true),
          check(
                  COMMANDS,
                  "unknown-commands-many",
                  "Commands that are not known are refused one after the other, in every length",
                  "SPC-4, 4.3: INVALID COMMAND OPERATION CODE")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (var cdb : List.of(new byte[6], new byte[10], new byte[12], new byte[16])) {
                      int opcode =
                          switch (cdb.length) {
                            case 6 -> 0x1f;
                            case 10 -> 0x31;
                            case 12 -> 0xb1;
                            default -> 0x98;
                          };
                      t.expectFailed(t.none(Cdbs.with(cdb, 0, opcode)), 5);
                    }
                  }),
          check(
                  COMMANDS,
                  "synchronize-cache",
                  "SYNCHRONIZE CACHE(10) passes, or is refused",
                  "SBC-3, 5.25")
              .hosts("Windows 11, which resets a device that stalls it again and again")
              .needs(Need.DISK)
              .run(
                  t ->
                      t.expectPassed(
                          t.requireKnown(t.none(Cdbs.SYNCHRONIZE_CACHE_10), "SYNCHRONIZE CACHE"))),
          check(
                  COMMANDS,
                  "synchronize-cache-known",
                  "SYNCHRONIZE CACHE(10) is known",
                  "SBC-3, table 12: SYNCHRONIZE CACHE(10) is optional")
              .trips("Windows 11, which then resets the device again and again")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = t.none(Cdbs.SYNCHRONIZE_CACHE_10);
                    t.expect(
                        !reply.failed() || !reply.sense().is(5, 0x20),
                        "status 00",
                        reply.verdict());
                  }),
          check(
                  COMMANDS,
                  "synchronize-cache-range",
                  "SYNCHRONIZE CACHE(10) of some blocks passes",
                  "SBC-3, 5.25")
              .needs(Need.DISK)
              .run(
                  t -> {
                    t.requireOptional(t.none(Cdbs.SYNCHRONIZE_CACHE_10), "SYNCHRONIZE CACHE");
                    t.expectPassed(t.none(Cdbs.ten(0x35, 0, 1)));
                  }),
          check(
                  COMMANDS,
                  "synchronize-cache-keeps-medium",
                  "The medium stays when nothing follows SYNCHRONIZE CACHE for a while",
                  "SBC-3, 5.25: it ejects nothing")
              .hosts("Linux, which has a flag for a device that ejects itself")
              .needs(Need.DISK)
              .run(
                  t -> {
                    t.requireOptional(t.none(Cdbs.SYNCHRONIZE_CACHE_10), "SYNCHRONIZE CACHE");
                    t.session().pause(1_500_000_000L);
                    t.expectPassed(t.none(Cdbs.TEST_UNIT_READY));
                  }),
          check(
                  COMMANDS,
                  "synchronize-cache-16",
                  "SYNCHRONIZE CACHE(16) passes, or is refused",
                  "SBC-3, 5.26")
              .needs(Need.DISK)
              .run(
                  t ->
                      t.expectPassed(
                          t.requireKnown(
                              t.none(Cdbs.sixteen(0x91, 0, 0)), "SYNCHRONIZE CACHE(16)"))),
          check(COMMANDS, "verify", "VERIFY(10) passes, or is refused", "SBC-3, 5.29")
              .needs(Need.DISK)
              .run(
                  t ->
                      t.expectPassed(
                          t.requireKnown(t.none(Cdbs.ten(VERIFY_10, 0, 8)), "VERIFY(10)"))),
          check(
                  COMMANDS,
                  "verify-known",
                  "VERIFY(10) is known",
                  "SBC-3, table 12: VERIFY(10) is optional")
              .trips("Windows, which verifies after it has formatted")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = t.none(Cdbs.ten(VERIFY_10, 0, 1));
                    t.expect(
                        !reply.failed() || !reply.sense().is(5, 0x20),
                        "status 00",
                        reply.verdict());
                  }),
          check(
                  COMMANDS,
                  "verify-behind-end",
                  "VERIFY(10) behind the end is refused",
                  "SBC-3, 5.29 and 4.13: LOGICAL BLOCK ADDRESS OUT OF RANGE")
              .needs(Need.DISK)
              .run(
                  t -> {
                    t.applies(t.blocks() < 0xffffffffL, "VERIFY(10) does not reach the end");
                    t.requireOptional(t.none(Cdbs.ten(VERIFY_10, 0, 1)), "VERIFY(10)");
                    t.expectFailed(t.none(Cdbs.ten(VERIFY_10, t.blocks(), 1)), 5);
                  }),
          check(
                  COMMANDS,
                  "verify-compares",
                  "VERIFY(10) with BYTCHK compares, or is refused",
                  "SBC-3, 5.29: BYTCHK")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var block = t.blocksAt(0, 1);
                    var cdb = Cdbs.with(Cdbs.ten(VERIFY_10, 0, 1), 1, BYTE_CHECK);
                    var same = t.out(block, cdb);
                    t.applies(
                        same.passed() || same.sense().key() != 5,
                        "BYTCHK is refused, as it may be");
                    t.expectPassed(same);
                    var other = block.clone();
                    other[0] ^= 1;
                    t.expectFailed(t.out(other, cdb), MISCOMPARE);
                  }),
          check(
                  COMMANDS,
                  "start-unit",
                  "START STOP UNIT with START passes, or is refused",
                  "SBC-3, 5.24")
              .needs(Need.READY)
              .run(
                  t -> {
                    var reply = t.requireKnown(t.none(Cdbs.startStop(1)), "START STOP UNIT");
                    t.expectPassed(reply);
                    t.expectPassed(t.none(Cdbs.TEST_UNIT_READY));
                  }),
          check(
                  COMMANDS,
                  "format-unit-known",
                  "FORMAT UNIT is known: one with a reserved format of protection is refused for that",
                  "SBC-3, table 12: FORMAT UNIT is mandatory")
              .forgiven()
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    t.applies(t.unit().version() >= 5, "it claims SPC-2 or less");
                    var reply = t.none(Cdbs.hex("04 c0 00 00 00 00"));
                    t.expect(
                        reply.failed() && !reply.sense().is(5, 0x20),
                        "a refusal other than 05/20/00",
                        reply.verdict());
                  }),
          check(
                  COMMANDS,
                  "send-diagnostic-known",
                  "SEND DIAGNOSTIC with the default self test passes",
                  "SBC-3, table 12: SEND DIAGNOSTIC is mandatory")
              .forgiven()
              .needs(Need.DISK)
              .run(
                  t -> {
                    t.applies(t.unit().version() >= 5, "it claims SPC-2 or less");
                    t.expectPassed(t.none(Cdbs.hex("1d 04 00 00 00 00")));
                  }),
          ends(
              "write-buffer-vendor",
              "WRITE BUFFER in the mode of the vendor",
              "3b 01 00 55 55 55 00 00 10 00",
              16,
              true),
          ends(
              "write-buffer-reserved",
              "WRITE BUFFER in a reserved mode",
              "3b 1f 00 00 00 00 00 00 10 00",
              16,
              true),
          ends(
              "read-buffer", "READ BUFFER of a buffer", "3c 02 00 00 00 00 00 00 10 00", 16, false),
          ends("log-sense", "LOG SENSE", "4d 00 40 00 00 00 00 00 40 00", 64, false),
          ends(
              "ata-pass-through-12",
              "ATA PASS-THROUGH(12) with IDENTIFY DEVICE",
              "a1 08 2e 00 01 00 00 00 00 ec 00 00",
              512,
              false),
          ends(
              "ata-pass-through-16",
              "ATA PASS-THROUGH(16) with IDENTIFY DEVICE",
              "85 08 2e 00 00 00 01 00 00 00 00 00 00 00 ec 00",
              512,
              false),
          ends(
              "security-protocol-in",
              "SECURITY PROTOCOL IN",
              "a2 00 00 00 00 00 00 00 02 00 00 00",
              512,
              false),
          ends(
              "report-supported-operation-codes",
              "REPORT SUPPORTED OPERATION CODES",
              "a3 0c 00 00 00 00 00 00 02 00 00 00",
              512,
              false),
          ends(
              "persistent-reserve-in",
              "PERSISTENT RESERVE IN",
              "5e 00 00 00 00 00 00 00 08 00",
              8,
              false),
          ends("read-toc-of-disk", "READ TOC", "43 00 00 00 00 00 00 00 0c 00", 12, false),
          ends(
              "get-event-status",
              "GET EVENT STATUS NOTIFICATION",
              "4a 01 00 00 10 00 00 00 08 00",
              8,
              false),
          ends(
              "get-configuration-of-disk",
              "GET CONFIGURATION",
              "46 02 00 00 00 00 00 00 08 00",
              8,
              false),
          ends(
              "read-disc-information-of-disk",
              "READ DISC INFORMATION",
              "51 00 00 00 00 00 00 00 22 00",
              34,
              false),
          ends(
              "mechanism-status",
              "MECHANISM STATUS",
              "bd 00 00 00 00 00 00 00 00 08 00 00",
              8,
              false),
          ends(
              "get-lba-status",
              "GET LBA STATUS",
              "9e 12 00 00 00 00 00 00 00 00 00 00 00 18 00 00",
              24,
              false),
          check(
                  COMMANDS,
                  "operation-codes-known",
                  "Every operation code that is listed as supported is known",
                  "SPC-4, 6.34")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var list =
                        t.requireOptional(
                            t.in(1024, Cdbs.hex("a3 0c 00 00 00 00 00 00 04 00 00 00")),
                            "REPORT SUPPORTED OPERATION CODES");
                    int end = (int) Math.min(list.u32(0) + 4, list.moved());
                    for (int at = 4; at + 8 <= end; at += (list.u8(at + 5) & 2) != 0 ? 20 : 8) {
                      int opcode = list.u8(at);
                      boolean action = (list.u8(at + 5) & 1) != 0;
                      var cdb = Cdbs.hex("a3 0c 01 00 00 00 00 00 00 40 00 00");
                      cdb = Cdbs.with(cdb, 3, opcode);
                      if (action) {
                        cdb = Cdbs.put(Cdbs.with(cdb, 2, 2), 4, 2, list.u16(at + 2));
                      }
                      var one = t.in(64, cdb);
                      t.expect(
                          one.passed()
                              && (one.u8(1) & 7) >= 3
                              && one.u16(2) == list.u16(at + 6)
                              && one.u8(4) == opcode,
                          String.format("%02x as supported, of the same length", opcode),
                          one.passed() ? Trial.hex(one.bytes()) : one.verdict());
                    }
                  }),
          check(
                  COMMANDS,
                  "operation-codes-timeouts",
                  "With RCTD a command's descriptor ends in one of timeouts, if CTDP says so",
                  "SPC-4, 6.34.3 and 6.34.4: CTDP and command timeouts descriptor")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var reply =
                        t.requireOptional(
                            t.in(64, Cdbs.hex("a3 0c 81 12 00 00 00 00 00 40 00 00")),
                            "REPORT SUPPORTED OPERATION CODES");
                    t.applies((reply.u8(1) & 0x80) != 0, "CTDP is 0");
                    int at = 4 + reply.u16(2);
                    t.expect(
                        reply.u16(at) == 10 && 64 - reply.residue() == at + 12,
                        "a descriptor with length 000a at byte " + at,
                        Trial.hex(reply.bytes()));
                  }),
          check(
                  COMMANDS,
                  "operation-codes-options",
                  "A command is not asked for with a service action that it has not, nor without its own",
                  "SPC-4, 6.34.1: REPORTING OPTIONS 001b and 010b, INVALID FIELD IN CDB")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.requireOptional(
                        t.in(64, Cdbs.hex("a3 0c 01 12 00 00 00 00 00 40 00 00")),
                        "REPORT SUPPORTED OPERATION CODES");
                    t.expectFailed(t.in(64, Cdbs.hex("a3 0c 02 12 00 00 00 00 00 40 00 00")), 5);
                    // This command is one with a service action, and known by now.
                    t.expectFailed(t.in(64, Cdbs.hex("a3 0c 01 a3 00 00 00 00 00 40 00 00")), 5);
                  }),
          check(
                  COMMANDS,
                  "control-naca",
                  "A command with NACA is refused by a unit that does not say NORMACA",
                  "SAM-5, 5.2: NACA")
              .forgiven()
              .needs(Need.READY)
              .run(
                  t -> {
                    var inquiry = t.in(36, Cdbs.inquiry(36));
                    t.applies((inquiry.u8(3) & 0x20) == 0, "NORMACA is 1");
                    t.expectFailed(t.none(Cdbs.with(Cdbs.TEST_UNIT_READY, 5, 4)), 5);
                  }),
          check(
                  COMMANDS,
                  "write-same",
                  "WRITE SAME(16) writes one block to many, or is refused",
                  "SBC-3, 5.41")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    long lba = t.scratch(8);
                    var data = t.noise(t.blockSize());
                    var reply = t.out(data, Cdbs.sixteen(0x93, lba, 4));
                    t.requireKnown(reply, "WRITE SAME(16)");
                    t.applies(
                        reply.passed() || reply.sense().key() != 5, "this form of it is refused");
                    t.expectPassed(reply);
                    for (int i = 0; i < 4; i++) {
                      t.expect(
                          Arrays.equals(t.blocksAt(lba + i, 1), data), "the same block", "else");
                    }
                  }),
          check(
                  COMMANDS,
                  "unmap-where-told",
                  "UNMAP is carried out where the provisioning page has LBPU",
                  "SBC-3, 5.28 and 6.6.4")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    var page = t.in(8, Cdbs.vitalProductData(0xb2, 8));
                    t.applies(
                        page.passed() && page.u8(1) == 0xb2 && (page.u8(5) & 0x80) != 0,
                        "LBPU is 0, or there is no such page");
                    long lba = t.scratch(64);
                    var list = new byte[24];
                    list[1] = 22;
                    list[3] = 16;
                    Cdbs.put(list, 8, 8, lba);
                    Cdbs.put(list, 16, 4, 8);
                    t.expectPassed(t.out(list, Cdbs.hex("42 00 00 00 00 00 00 00 18 00")));
                    if ((page.u8(5) & 0x04) != 0) {
                      t.expect(Trial.zeros(t.blocksAt(lba, 8), 0), "zeros", "other data");
                    }
                  }),
          check(
                  COMMANDS,
                  "write-like-residue",
                  "WRITE AND VERIFY, WRITE SAME and VERIFY of all that was sent leave no residue",
                  "BOT 1.0, 5.2: dCSWDataResidue is what was not processed")
              .hosts("Linux, which takes the command as carried out in part")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    long lba = t.scratch(8);
                    var data = t.noise(t.blockSize());
                    noResidue(t, t.out(data, Cdbs.ten(0x2e, lba, 1)), "WRITE AND VERIFY(10)");
                    noResidue(t, t.out(data, Cdbs.ten(0x41, lba, 1)), "WRITE SAME(10)");
                    noResidue(t, t.out(data, Cdbs.sixteen(0x93, lba, 1)), "WRITE SAME(16)");
                    t.store(lba, data);
                    noResidue(
                        t,
                        t.out(data, Cdbs.with(Cdbs.ten(VERIFY_10, lba, 1), 1, BYTE_CHECK)),
                        "VERIFY(10)");
                  }),
          check(
                  COMMANDS,
                  "write-and-verify-many",
                  "WRITE AND VERIFY(10) of more than a buffer of blocks writes each in its place",
                  "SBC-3, 5.37")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    int blocks = MORE_THAN_A_BUFFER / t.blockSize();
                    long lba = t.scratch(blocks);
                    var data = t.noise(blocks * t.blockSize());
                    t.expectPassed(
                        t.requireKnown(
                            t.out(data, Cdbs.ten(0x2e, lba, blocks)), "WRITE AND VERIFY"));
                    t.expect(
                        Arrays.equals(t.blocksAt(lba, blocks), data), "what was written", "else");
                  }),
          check(
                  COMMANDS,
                  "write-and-verify",
                  "WRITE AND VERIFY(10) writes, or is refused",
                  "SBC-3, 5.37")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    long lba = t.scratch(4);
                    var data = t.noise(t.blockSize());
                    t.expectPassed(
                        t.requireKnown(t.out(data, Cdbs.ten(0x2e, lba, 1)), "WRITE AND VERIFY"));
                    t.expect(Arrays.equals(t.blocksAt(lba, 1), data), "what was written", "else");
                  }));

  private CommandChecks() {}

  private static void noResidue(Trial t, Reply reply, String name) {
    t.expect(
        !reply.passed() || reply.residue() == 0,
        "residue 0 of " + name,
        "residue " + reply.residue());
  }

  private static Check unknown(String id, String words, int length, boolean out) {
    return check(
            COMMANDS,
            id,
            "A command that is not known, " + words + ", is refused",
            "SPC-4, 4.3: INVALID COMMAND OPERATION CODE")
        .needs(Need.COMMANDS)
        .run(
            t -> t.expectFailed(out ? t.out(new byte[length], UNKNOWN) : t.in(length, UNKNOWN), 5));
  }

  /** Whether it is known or not: it has a status of its own, and the next command goes through. */
  private static Check ends(String id, String name, String cdb, int length, boolean out) {
    return check(
            COMMANDS,
            id + "-ends",
            name + " is carried out, or refused, and ends",
            KNOWN_OR_REFUSED)
        .hosts("Hosts that try it on every device")
        .needs(Need.COMMANDS)
        .run(
            t -> {
              var bytes = Cdbs.hex(cdb);
              var reply = out ? t.out(new byte[length], bytes) : t.in(length, bytes);
              t.expect(reply.status() < 2, "status 00 or 01", reply.toString());
              refusedForAReason(t, reply);
              WrapperChecks.alive(t);
            });
  }

  private static void refusedForAReason(Trial t, Reply reply) throws DeviceGoneException {
    t.expect(
        !reply.failed() || reply.sense().key() != 0,
        "a sense key where it failed",
        reply.verdict());
  }
}
