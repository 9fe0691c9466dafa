package dev.umsim.sim.check;

import dev.umsim.core.bot.ClassRequest;
import dev.umsim.core.bot.MassStorageInterface;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.usb.StandardRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a run of checks gets to know its device, without minding what is wrong with it: that is for
 * the checks to find.
 */
final class Acquaintance {
  private static final int DEVICE = 1;
  private static final int CONFIGURATION = 2;
  private static final int INTERFACE = 4;
  private static final int ENDPOINT = 5;
  private static final int MASS_STORAGE = 0x08;
  private static final int MEDIUM_NOT_PRESENT = 0x3a;
  private static final int NOT_READY = 2;
  private static final int UNIT_ATTENTION = 6;
  private static final int ATTEMPTS = 6;
  private static final long LARGEST_OF_TEN = 0xffffffffL;
  private static final long LARGEST_BLOCK = 65536;

  private final Session session;

  private Acquaintance(Session session) {
    this.session = session;
  }

  /**
   * Enumerates and configures the device, and asks its units what they are.
   *
   * @return why no commands can be sent; nothing if they can
   */
  static Optional<String> make(Session session) throws DeviceGoneException {
    return new Acquaintance(session).run();
  }

  private Optional<String> run() throws DeviceGoneException {
    session.attach();
    session.link().resetPort();
    session.control(StandardRequest.getDescriptor(DEVICE, 0, 0, 64));
    session.link().resetPort();
    session.control(StandardRequest.setAddress(1));
    var device = session.control(StandardRequest.getDescriptor(DEVICE, 0, 0, 18)).bytes();
    var head = session.control(StandardRequest.getDescriptor(CONFIGURATION, 0, 0, 9)).bytes();
    int total = head.length < 4 ? 9 : (head[2] & 0xff) | (head[3] & 0xff) << 8;
    var configuration =
        session.control(StandardRequest.getDescriptor(CONFIGURATION, 0, 0, total)).bytes();
    var place = place(configuration, session.device().interfaceNumber());
    session.setFacts(
        new DeviceFacts(
            session.link().speed(), device, configuration, place, Optional.empty(), List.of()));
    var configured =
        session.control(StandardRequest.setConfiguration(session.facts().configurationValue()));
    session.configurationRestored();
    if (!configured.ok()) {
      return Optional.of("SET_CONFIGURATION was declined: " + Session.ending(configured));
    }
    return place.isEmpty()
        ? Optional.of("no interface has a bulk endpoint in each direction")
        : units();
  }

  /** The mass storage interface; of several Bulk-Only ones the first. */
  private static Optional<MassStorageInterface> place(byte[] configuration, OptionalInt number) {
    Optional<MassStorageInterface> found = Optional.empty();
    int interfaceNumber = -1;
    boolean wanted = false;
    int in = 0;
    int out = 0;
    for (var part : DeviceFacts.split(configuration)) {
      if (part[1] == INTERFACE && part.length >= 9) {
        interfaceNumber = part[2] & 0xff;
        wanted =
            part[3] == 0
                && (number.isPresent()
                    ? number.getAsInt() == interfaceNumber
                    : part[5] == MASS_STORAGE || part[7] == MassStorageInterface.PROTOCOL);
        in = 0;
        out = 0;
      } else if (part[1] == ENDPOINT && part.length >= 7 && wanted && (part[3] & 3) == 2) {
        int address = part[2] & 0x8f;
        boolean usable = (address & 0x0f) != 0;
        if (usable && (address & 0x80) != 0 && in == 0) {
          in = address;
        } else if (usable && (address & 0x80) == 0 && out == 0) {
          out = address;
        }
        if (in != 0 && out != 0 && found.isEmpty()) {
          found = Optional.of(new MassStorageInterface(interfaceNumber, in, out));
        }
      }
    }
    return found;
  }

  private Optional<String> units() throws DeviceGoneException {
    var answer = session.control(ClassRequest.getMaxLun(session.place().number()));
    Optional<Integer> maxLun =
        answer.ok() && answer.bytes().length == 1 ? Optional.of(answer.u8(0)) : Optional.empty();
    var facts = session.facts();
    session.setFacts(facts.with(maxLun, List.of()));
    learnStatuses();
    if (!answers(Cdbs.TEST_UNIT_READY)) {
      if (!answers(Cdbs.inquiry(0))) {
        return Optional.of("it takes no commands");
      }
      session.probeByInquiry();
    }
    var units = new ArrayList<UnitFacts>();
    for (int lun = 0; lun <= session.facts().highestLun(); lun++) {
      units.add(unit(lun));
    }
    session.setFacts(facts.with(maxLun, units));
    return Optional.empty();
  }

