package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.CASES;

import dev.umsim.core.host.DeviceGoneException;
import java.util.Arrays;
import java.util.List;

/**
 * The thirteen cases of host and device agreeing about data, or not (BOT 1.0, section 6.7).
 *
 * <p>What is legal is wide: data may be padded or cut by STALL, data to the device taken or refused
 * at any point, and a command refused whole. The sums have to be right.
 */
final class ThirteenCaseChecks {
  static final List<Check> ALL =
      List.of(
          check(
                  CASES,
                  "case-1-status",
                  "Hn = Dn: the command passes or fails",
                  "BOT 1.0, 6.7.1 (1)")
              .needs(Need.COMMANDS)
              .run(
                  t -> {
                    var reply = t.send(t.wrapper(Cdbs.TEST_UNIT_READY));
                    t.expect(reply.status() < 2, "status 00 or 01", reply.verdict());
                  }),
          check(CASES, "case-1-residue", "Hn = Dn: the residue is 0", "BOT 1.0, 6.7.1 (1) and 5.2")
              .needs(Need.COMMANDS)
              .run(t -> residue(t, t.send(t.wrapper(Cdbs.TEST_UNIT_READY)), 0)),
          check(
                  CASES,
                  "case-4-residue",
                  "Hi > Dn: the residue is all that was asked for",
                  "BOT 1.0, 6.7.2 (4)")
              .needs(Need.READY)
              .run(
                  t -> {
                    var reply = t.send(t.wrapper(Cdbs.TEST_UNIT_READY).in(t.blockSize()));
                    residue(t, reply, t.blockSize());
                  }),
          check(
                  CASES,
                  "case-6-data",
                  "Hi = Di: all blocks come, and the residue is 0",
                  "BOT 1.0, 6.7.2 (6)")
              .needs(Need.READY)
              .run(
                  t -> {
                    var reply = t.read(0, 2);
                    t.expectPassed(reply);
                    t.expect(reply.full(), "2 blocks", reply.toString());
                    residue(t, reply, 0);
                  }),
          check(
                  CASES,
                  "case-9-residue",
                  "Ho > Dn: the residue is all that was offered",
                  "BOT 1.0, 6.7.3 (9)")
              .needs(Need.READY)
              .run(
                  t -> {
                    var data = new byte[t.blockSize()];
                    var reply = t.send(t.wrapper(Cdbs.TEST_UNIT_READY).out(data.length), data);
                    residue(t, reply, data.length);
                  }));

  private ThirteenCaseChecks() {}

  private static void residue(Trial t, Reply reply, long right) throws DeviceGoneException {
    if (!reply.phaseError()) {
      t.expect(reply.residue() == right, "residue " + right, reply.toString());
    }
  }

  static boolean zeros(byte[] bytes, int from) {
    return Arrays.equals(
        Arrays.copyOfRange(bytes, from, bytes.length), new byte[bytes.length - from]);
  }
}
