package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.PACKETS;

import dev.umsim.core.host.DeviceGoneException;
import java.util.Arrays;
import java.util.List;

/** How data is cut into packets and transfers (USB 2.0, section 5.8.3). */
final class PacketChecks {
  private static final String CUT = "USB 2.0, 5.8.3; BOT 1.0, 5.3.2";

  static final List<Check> ALL =
      List.of(
          check(
                  PACKETS,
                  "data-in-two-transfers",
                  "Data from the device may be read in several transfers",
                  CUT)
              .needs(Need.READY)
              .run(
                  t -> {
                    int blocks = 4;
                    int half = blocks * t.blockSize() / 2;
                    var whole = t.blocksAt(0, blocks);
                    var wrapper = t.wrapper(Cdbs.read(0, blocks)).in(2L * half);
                    t.session().oweRecovery();
                    t.require(t.bulkOut(wrapper.bytes()).ok(), "the command was not taken");
                    var first = t.bulkIn(half);
                    var second = t.bulkIn(half);
                    t.expect(
                        Arrays.equals(first.bytes(), Arrays.copyOf(whole, half))
                            && Arrays.equals(
                                second.bytes(), Arrays.copyOfRange(whole, half, 2 * half)),
                        "the same data",
                        first.movedBytes() + " and " + second.movedBytes() + " bytes");
                    status(t);
                  }),
          check(
                  PACKETS,
                  "data-in-packet-by-packet",
                  "Data from the device may be read packet by packet",
                  CUT)
              .needs(Need.READY)
              .run(
                  t -> {
                    var whole = t.blocksAt(0, 1);
                    int packet = t.maxPacket();
                    t.session().oweRecovery();
                    var wrapper = t.wrapper(Cdbs.read(0, 1)).in(t.blockSize());
                    t.require(t.bulkOut(wrapper.bytes()).ok(), "the command was not taken");
                    for (int at = 0; at < whole.length; at += packet) {
                      var answer = t.bulkIn(Math.min(packet, whole.length - at));
                      t.expect(
                          Arrays.equals(
                              answer.bytes(),
                              Arrays.copyOfRange(whole, at, Math.min(at + packet, whole.length))),
                          "the next packet of the block",
                          answer.movedBytes() + " bytes, " + Session.ending(answer));
                    }
                    status(t);
                  }),
          check(
                  PACKETS,
                  "data-out-two-transfers",
                  "Data to the device may be sent in several transfers",
                  CUT)
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    int blocks = 4;
                    long lba = t.scratch(blocks);
                    var data = t.noise(blocks * t.blockSize());
                    int half = data.length / 2;
                    t.session().oweRecovery();
                    var wrapper = t.wrapper(Cdbs.write(lba, blocks)).out(data.length);
                    t.require(t.bulkOut(wrapper.bytes()).ok(), "the command was not taken");
                    var first = t.bulkOut(Arrays.copyOf(data, half));
                    var second = t.bulkOut(Arrays.copyOfRange(data, half, data.length));
                    t.expect(
                        first.ok() && second.ok(),
                        "both halves are taken",
                        Session.ending(first) + " and " + Session.ending(second));
                    status(t);
                    t.expect(
                        Arrays.equals(t.blocksAt(lba, blocks), data),
                        "what was sent",
                        "other data");
                  }),
          check(
                  PACKETS,
                  "data-out-packet-by-packet",
                  "Data to the device may be sent packet by packet",
                  CUT)
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    long lba = t.scratch(2);
                    var data = t.noise(t.blockSize());
                    t.session().oweRecovery();
                    var wrapper = t.wrapper(Cdbs.write(lba, 1)).out(data.length);
                    t.require(t.bulkOut(wrapper.bytes()).ok(), "the command was not taken");
                    int packet = t.maxPacket();
                    for (int at = 0; at < data.length; at += packet) {
                      int end = Math.min(at + packet, data.length);
                      var sent = t.bulkOut(Arrays.copyOfRange(data, at, end));
                      t.expect(sent.ok(), "the packet is taken", Session.ending(sent));
                    }
                    status(t);
                    t.expect(
                        Arrays.equals(t.blocksAt(lba, 1), data), "what was sent", "other data");
                  }),
          check(
                  PACKETS,
                  "no-empty-packet-behind-data",
                  "Data that fills its packets and all that was asked for is followed by the status",
                  "BOT 1.0, 5.3.2 and 5.3.3")
              .hosts("Hosts that do not ask again; Linux does")
              .needs(Need.READY)
              .run(
                  t -> {
                    for (int blocks = 1; blocks <= 3; blocks++) {
                      var reply =
                          t.send(t.wrapper(Cdbs.read(0, blocks)).in((long) blocks * t.blockSize()));
                      t.requirePassed(reply, "READ(10)");
                      t.expect(
                          !reply.emptyPacketBeforeStatus(), "the status at once", reply.toString());
                    }
                  }),
          check(
                  PACKETS,
                  "no-empty-packet-without-data",
                  "READ of no blocks is followed by its status",
                  "BOT 1.0, 6.7.1 (1)")
              .needs(Need.READY)
              .run(
                  t -> {
                    var reply = t.send(t.wrapper(Cdbs.read(0, 0)));
                    t.expect(
                        !reply.emptyPacketBeforeStatus() && !reply.stalled(),
                        "the status at once",
                        reply.toString());
                  }),
          check(
                  PACKETS,
                  "write-of-nothing-answered",
                  "WRITE of no blocks has its status, and waits for no packet",
                  "BOT 1.0, 5.3.3; SBC-3, 5.33: a transfer length of 0 is no error")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    var reply = t.send(t.wrapper(Cdbs.write(t.scratch(2), 0)));
                    t.expect(reply.status() < 2, "status 00 or 01", reply.verdict());
                  }),
          check(
                  PACKETS,
                  "short-packet-ends-data-out",
                  "A short packet ends the data to the device, and a status follows",
                  "USB 2.0, 5.8.3; BOT 1.0, 6.7.3")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    var wrapper = t.wrapper(Cdbs.write(t.scratch(4), 2)).out(2L * t.blockSize());
                    t.session().oweRecovery();
                    t.require(t.bulkOut(wrapper.bytes()).ok(), "the command was not taken");
                    var sent = t.bulkOut(t.noise(t.blockSize() + 5));
                    t.expect(sent.ok() || sent.stalled(), "taken, or STALL", Session.ending(sent));
                    if (sent.stalled()) {
                      t.clearHaltOut();
                    }
                    var status = t.bulkIn(Reply.STATUS_LENGTH);
                    if (status.stalled()) {
                      t.clearHaltIn();
                      status = t.bulkIn(Reply.STATUS_LENGTH);
                    }
                    t.expect(
                        status.ok() && status.movedBytes() == Reply.STATUS_LENGTH
                            || status.stalled(),
                        "a status, or STALL until Reset Recovery",
                        Session.ending(status));
                    if (status.movedBytes() == Reply.STATUS_LENGTH) {
                      t.expect(
                          status.u8(12) != 0, "status 01 or 02", "status 00 for half of the data");
                    }
                  }),
          check(
                  PACKETS,
                  "long-read",
                  "120 KiB are read in one command, as Linux does",
                  "SBC-3, 5.11: a limit is told by the block limits page (6.6.3)")
              .hosts("Linux, Windows and macOS; Linux has a flag for 32 KiB")
              .needs(Need.READY)
              .run(
                  t -> {
                    int blocks = 122880 / t.blockSize();
                    t.applies(t.blocks() >= blocks, "the medium has too few blocks");
                    limit(t, blocks);
                    var reply = t.read(0, blocks);
                    t.expect(reply.passed() && reply.full(), "all blocks", reply.toString());
                  }),
          check(
                  PACKETS,
                  "long-write",
                  "120 KiB are written in one command, as Linux does",
                  "SBC-3, 5.33: a limit is told by the block limits page (6.6.3)")
              .hosts("Linux, Windows and macOS; Linux has a flag for 32 KiB")
              .needs(Need.WRITABLE, Need.WRITES)
              .run(
                  t -> {
                    int blocks = 122880 / t.blockSize();
                    limit(t, blocks);
                    long lba = t.scratch(blocks);
                    var data = t.noise(blocks * t.blockSize());
                    var reply = t.out(data, Cdbs.write(lba, blocks));
                    t.expect(reply.passed() && reply.full(), "all blocks", reply.toString());
                    t.applies(reply.passed(), "the write did not pass");
                    t.expect(
                        Arrays.equals(t.read(lba, blocks).bytes(), data),
                        "what was written",
                        "other data");
                  }),
          check(
                  PACKETS,
                  "very-long-read",
                  "1 MiB is read in one command",
                  "SBC-3, 5.11: a limit is told by the block limits page (6.6.3)")
              .hosts("macOS, and Linux at SuperSpeed")
              .needs(Need.READY)
              .run(
                  t -> {
                    int blocks = (1 << 20) / t.blockSize();
                    t.applies(t.blocks() >= blocks, "the medium has too few blocks");
                    limit(t, blocks);
                    var reply = t.read(0, blocks);
                    t.expect(reply.passed() && reply.full(), "all blocks", reply.toString());
                  }));

  private PacketChecks() {}

  /** A device may tell that it takes fewer blocks in a command. */
  private static void limit(Trial t, int blocks) throws DeviceGoneException {
    var page = t.in(64, Cdbs.vitalProductData(0xb0, 64));
    if (page.passed() && page.u8(1) == 0xb0 && page.bytes().length >= 12) {
      long most = page.u32(8);
      t.applies(most == 0 || most >= blocks, "the block limits page names fewer blocks");
    }
  }

  private static void status(Trial t) throws DeviceGoneException {
    var status = t.bulkIn(Reply.STATUS_LENGTH);
    t.expect(
        status.ok() && status.movedBytes() == Reply.STATUS_LENGTH && status.u8(12) == 0,
        "status 00",
        status.movedBytes() == Reply.STATUS_LENGTH
            ? String.format("status %02x", status.u8(12))
            : status.movedBytes() + " bytes, " + Session.ending(status));
    t.session().recoveryDone();
  }
}
