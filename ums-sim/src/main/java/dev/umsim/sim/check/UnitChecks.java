package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.UNITS;

import dev.umsim.core.host.DeviceGoneException;
import java.util.Arrays;
import java.util.List;

/** Several logical units, and those that are not there (BOT 1.0, section 3.2; SAM-5). */
final class UnitChecks {
  private static final int HIGHEST = 15;

  static final List<Check> ALL =
      List.of(
          check(
                  UNITS,
                  "units-present",
                  "Every unit up to the highest LUN answers INQUIRY",
                  "BOT 1.0, 3.2; SPC-4, 6.4.1")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int lun = 0; lun <= t.facts().highestLun(); lun++) {
                      var reply = t.in(lun, 36, Cdbs.inquiry(36));
                      t.expect(
                          reply.passed() && reply.moved() >= 5,
                          "status 00 and data",
                          "LUN " + lun + ": " + reply);
                    }
                  }),
          check(
                  UNITS,
                  "unit-0-connected",
                  "LUN 0 is a unit that is there",
                  "SPC-4, 6.4.2: peripheral qualifier; BOT 1.0, 3.2")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var reply = t.in(0, 36, Cdbs.inquiry(36));
                    t.requirePassed(reply, "INQUIRY");
                    t.expect(
                        (reply.u8(0) & 0xe0) == 0,
                        "peripheral qualifier 0",
                        String.format("%02x", reply.u8(0)));
                  }),
          check(
                  UNITS,
                  "unit-named-in-command",
                  "A read of a unit whose LUN stands in the command, too, is carried out",
                  "SCSI-2, 7.2.2: LOGICAL UNIT NUMBER; SBC-3, 5.11: RDPROTECT")
              .trips("edk2 and GRUB, which put the LUN into each command")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (var unit : t.facts().units()) {
                      if (unit.ready() && unit.lun() < 8) {
                        var cdb = Cdbs.with(Cdbs.read(0, 1), 1, unit.lun() << 5);
                        var reply = t.in(unit.lun(), unit.blockSize(), cdb);
                        t.expect(
                            reply.passed(),
                            "status 00",
                            "LUN " + unit.lun() + ": " + reply.verdict());
                      }
                    }
                  }),
          check(
                  UNITS,
                  "unit-absent-harmless",
                  "A command for a unit that is not there harms nothing",
                  "BOT 1.0, 6.4: the response is not specified, and Reset Recovery ends it")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int lun : absent(t)) {
                      t.session().oweRecovery();
                      t.bulkOut(t.wrapper(lun, Cdbs.inquiry(36)).in(36).bytes());
                      t.bulkIn(36);
                      t.resetRecovery();
                      WrapperChecks.alive(t);
                    }
                  }),
          check(
                  UNITS,
                  "unit-absent-inquiry",
                  "INQUIRY of a unit that is not there does not show one",
                  "SPC-4, 6.4.1: peripheral qualifier 011b and device type 1F")
              .trips("Hosts that look at all LUNs, which see the same unit 16 times")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int lun : absent(t)) {
                      var reply = t.in(lun, 36, Cdbs.inquiry(36));
                      t.expect(
                          !reply.passed() || (reply.u8(0) & 0xe0) != 0,
                          "7F, or a failure",
                          String.format("%02x", reply.u8(0)));
                    }
                  }),
          check(
                  UNITS,
                  "unit-absent-not-ready",
                  "A unit that is not there is not ready",
                  "SPC-4, 4.5.6 and SAM-5, 5.10: LOGICAL UNIT NOT SUPPORTED")
              .trips("Hosts that look at all LUNs, which see the same unit 16 times")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    for (int lun : absent(t)) {
                      var reply = t.send(t.wrapper(lun, Cdbs.TEST_UNIT_READY));
                      t.expect(!reply.passed(), "status 01", reply.verdict());
                    }
                  }),
          check(
                  UNITS,
                  "units-sense-apart",
                  "Each unit has its own sense data",
                  "SAM-5, 5.13; SPC-4, 6.39")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    two(t);
                    t.send(t.wrapper(0, CommandChecks.UNKNOWN));
                    var other = t.session().sense(1);
                    t.expect(
                        other.key() != 5, "nothing of unit 0 in the sense of unit 1", "" + other);
                    t.send(t.wrapper(1, CommandChecks.UNKNOWN));
                    var own = t.session().sense(0);
                    t.expect(
                        own.key() != 5 || own.asc() == 0x20, "the sense of unit 0", own.toString());
                  }),
          check(
                  UNITS,
                  "units-sense-kept",
                  "A command to another unit leaves the sense data of this one",
                  "SAM-5, 5.13: sense data belongs to a unit and an initiator")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    two(t);
                    t.send(t.wrapper(0, CommandChecks.UNKNOWN));
                    t.send(t.wrapper(1, Cdbs.inquiry(36)).in(36));
                    var own = t.session().sense(0);
                    t.expect(own.key() == 5, "sense key 05", own.toString());
                  }),
          check(
                  UNITS,
                  "units-data-apart",
                  "What is written to one unit does not show on another",
                  "BOT 1.0, 5.1: bCBWLUN")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    two(t);
                    var writable =
                        t.facts().units().stream().filter(Need.WRITABLE::fits).limit(2).toList();
                    t.applies(writable.size() == 2, "fewer than two units can be written");
                    var first = writable.get(0);
                    var second = writable.get(1);
                    long lba = Math.min(first.blockCount(), second.blockCount()) / 2;
                    var one = t.noise(first.blockSize());
                    var other = t.noise(second.blockSize());
                    write(t, first, lba, one);
                    write(t, second, lba, other);
                    t.expect(
                        Arrays.equals(read(t, first, lba), one)
                            && Arrays.equals(read(t, second, lba), other),
                        "each its own block",
                        "the block of another unit");
                  }),
          check(
                  UNITS,
                  "units-capacity-apart",
                  "Each unit tells its own capacity, whichever was asked before",
                  "SBC-3, 5.15; BOT 1.0, 5.1: bCBWLUN")
              .needs(Need.READY)
              .run(
                  t -> {
                    two(t);
                    for (var unit : t.facts().units()) {
                      if (unit.ready() && unit.blockCount() <= 0xffffffffL) {
                        var reply = t.in(unit.lun(), 8, Cdbs.READ_CAPACITY_10);
                        t.expect(
                            reply.u32(0) + 1 == unit.blockCount(),
                            unit.blockCount() + " blocks",
                            reply.u32(0) + 1 + " blocks of LUN " + unit.lun());
                      }
                    }
                  }),
          check(
                  UNITS,
                  "report-luns-agrees",
                  "REPORT LUNS lists the units that Get Max LUN tells of",
                  "SPC-4, 6.33; BOT 1.0, 3.2")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var reply =
                        t.requireOptional(t.in(256, Cdbs.reportLuns(0, 256)), "REPORT LUNS");
                    int listed = (int) reply.u32(0) / 8;
                    t.expect(
                        listed == t.facts().highestLun() + 1,
                        t.facts().highestLun() + 1 + " units",
                        listed + " units");
                  }),
          check(
                  UNITS,
                  "report-luns-entries",
                  "Entries of REPORT LUNS are LUNs: a number in byte 1, and zeros",
                  "SPC-4, 6.33 and SAM-5, 4.7: LUN representation")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var reply =
                        t.requireOptional(t.in(256, Cdbs.reportLuns(0, 256)), "REPORT LUNS");
                    int end = (int) Math.min(8 + reply.u32(0), reply.bytes().length);
                    for (int at = 8; at + 8 <= end; at += 8) {
                      var entry = Arrays.copyOfRange(reply.bytes(), at, at + 8);
                      boolean plain = entry[0] == 0 && Trial.zeros(entry, 2);
                      t.expect(plain, "00 lun and six zeros", Trial.hex(entry));
                      t.expect(
                          entry[1] == (at - 8) / 8,
                          String.format("LUN %d", (at - 8) / 8),
                          String.format("LUN %d", entry[1]));
                    }
                    t.expect(
                        (reply.u32(0) & 7) == 0 && reply.u32(4) == 0,
                        "a list length of whole entries, and four zeros",
                        Trial.hex(reply.bytes()));
                  }),
          check(
                  UNITS,
                  "report-luns-cut",
                  "REPORT LUNS is cut at its allocation length",
                  "SPC-4, 4.2.5.6")
              .hosts("Windows, where a reply longer than asked for ends the device")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.requireOptional(t.in(256, Cdbs.reportLuns(0, 256)), "REPORT LUNS");
                    var reply = t.in(16, Cdbs.reportLuns(0, 16));
                    t.expect(
                        reply.passed() && !reply.babbled() && reply.moved() <= 16,
                        "at most 16 bytes",
                        reply.toString());
                  }),
          check(
                  UNITS,
                  "report-luns-select",
                  "REPORT LUNS with a SELECT REPORT that is reserved is refused",
                  "SPC-4, 6.33: SELECT REPORT")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.requireOptional(t.in(256, Cdbs.reportLuns(0, 256)), "REPORT LUNS");
                    t.expectFailed(t.in(256, Cdbs.reportLuns(0x0f, 256)), 5);
                  }),
          check(
                  UNITS,
                  "report-luns-mandatory",
                  "A device of several units, or of SPC-3 and later, knows REPORT LUNS",
                  "SPC-4, table 167: REPORT LUNS is mandatory")
              .forgiven()
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var unit = t.facts().units().get(0);
                    t.applies(
                        unit.version() >= 5 || t.facts().highestLun() > 0,
                        "one unit of SPC-2 need not know it");
                    t.expectPassed(t.in(256, Cdbs.reportLuns(0, 256)));
                  }));

  private UnitChecks() {}

  private static void two(Trial t) {
    t.applies(t.facts().highestLun() > 0, "the device has one unit");
  }

  /** Two LUNs behind the highest. */
  private static List<Integer> absent(Trial t) {
    int next = t.facts().highestLun() + 1;
    t.applies(next <= HIGHEST, "the device has all 16 units");
    return next == HIGHEST ? List.of(HIGHEST) : List.of(next, HIGHEST);
  }

  private static void write(Trial t, UnitFacts unit, long lba, byte[] data)
      throws DeviceGoneException {
    var wrapper = t.wrapper(unit.lun(), Cdbs.write(lba, 1)).out(data.length);
    t.requirePassed(t.send(wrapper, data), "WRITE(10)");
  }

  private static byte[] read(Trial t, UnitFacts unit, long lba) throws DeviceGoneException {
    return t.requirePassed(t.in(unit.lun(), unit.blockSize(), Cdbs.read(lba, 1)), "READ(10)")
        .bytes();
  }
}
