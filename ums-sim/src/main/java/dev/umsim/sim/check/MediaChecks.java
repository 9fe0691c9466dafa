package dev.umsim.sim.check;

import static dev.umsim.sim.check.Check.check;
import static dev.umsim.sim.check.Group.MEDIA;

import dev.umsim.core.host.DeviceGoneException;
import java.util.List;
import java.util.OptionalInt;

/** Media that come and go, and those that do not (SPC-4, 6.19; SBC-3, 5.24). */
final class MediaChecks {
  private static final int EJECT = 2;
  private static final int LOAD = 3;
  private static final int STOP = 0;
  private static final int START = 1;
  private static final int NOT_READY = 2;
  private static final int ATTENTION = 6;
  private static final int NO_MEDIUM = 0x3a;
  private static final int CHANGED = 0x28;

  static final List<Check> ALL =
      List.of(
          check(
                  MEDIA,
                  "fixed-not-prevented",
                  "PREVENT is refused by a unit with a fixed medium",
                  "SPC-4, 6.19: PREVENT ALLOW MEDIUM REMOVAL is for removable media")
              .trips("macOS, which stops looking for a change of the medium where it passes")
              .needs(Need.FIXED, Need.STATE)
              .run(
                  t -> {
                    var reply = t.none(Cdbs.prevent(1));
                    t.none(Cdbs.prevent(0));
                    t.expect(reply.failed(), "status 01", reply.verdict());
                  }),
          check(MEDIA, "fixed-not-ejected", "A fixed medium is not ejected", "SBC-3, 5.24: LOEJ")
              .needs(Need.FIXED, Need.STATE)
              .run(
                  t -> {
                    t.none(Cdbs.startStop(EJECT));
                    var ready = t.none(Cdbs.TEST_UNIT_READY);
                    boolean still =
                        ready.passed() || ready.failed() && !ready.sense().is(2, NO_MEDIUM);
                    t.none(Cdbs.startStop(LOAD));
                    t.none(Cdbs.startStop(START));
                    t.expect(still, "the medium stays", ready.verdict());
                  }),
          check(
                  MEDIA,
                  "fixed-comes-back",
                  "A fixed medium is there again after it was stopped and started",
                  "SBC-3, 5.24: START")
              .needs(Need.FIXED, Need.STATE)
              .run(
                  t -> {
                    t.none(Cdbs.startStop(STOP));
                    t.none(Cdbs.startStop(EJECT));
                    t.none(Cdbs.startStop(LOAD));
                    t.none(Cdbs.startStop(START));
                    t.expectPassed(ready(t));
                  }),
          check(
                  MEDIA,
                  "removable-ejects",
                  "A unit that says that its medium is removable ejects it",
                  "SPC-4, 6.4.2: RMB; SBC-3, 5.24: LOEJ")
              .forgiven()
              .needs(Need.REMOVABLE, Need.STATE)
              .run(
                  t -> {
                    eject(t);
                    var reply = t.none(Cdbs.TEST_UNIT_READY);
                    load(t);
                    t.expect(
                        reply.failed() && reply.sense().key() == NOT_READY,
                        "sense key 02",
                        reply.verdict());
                  }),
          check(
                  MEDIA,
                  "removable-stays-ejected",
                  "An ejected medium stays away until it is loaded or put in again",
                  "SBC-3, 5.24 and SPC-4, 6.47: MEDIUM NOT PRESENT")
              .hosts("Linux and Windows, on which the device comes back after it was ejected")
              .needs(Need.REMOVABLE, Need.STATE)
              .run(
                  t -> {
                    eject(t);
                    t.applies(!t.none(Cdbs.TEST_UNIT_READY).passed(), "nothing is ejected");
                    boolean away = true;
                    for (int i = 0; i < 4; i++) {
                      away &= !t.none(Cdbs.TEST_UNIT_READY).passed();
                    }
                    load(t);
                    t.expect(away, "sense key 02 every time", "the unit is ready");
                  }),
          check(
                  MEDIA,
                  "removable-no-data-when-ejected",
                  "Without a medium capacity, reads and writes are refused",
                  "SBC-3, 4.2.2 and SPC-4, 6.47: MEDIUM NOT PRESENT")
              .needs(Need.REMOVABLE, Need.STATE)
              .run(
                  t -> {
                    eject(t);
                    t.applies(!t.none(Cdbs.TEST_UNIT_READY).passed(), "nothing is ejected");
                    var replies =
                        List.of(
                            t.in(8, Cdbs.READ_CAPACITY_10),
                            t.in(t.blockSize(), Cdbs.read(0, 1)),
                            t.out(new byte[t.blockSize()], Cdbs.write(0, 1)));
                    var inquiry = t.in(36, Cdbs.inquiry(36));
                    load(t);
                    for (var reply : replies) {
                      t.expect(
                          reply.failed()
                              && (reply.sense().key() == NOT_READY
                                  || reply.sense().key() == 7
                                  || reply.sense().key() == 5),
                          "sense key 02",
                          reply.verdict());
                    }
                    t.expectPassed(inquiry);
                  }),
          check(
                  MEDIA,
                  "removable-no-format-capacity-when-ejected",
                  "READ FORMAT CAPACITIES does not tell of a medium that is not there",
                  "MMC-6, 6.23.3: DESCRIPTOR TYPE 3, or MEDIUM NOT PRESENT")
              .hosts("Hosts that ask for it when they look for a medium, as Windows does")
              .needs(Need.REMOVABLE, Need.STATE)
              .run(
                  t -> {
                    eject(t);
                    t.applies(!t.none(Cdbs.TEST_UNIT_READY).passed(), "nothing is ejected");
                    var reply = t.in(252, Cdbs.readFormatCapacities(252));
                    load(t);
                    t.expect(
                        !reply.passed() || (reply.u8(8) & 3) == 3,
                        "status 01, or descriptor type 3",
                        "descriptor type " + (reply.u8(8) & 3));
                  }),
          check(
                  MEDIA,
                  "removable-absence-told-as-such",
                  "A medium that is not there is told so, and not as one that becomes ready",
                  "SPC-4, 6.47: MEDIUM NOT PRESENT")
              .forgiven()
              .hosts("Hosts that wait for ever, such as GRUB and SeaBIOS for half a minute")
              .needs(Need.REMOVABLE, Need.STATE)
              .run(
                  t -> {
                    eject(t);
                    var reply = t.none(Cdbs.TEST_UNIT_READY);
                    t.applies(!reply.passed(), "nothing is ejected");
                    load(t);
                    t.expect(reply.sense().is(NOT_READY, NO_MEDIUM), "02/3A/00", reply.verdict());
                  }),
          check(
                  MEDIA,
                  "removable-loads",
                  "LOAD brings back what was ejected",
                  "SBC-3, 5.24: LOEJ and START")
              .trips("Hosts that load a medium again; many devices cannot")
              .needs(Need.REMOVABLE, Need.STATE)
              .run(
                  t -> {
                    eject(t);
                    t.applies(!t.none(Cdbs.TEST_UNIT_READY).passed(), "nothing is ejected");
                    t.none(Cdbs.startStop(LOAD));
                    var reply = ready(t);
                    load(t);
                    t.expect(reply.passed(), "status 00", reply.verdict());
                  }),
          check(
                  MEDIA,
                  "removable-prevented",
                  "Where removal is prevented EJECT is refused, and the medium stays",
                  "SPC-4, 6.19 and SBC-3, 5.24: MEDIUM REMOVAL PREVENTED")
              .needs(Need.REMOVABLE, Need.STATE)
              .run(
                  t -> {
                    var prevented = t.none(Cdbs.prevent(1));
                    t.applies(prevented.passed(), "PREVENT is refused: " + prevented.verdict());
                    var reply = t.none(Cdbs.startStop(EJECT));
                    var ready = t.none(Cdbs.TEST_UNIT_READY);
                    t.none(Cdbs.prevent(0));
                    load(t);
                    t.expect(reply.failed(), "status 01 of EJECT", reply.verdict());
                    t.expect(ready.passed(), "the medium stays", ready.verdict());
                  }),
          check(
                  MEDIA,
                  "removable-allowed-again",
                  "After ALLOW the medium can be ejected",
                  "SPC-4, 6.19")
              .needs(Need.REMOVABLE, Need.STATE)
              .run(
                  t -> {
                    t.applies(t.none(Cdbs.prevent(1)).passed(), "PREVENT is refused");
                    t.expectPassed(t.none(Cdbs.prevent(0)));
                    var reply = t.none(Cdbs.startStop(EJECT));
                    load(t);
                    t.expectPassed(reply);
                  }),
          check(
                  MEDIA,
                  "prevention-ends-with-reset",
                  "A reset of the port ends the prevention of removal",
                  "SPC-4, 6.19: a hard reset")
              .forgiven()
              .needs(Need.REMOVABLE, Need.STATE)
              .run(
                  t -> {
                    t.applies(t.none(Cdbs.prevent(1)).passed(), "PREVENT is refused");
                    t.require(t.session().resetPort(), "the reset of the port did not go well");
                    t.session().makeReady();
                    var reply = t.none(Cdbs.startStop(EJECT));
                    t.none(Cdbs.prevent(0));
                    load(t);
                    t.expectPassed(reply);
                  }),
          check(
                  MEDIA,
                  "empty-not-ready",
                  "A unit without a medium says so",
                  "SPC-4, 6.47: MEDIUM NOT PRESENT")
              .hosts("Linux and Windows, which try again and again")
              .needs(Need.EMPTY)
              .run(
                  t -> {
                    var reply = t.none(Cdbs.TEST_UNIT_READY);
                    t.expect(
                        reply.failed() && reply.sense().is(NOT_READY, NO_MEDIUM),
                        "02/3A/00",
                        reply.verdict());
                  }),
          check(
                  MEDIA,
                  "empty-has-no-capacity",
                  "A unit without a medium has no capacity, and gives no blocks",
                  "SBC-3, 5.15 and 5.11: MEDIUM NOT PRESENT")
              .hosts("Hosts that believe a capacity of garbage")
              .needs(Need.EMPTY)
              .run(
                  t -> {
                    t.expectFailed(t.in(8, Cdbs.READ_CAPACITY_10), NOT_READY);
                    t.expectFailed(t.in(512, Cdbs.read(0, 1)), NOT_READY);
                  }),
          check(
                  MEDIA,
                  "taken-out-is-told",
                  "After the medium was taken out the unit is not ready, and gives no blocks",
                  "SPC-4, 6.47: MEDIUM NOT PRESENT")
              .needs(Need.REMOVABLE, Need.MEDIUM_CHANGES)
              .run(
                  t -> {
                    takeOut(t);
                    var ready = ready(t);
                    var read = t.in(t.blockSize(), Cdbs.read(0, 1));
                    var capacity = t.in(8, Cdbs.READ_CAPACITY_10);
                    putIn(t);
                    t.expectFailed(ready, NOT_READY);
                    t.expectFailed(read, NOT_READY);
                    t.expectFailed(capacity, NOT_READY);
                  }),
          check(
                  MEDIA,
                  "put-in-is-told",
                  "A medium that was put in is told by a unit attention, once",
                  "SAM-5, 5.14; SPC-4, 4.5.6: NOT READY TO READY CHANGE")
              .hosts("All: what they remember of the old medium is taken for the new one's")
              .needs(Need.REMOVABLE, Need.MEDIUM_CHANGES)
              .run(
                  t -> {
                    takeOut(t);
                    ready(t);
                    putIn(t);
                    var first = t.none(Cdbs.TEST_UNIT_READY);
                    t.expect(
                        first.failed()
                            && first.sense().key() == ATTENTION
                            && first.sense().asc() == CHANGED,
                        "06/28/00",
                        first.verdict());
                    t.expectPassed(t.none(Cdbs.TEST_UNIT_READY));
                  }),
          check(
                  MEDIA,
                  "put-in-is-told-to-read",
                  "A read after a change of the medium is not carried out before that is told",
                  "SAM-5, 5.14")
              .needs(Need.REMOVABLE, Need.MEDIUM_CHANGES)
              .run(
                  t -> {
                    takeOut(t);
                    putIn(t);
                    var read = t.in(t.blockSize(), Cdbs.read(0, 1));
                    t.expectFailed(read, ATTENTION);
                    t.expectPassed(t.in(t.blockSize(), Cdbs.read(0, 1)));
                  }),
          check(
                  MEDIA,
                  "put-in-not-told-by-inquiry",
                  "INQUIRY passes with a unit attention waiting, and leaves it",
                  "SPC-4, 6.4.1; SAM-5, 5.14")
              .needs(Need.REMOVABLE, Need.MEDIUM_CHANGES)
              .run(
                  t -> {
                    takeOut(t);
                    putIn(t);
                    t.expectPassed(t.in(36, Cdbs.inquiry(36)));
                    t.expectFailed(t.none(Cdbs.TEST_UNIT_READY), ATTENTION);
                  }),
          check(
                  MEDIA,
                  "put-in-told-by-request-sense",
                  "REQUEST SENSE passes with a unit attention waiting, and tells it",
                  "SPC-4, 6.39; SAM-5, 5.14")
              .forgiven()
              .needs(Need.REMOVABLE, Need.MEDIUM_CHANGES)
              .run(
                  t -> {
                    takeOut(t);
                    putIn(t);
                    var sense = t.sense();
                    t.expect(sense.key() == ATTENTION, "06/28/00", sense.toString());
                  }),
          check(
                  MEDIA,
                  "put-in-has-capacity",
                  "After a medium was put in its capacity and blocks are given",
                  "SBC-3, 5.15 and 5.11")
              .needs(Need.REMOVABLE, Need.MEDIUM_CHANGES)
              .run(
                  t -> {
                    takeOut(t);
                    ready(t);
                    putIn(t);
                    ready(t);
                    t.expectPassed(t.in(8, Cdbs.READ_CAPACITY_10));
                    t.expectPassed(t.read(0, 1));
                  }));

