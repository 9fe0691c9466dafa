package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.HOSTS;

import dev.umsim.core.host.DeviceGoneException;
import java.util.Arrays;
import java.util.List;

/** What real hosts send when they meet a device, in their order, as it was recorded or read. */
final class HostChecks {
  private static final String ENDS =
      "BOT 1.0, 5.3.3 and 6.7: every command ends in a status, and passes or fails";

  /** What a host does about a device. */
  private interface Story {
    void tell(Trial t) throws DeviceGoneException;
  }

  static final List<Check> ALL =
      List.of(
          check(
                  HOSTS,
                  "linux-attach",
                  "The commands by which Linux gets to know a disk, twice as it does",
                  ENDS)
              .hosts("Linux 6.1")
              .needs(Need.DISK)
              .run(
                  t -> {
                    for (int round = 0; round < 2; round++) {
                      tell(t, t.in(36, Cdbs.inquiry(36)), true);
                      tell(t, t.none(Cdbs.TEST_UNIT_READY), true);
                      tell(t, t.in(8, Cdbs.READ_CAPACITY_10), true);
                      tell(t, t.read(0, 1), true);
                      tell(t, t.in(192, Cdbs.modeSense6(0x3f, 192)), false);
                      tell(t, t.in(192, Cdbs.modeSense6(0x3f, 192)), false);
                    }
                    tell(t, t.read(0, 8), true);
                    long tail = Math.max(0, t.blocks() - 8);
                    if (tail + 8 <= 0xffffffffL) {
                      for (int i = 0; i < 8 && tail + i < t.blocks(); i++) {
                        tell(t, t.read(tail + i, 1), true);
                      }
                    }
                  }),
          check(
                  HOSTS,
                  "linux-device-reset",
                  "The reset of a running device by Linux: two resets, descriptors, configuration",
                  "USB 2.0, 9.1.1.3 and 9.6.1")
              .hosts("Linux 6.1")
              .needs(Need.COMMANDS, Need.STATE)
              .run(
                  t -> {
                    t.session().note("bus-reset");
                    t.session().link().resetPort();
                    var first = t.descriptor(1, 0, 64);
                    t.expect(
                        Arrays.equals(first.bytes(), t.facts().device()),
                        "the device descriptor",
                        Trial.shown(first));
                    t.expect(t.session().resetPort(), "configured again", "it is not");
                    t.descriptor(1, 0, 18);
                    t.descriptor(2, 0, t.facts().configuration().length);
                    t.session().makeReady();
                    WrapperChecks.alive(t);
                  }),
          check(HOSTS, "windows-attach", "The commands by which Windows gets to know a disk", ENDS)
              .hosts("Windows")
              .needs(Need.DISK)
              .run(
                  t -> {
                    tell(t, t.in(36, Cdbs.inquiry(36)), true);
                    tell(t, t.in(255, Cdbs.vitalProductData(0x80, 255)), false);
                    tell(t, t.in(255, Cdbs.vitalProductData(0x00, 255)), false);
                    tell(t, t.in(252, Cdbs.readFormatCapacities(252)), false);
                    tell(t, t.in(8, Cdbs.READ_CAPACITY_10), true);
                    tell(t, t.in(192, Cdbs.modeSense6(0x1c, 192)), false);
                    tell(t, t.in(192, Cdbs.modeSense6(0x3f, 192)), false);
                    tell(t, t.none(Cdbs.prevent(1)), false);
                    tell(t, t.none(Cdbs.TEST_UNIT_READY), true);
                    tell(t, t.read(0, 1), true);
                    tell(t, t.none(Cdbs.prevent(0)), false);
                    tell(t, t.in(255, Cdbs.vitalProductData(0x83, 255)), false);
                    tell(t, t.in(32, Cdbs.readCapacity16(32)), false);
                  }),
          check(
                  HOSTS,
                  "windows-sense-of-12",
                  "REQUEST SENSE in a wrapper of 12 command bytes, as Windows sends it",
                  "BOT 1.0, 5.1: bCBWCBLength")
              .hosts("Windows")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    t.send(t.wrapper(CommandChecks.UNKNOWN));
                    var reply = t.send(t.wrapper(Cdbs.requestSense(18)).in(18).cdbLength(12));
                    t.expect(
                        reply.passed() && new SenseReply(reply.bytes()).key() == 5,
                        "sense key 05",
                        reply.toString());
                  }),
          check(HOSTS, "macos-attach", "The commands by which macOS gets to know a disk", ENDS)
              .hosts("macOS")
              .needs(Need.DISK)
              .run(
                  t -> {
                    tell(t, t.in(36, Cdbs.inquiry(36)), true);
                    tell(t, t.none(Cdbs.TEST_UNIT_READY), true);
                    tell(t, t.none(Cdbs.startStop(1)), false);
                    tell(t, t.none(Cdbs.prevent(1)), false);
                    tell(t, t.in(8, Cdbs.READ_CAPACITY_10), true);
                    tell(t, t.in(4, Cdbs.modeSense6(0x3f, 4)), false);
                    tell(t, t.in(8, Cdbs.modeSense10(0x3f, 8)), false);
                    tell(t, t.read(0, 1), true);
                    tell(t, t.none(Cdbs.prevent(0)), false);
                  }),
          check(
                  HOSTS,
                  "seabios-boot",
                  "The commands of SeaBIOS: one tag, 12 command bytes, and no halt ever cleared",
                  ENDS)
              .hosts("SeaBIOS")
              .needs(Need.DISK)
              .run(
                  t -> {
                    plain(t, t.wrapper(Cdbs.inquiry(36)).in(36).cdbLength(12));
                    plain(t, t.wrapper(Cdbs.TEST_UNIT_READY).cdbLength(12));
                    plain(t, t.wrapper(Cdbs.READ_CAPACITY_10).in(8).cdbLength(12));
                    plain(t, t.wrapper(Cdbs.read(0, 1)).in(t.blockSize()).cdbLength(12));
                    plain(t, t.wrapper(Cdbs.read(1, 4)).in(4L * t.blockSize()).cdbLength(12));
                  }),
          check(HOSTS, "grub-boot", "The commands of GRUB, with the LUN in each of them", ENDS)
              .hosts("GRUB 2.06")
              .needs(Need.DISK)
              .run(
                  t -> {
                    int lun = t.lun() % 8 << 5;
                    tell(t, t.in(36, Cdbs.with(Cdbs.inquiry(36), 1, lun)), false);
                    tell(t, t.none(Cdbs.with(Cdbs.TEST_UNIT_READY, 1, lun)), true);
                    tell(t, t.in(8, Cdbs.with(Cdbs.READ_CAPACITY_10, 1, lun)), false);
                    tell(t, t.in(t.blockSize(), Cdbs.with(Cdbs.read(0, 1), 1, lun)), false);
                  }),
          check(HOSTS, "edk2-boot", "The commands of edk2, with the LUN in each of them", ENDS)
              .hosts("edk2")
              .needs(Need.DISK)
              .run(
                  t -> {
                    int lun = t.lun() % 8 << 5;
                    tell(t, t.in(36, Cdbs.with(Cdbs.inquiry(36), 1, lun)), false);
                    tell(t, t.none(Cdbs.with(Cdbs.TEST_UNIT_READY, 1, lun)), true);
                    tell(t, t.in(8, Cdbs.with(Cdbs.READ_CAPACITY_10, 1, lun)), false);
                    tell(t, t.in(192, Cdbs.modeSense10(0x3f, 192)), false);
                    tell(t, t.in(t.blockSize(), Cdbs.with(Cdbs.read(0, 1), 1, lun)), false);
                  }),
          check(HOSTS, "slof-boot", "REPORT LUNS with room for 512 bytes, as SLOF sends it", ENDS)
              .hosts("SLOF")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    tell(t, t.in(512, Cdbs.reportLuns(0, 512)), false);
                    tell(t, t.in(36, Cdbs.inquiry(36)), true);
                    tell(t, t.none(Cdbs.TEST_UNIT_READY), false);
                  }),
          check(
                  HOSTS,
                  "xbox-inquiry",
                  "INQUIRY in a wrapper of 10 command bytes, as the Xbox 360 sends it",
                  "BOT 1.0, 5.1: bCBWCBLength")
              .hosts("Xbox 360")
              .needs(Need.COMMANDS)
              .run(t -> t.expectPassed(t.send(t.wrapper(Cdbs.inquiry(36)).in(36).cdbLength(10)))),
          check(
                  HOSTS,
                  "windows-security-probe",
                  "SECURITY PROTOCOL IN among other commands, as Windows 11 sends it",
                  ENDS)
              .hosts("Windows 10 and 11, which reset a device that does not end it")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    tell(t, t.in(512, Cdbs.hex("a2 00 00 00 00 00 00 00 02 00 00 00")), false);
                    tell(t, t.none(Cdbs.SYNCHRONIZE_CACHE_10), false);
                    tell(t, t.in(512, Cdbs.hex("a2 00 00 01 00 00 00 00 02 00 00 00")), false);
                    WrapperChecks.alive(t);
                  }),
          check(HOSTS, "linux-eject", "The commands of eject on Linux", ENDS)
              .hosts("Linux")
              .needs(Need.READY, Need.STATE)
              .run(
                  t -> {
                    tell(t, t.none(Cdbs.prevent(0)), false);
                    tell(t, t.none(Cdbs.startStop(1)), false);
                    tell(t, t.none(Cdbs.startStop(2)), false);
                    tell(t, t.none(Cdbs.TEST_UNIT_READY), false);
                    tell(t, t.none(Cdbs.startStop(3)), false);
                    t.none(Cdbs.startStop(1));
                    back(t);
                  }),
          check(
                  HOSTS,
                  "linux-cd-attach",
                  "The commands by which Linux gets to know a CD-ROM drive",
                  ENDS)
              .hosts("Linux 6.1")
              .needs(Need.CD)
              .run(
                  t -> {
                    tell(t, t.in(36, Cdbs.inquiry(36)), true);
                    tell(t, t.none(Cdbs.TEST_UNIT_READY), true);
                    tell(t, t.in(128, Cdbs.modeSense10(0x2a, 128)), false);
                    tell(t, t.in(16, Cdbs.hex("46 00 00 28 00 00 00 00 10 00")), false);
                    tell(t, t.in(24, Cdbs.hex("46 00 00 20 00 00 00 00 18 00")), false);
                    tell(t, t.none(Cdbs.TEST_UNIT_READY), true);
                    tell(t, t.in(12, Cdbs.hex("43 00 00 00 00 00 00 00 0c 40")), false);
                    tell(t, t.in(12, Cdbs.hex("43 00 00 00 00 00 00 00 0c 00")), true);
                    tell(t, t.in(12, Cdbs.hex("43 00 00 00 00 00 01 00 0c 00")), true);
                    tell(t, t.in(8, Cdbs.READ_CAPACITY_10), true);
                    tell(t, t.in(2, Cdbs.hex("51 00 00 00 00 00 00 00 02 00")), false);
                    tell(t, t.in(34, Cdbs.hex("51 00 00 00 00 00 00 00 22 00")), false);
                    tell(t, t.in(8, Cdbs.hex("52 01 00 00 00 01 00 00 08 00")), false);
                    tell(t, t.in(12, Cdbs.hex("43 02 00 00 00 00 aa 00 0c 00")), true);
                    tell(t, t.in(8, Cdbs.hex("4a 01 00 00 10 00 00 00 08 00")), false);
                    tell(t, t.none(Cdbs.prevent(1)), false);
                    tell(t, t.read(0, 4), true);
                    tell(t, t.none(Cdbs.prevent(0)), false);
                  }),
          of(
              "linux-copy",
              "A copy of Linux in commands of 120 KiB, and a flush behind it",
              t -> {
                int blocks = 122880 / t.blockSize();
                long lba = t.scratch(4 * blocks);
                for (int i = 0; i < 3; i++) {
                  var data = t.noise(blocks * t.blockSize());
                  var write = t.out(data, Cdbs.write(lba + (long) i * blocks, blocks));
                  t.applies(write.passed(), "120 KiB are refused");
                  t.expect(
                      Arrays.equals(t.blocksAt(lba + (long) i * blocks, blocks), data),
                      "what was written",
                      "other data");
                }
                tell(t, t.none(Cdbs.SYNCHRONIZE_CACHE_10), false);
              }));

  private HostChecks() {}

  private static Check of(String id, String title, Story story) {
    return check(HOSTS, id, title, ENDS)
        .hosts("Linux 6.1")
        .needs(Need.WRITABLE, Need.WRITES)
        .run(story::tell);
  }

  private static void tell(Trial t, Reply reply, boolean mandatory) {
    t.expect(
        mandatory ? reply.passed() : reply.status() < 2,
        mandatory ? "status 00" : "status 00 or 01",
        Session.name(reply.wrapper()) + ": " + reply);
    t.expect(
        !reply.failed() || reply.sense().key() != 0,
        "a sense key where a command failed",
        Session.name(reply.wrapper()) + ": " + reply.verdict());
  }

  /** A command of a host that clears no halt and reads its status once. */
  private static void plain(Trial t, Wrapper wrapper) throws DeviceGoneException {
    for (int i = 0; i < 4; i++) {
      wrapper.set(4 + i, 999 >> 8 * i);
    }
    var reply = t.send(wrapper);
    t.expect(
        reply.passed() && !reply.stalled() && !reply.emptyPacketBeforeStatus(),
        "status 00 at once",
        Session.name(wrapper) + ": " + reply);
  }

  private static void back(Trial t) throws DeviceGoneException {
    t.session().makeReady();
    if (!t.none(Cdbs.TEST_UNIT_READY).passed()) {
      t.session()
          .device()
          .controls()
          .ifPresent(each -> each.insert(java.util.OptionalInt.of(t.lun())));
      t.session().resetPort();
      t.session().makeReady();
    }
  }
}