  /** A question to the device, which may get stuck at it. */
  private interface Question<T> {
    T ask() throws DeviceGoneException;
  }

  /** The answer, or another where the device got stuck, which is then brought back. */
  private <T> T safely(Question<T> question, T otherwise) throws DeviceGoneException {
    try {
      return question.ask();
    } catch (Stuck e) {
      bringBack();
      return otherwise;
    }
  }

  private void bringBack() throws DeviceGoneException {
    try {
      session.resetRecovery();
    } catch (Stuck e) {
      session.resetPort();
    }
  }

  private void learnStatuses() throws DeviceGoneException {
    if (!answers(Cdbs.inquiry(0))) {
      session.forgiveStatuses(true);
      session.forgiveStatuses(answers(Cdbs.inquiry(0)));
    }
  }

  private boolean answers(byte[] cdb) throws DeviceGoneException {
    return safely(() -> session.transact(session.wrapper(0, cdb), new byte[0]) != null, false);
  }

  private byte[] inquire(int lun) throws DeviceGoneException {
    var reply = session.transact(session.wrapper(lun, Cdbs.inquiry(36)).in(36), new byte[0]);
    return reply.passed() ? reply.bytes() : new byte[0];
  }

  /** Whether a unit is ready, and whether it is because it has no medium that it is not. */
  private record Readiness(boolean ready, boolean empty) {}

  private Readiness readiness(int lun) throws DeviceGoneException {
    boolean empty = false;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      var reply = session.transact(session.wrapper(lun, Cdbs.TEST_UNIT_READY), new byte[0]);
      if (reply.passed()) {
        return new Readiness(true, false);
      }
      var sense = session.sense(lun);
      empty = sense.is(NOT_READY, MEDIUM_NOT_PRESENT);
      if (sense.key() != UNIT_ATTENTION) {
        break;
      }
    }
    return new Readiness(false, empty);
  }

  private record Size(long blocks, int blockSize) {}

  private Size size(int lun) throws DeviceGoneException {
    var reply = session.transact(session.wrapper(lun, Cdbs.READ_CAPACITY_10).in(8), new byte[0]);
    if (!reply.passed() || reply.bytes().length != 8) {
      return new Size(0, 0);
    }
    int blockSize = reply.u32(4) > LARGEST_BLOCK ? 0 : (int) reply.u32(4);
    if (reply.u32(0) < LARGEST_OF_TEN) {
      return new Size(reply.u32(0) + 1, blockSize);
    }
    var sixteen =
        session.transact(session.wrapper(lun, Cdbs.readCapacity16(32)).in(32), new byte[0]);
    boolean told = sixteen.passed() && sixteen.bytes().length >= 12;
    return new Size(told ? sixteen.u64(0) + 1 : LARGEST_OF_TEN + 1, blockSize);
  }

  private UnitFacts unit(int lun) throws DeviceGoneException {
    var inquiry = safely(() -> inquire(lun), new byte[0]);
    var readiness = safely(() -> readiness(lun), new Readiness(true, false));
    var size = readiness.ready() ? safely(() -> size(lun), new Size(0, 0)) : new Size(0, 0);
    boolean usable = size.blocks() > 0 && size.blockSize() > 0;
    return new UnitFacts(
        lun,
        inquiry,
        readiness.ready(),
        usable,
        readiness.empty(),
        size.blocks(),
        size.blockSize(),
        usable && safely(() -> isProtected(lun), false));
  }

  private boolean isProtected(int lun) throws DeviceGoneException {
    var reply =
        session.transact(session.wrapper(lun, Cdbs.modeSense6(0x3f, 192)).in(192), new byte[0]);
    if (reply.passed() && reply.bytes().length >= 4) {
      return (reply.u8(2) & 0x80) != 0;
    }
    if (reply.failed()) {
      session.sense(lun);
    }
    return false;
  }
}