  private MediaChecks() {}

  /** TEST UNIT READY behind all attentions. */
  private static Reply ready(Trial t) throws DeviceGoneException {
    var reply = t.none(Cdbs.TEST_UNIT_READY);
    for (int i = 0; i < 4 && reply.failed() && reply.sense().key() == ATTENTION; i++) {
      reply = t.none(Cdbs.TEST_UNIT_READY);
    }
    return reply;
  }

  private static void eject(Trial t) throws DeviceGoneException {
    t.applies(t.none(Cdbs.startStop(EJECT)).passed(), "EJECT is refused");
  }

  /** Brings the medium back by whatever can. */
  private static void load(Trial t) throws DeviceGoneException {
    t.none(Cdbs.startStop(LOAD));
    if (!ready(t).passed()) {
      t.session().device().controls().ifPresent(each -> each.insert(OptionalInt.of(t.lun())));
      t.session().settle();
      if (!ready(t).passed()) {
        t.session().resetPort();
        ready(t);
      }
    }
  }

  private static void takeOut(Trial t) {
    t.applies(
        t.controls().eject(OptionalInt.of(t.lun())), "the medium cannot be taken out from outside");
    t.session().note("eject " + t.lun());
    t.session().settle();
  }

  private static void putIn(Trial t) {
    t.controls().insert(OptionalInt.of(t.lun()));
    t.session().note("insert " + t.lun());
    t.session().settle();
  }
}
