package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.CAPACITY;

import dev.umsim.core.host.DeviceGoneException;
import java.util.Arrays;
import java.util.List;

/** How large the medium is (SBC-3, sections 5.15 and 5.16; MMC-6, 6.23). */
final class CapacityChecks {
  private static final long LARGEST = 0xffffffffL;
  private static final int WITHOUT_PROTECTION = 0x01;

  static final List<Check> ALL =
      List.of(
          check(
                  CAPACITY,
                  "read-capacity-10",
                  "READ CAPACITY(10) gives 8 bytes, and blocks of a sensible size",
                  "SBC-3, 5.15.2")
              .hosts("All")
              .needs(Need.MEDIUM)
              .run(
                  t -> {
                    var reply = t.in(8, Cdbs.READ_CAPACITY_10);
                    t.expect(reply.passed() && reply.full(), "8 bytes", reply.toString());
                    long size = reply.u32(4);
                    t.expect(
                        size >= 512 && size <= 65536 && Long.bitCount(size) == 1,
                        "blocks of a power of two from 512 bytes on",
                        size + " bytes");
                  }),
          check(
                  CAPACITY,
                  "read-capacity-10-stable",
                  "READ CAPACITY(10) says the same every time",
                  "SBC-3, 5.15")
              .needs(Need.READY)
              .run(
                  t -> {
                    var one = t.in(8, Cdbs.READ_CAPACITY_10).bytes();
                    t.read(0, 1);
                    var other = t.in(8, Cdbs.READ_CAPACITY_10).bytes();
                    t.expect(Arrays.equals(one, other), Trial.hex(one), Trial.hex(other));
                  }),
          check(
                  CAPACITY,
                  "capacity-last-block",
                  "The last block can be read, and none behind it",
                  "SBC-3, 5.15.2: RETURNED LOGICAL BLOCK ADDRESS is that of the last block")
              .hosts("Linux, which has a flag for devices that tell the number of blocks")
              .needs(Need.READY)
              .run(
                  t -> {
                    t.applies(t.blocks() <= LARGEST, "the medium has 2 TiB or more");
                    var last = t.read(t.blocks() - 1, 1);
                    t.expect(last.passed() && last.full(), "the last block", last.toString());
                    var behind = t.read(t.blocks(), 1);
                    t.expect(!behind.passed(), "status 01 behind it", behind.toString());
                  }),
          check(
                  CAPACITY,
                  "read-capacity-10-address-without-pmi",
                  "READ CAPACITY(10) with an address and without PMI is refused",
                  "SBC-3, 5.15.1: LOGICAL BLOCK ADDRESS shall be 0 where PMI is 0")
              .forgiven()
              .needs(Need.READY)
              .run(t -> t.expectFailed(t.in(8, Cdbs.with(Cdbs.READ_CAPACITY_10, 5, 1)), 5)),
          check(
                  CAPACITY,
                  "read-capacity-16-length",
                  "READ CAPACITY(16) gives 32 bytes",
                  "SBC-3, 5.16.2")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = sixteen(t, 32);
                    t.expect(
                        reply.moved() == 32 && reply.residue() == 0, "32 bytes", reply.toString());
                  }),
          check(
                  CAPACITY,
                  "read-capacity-16-agrees",
                  "READ CAPACITY(16) and (10) tell the same",
                  "SBC-3, 5.15.2 and 5.16.2")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = sixteen(t, 32);
                    var ten = t.requirePassed(t.in(8, Cdbs.READ_CAPACITY_10), "READ CAPACITY(10)");
                    long last = reply.u64(0);
                    long fits = last >= LARGEST || last < 0 ? LARGEST : last;
                    t.expect(ten.u32(0) == fits, "last block " + fits, "last block " + ten.u32(0));
                    t.expect(
                        reply.u32(8) == ten.u32(4),
                        "blocks of " + ten.u32(4) + " bytes",
                        "blocks of " + reply.u32(8) + " bytes");
                  }),
          check(
                  CAPACITY,
                  "read-capacity-16-reserved",
                  "Bytes 16 to 31 of READ CAPACITY(16) are 0",
                  "SBC-3, 5.16.2: reserved")
              .forgiven()
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = sixteen(t, 32);
                    t.require(reply.moved() == 32, "it gave less than 32 bytes");
                    t.expect(
                        Trial.zeros(reply.bytes(), 16),
                        "zeros",
                        Trial.hex(Arrays.copyOfRange(reply.bytes(), 16, 32)));
                  }),
          check(
                  CAPACITY,
                  "read-capacity-16-protection",
                  "A unit without protection information says so in READ CAPACITY(16), too",
                  "SBC-3, 5.16.2: PROT_EN and P_TYPE; SPC-4, 6.4.2: PROTECT")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = sixteen(t, 32);
                    var inquiry = t.in(36, Cdbs.inquiry(36));
                    t.applies((inquiry.u8(5) & WITHOUT_PROTECTION) == 0, "PROTECT is set");
                    t.expect(
                        (reply.u8(12) & 0x0f) == 0,
                        "P_TYPE 0 and PROT_EN 0",
                        String.format("%02x", reply.u8(12)));
                  }),
          check(
                  CAPACITY,
                  "read-capacity-16-provisioning",
                  "READ CAPACITY(16) says that blocks can be unmapped where the pages say so",
                  "SBC-3, 5.16.2: LBPME; 6.6.4: LBPU, LBPWS")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = sixteen(t, 32);
                    boolean managed = (reply.u8(14) & 0x80) != 0;
                    var page = t.in(8, Cdbs.vitalProductData(0xb2, 8));
                    boolean listed = page.passed() && page.u8(1) == 0xb2;
                    boolean unmaps = listed && (page.u8(5) & 0xe0) != 0;
                    t.expect(
                        managed || !unmaps,
                        "LBPME 1 where the logical block provisioning page has LBPU or LBPWS",
                        "LBPME 0");
                    t.expect(
                        !managed || unmaps, "a way to unmap where LBPME is 1", "none in page B2");
                  }),
          check(
                  CAPACITY,
                  "read-capacity-16-alignment",
                  "The lowest aligned block lies within a physical block, and reserved bits are 0",
                  "SBC-3, 5.16.2: LOGICAL BLOCKS PER PHYSICAL BLOCK EXPONENT, LOWEST ALIGNED LBA")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = sixteen(t, 32);
                    int exponent = reply.u8(13) & 0x0f;
                    int aligned = reply.u16(14) & 0x3fff;
                    t.expect(aligned < 1 << exponent, "less than " + (1 << exponent), "" + aligned);
                  }),
          check(
                  CAPACITY,
                  "read-capacity-16-cut",
                  "READ CAPACITY(16) is cut at its allocation length, 0 included",
                  "SPC-4, 4.2.5.6")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var all = sixteen(t, 32);
                    var cut = t.in(12, Cdbs.readCapacity16(12));
                    t.expect(
                        cut.passed() && Arrays.equals(cut.bytes(), Arrays.copyOf(all.bytes(), 12)),
                        "the first 12 bytes",
                        cut.toString());
                    t.expectPassed(t.none(Cdbs.readCapacity16(0)));
                  }),
          check(
                  CAPACITY,
                  "read-capacity-16-where-needed",
                  "Where READ CAPACITY(10) says FFFFFFFF there is READ CAPACITY(16)",
                  "SBC-3, 5.15.2")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var ten = t.requirePassed(t.in(8, Cdbs.READ_CAPACITY_10), "READ CAPACITY(10)");
                    t.applies(ten.u32(0) == LARGEST, "the medium has less than 2 TiB");
                    t.expectPassed(t.in(32, Cdbs.readCapacity16(32)));
                  }),
          check(
                  CAPACITY,
                  "service-action-unknown",
                  "A service action that there is not is refused",
                  "SPC-4, 4.2.5.2: SERVICE ACTION")
              .forgiven()
              .needs(Need.READY)
              .run(
                  t -> {
                    var reply = t.in(32, Cdbs.with(Cdbs.readCapacity16(32), 1, 0x1f));
                    t.expectFailed(reply, 5);
                  }),
          check(
                  CAPACITY,
                  "format-capacities-agree",
                  "READ FORMAT CAPACITIES tells the number of blocks, and their size",
                  "MMC-6, 6.23.3: NUMBER OF BLOCKS")
              .hosts("Windows")
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = formatCapacities(t, 252);
                    t.applies(t.blocks() <= LARGEST, "the number does not fit");
                    t.expect(
                        reply.u32(4) == t.blocks(),
                        t.blocks() + " blocks",
                        reply.u32(4) + " blocks");
                    t.expect(
                        (reply.u32(8) & 0xffffff) == t.blockSize(),
                        t.blockSize() + " bytes",
                        (reply.u32(8) & 0xffffff) + " bytes");
                  }),
          check(
                  CAPACITY,
                  "format-capacities-list",
                  "The capacity list is of whole descriptors, the first of which is current",
                  "MMC-6, 6.23.3: CAPACITY LIST LENGTH and DESCRIPTOR TYPE")
              .forgiven()
              .needs(Need.DISK)
              .run(
                  t -> {
                    var reply = formatCapacities(t, 252);
                    t.expect(
                        reply.u8(3) > 0
                            && reply.u8(3) % 8 == 0
                            && reply.moved() - 4 >= Math.min(reply.u8(3), 248),
                        "8 bytes for each descriptor",
                        reply.u8(3) + " bytes");
                    t.expect(
                        (reply.u8(8) & 3) == 2,
                        "descriptor type 2: formatted media",
                        String.valueOf(reply.u8(8) & 3));
                  }),
          check(
                  CAPACITY,
                  "format-capacities-cut",
                  "READ FORMAT CAPACITIES is cut at its allocation length",
                  "SPC-4, 4.2.5.6")
              .needs(Need.DISK)
              .run(
                  t -> {
                    formatCapacities(t, 252);
                    var reply = t.in(12, Cdbs.readFormatCapacities(12));
                    t.expect(reply.passed() && !reply.babbled(), "12 bytes", reply.toString());
                    var four = t.in(4, Cdbs.readFormatCapacities(4));
                    t.expect(four.passed() && !four.babbled(), "4 bytes", four.toString());
                  }));

  private CapacityChecks() {}

  private static Reply sixteen(Trial t, int length) throws DeviceGoneException {
    return t.requireOptional(t.in(length, Cdbs.readCapacity16(length)), "READ CAPACITY(16)");
  }

  private static Reply formatCapacities(Trial t, int length) throws DeviceGoneException {
    return t.requireOptional(
        t.in(length, Cdbs.readFormatCapacities(length)), "READ FORMAT CAPACITIES");
  }
}
