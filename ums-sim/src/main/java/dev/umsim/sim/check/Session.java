package dev.umsim.sim.check;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.bot.ClassRequest;
import dev.umsim.core.bot.MassStorageInterface;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.RawAnswer;
import dev.umsim.core.host.RawHost;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The host's side of a run of checks: every transfer is written down, commands go as far as the
 * protocol can be gone on with, and a device that answers no more is brought back rung by rung.
 */
final class Session implements AutoCloseable {
  private static final RawAnswer GONE = new RawAnswer(Transfer.Status.DISCONNECTED, 0, new byte[0]);

  private static final int ADDRESS = 1;
  private static final int ATTEMPTS_UNTIL_READY = 5;
  private static final String ONE_STATUS =
      "BOT 1.0, 5.3.3 and 6.7: there is a status for each command";

  private final CheckedDevice device;
  private final List<Step> trace = new ArrayList<>();
  private @Nullable UsbLink link;

  @SuppressWarnings("NullAway.Init")
  private RawHost host;

  @SuppressWarnings("NullAway.Init")
  private DeviceFacts facts;

  private long patienceNanos;
  private long nanosOfLinksBefore;
  private long longestAnswerNanos;
  private int tag;
  private boolean statusesValid = true;
  private byte[] probe = Cdbs.TEST_UNIT_READY;
  private boolean recoveryOwed;
  private boolean configurationOwed;
  private boolean addressOwed;

  Session(CheckedDevice device, long patienceNanos) {
    this.device = device;
    this.patienceNanos = patienceNanos;
  }

  CheckedDevice device() {
    return device;
  }

  /** Plugs the device in, and closes the link before. */
  void attach() throws DeviceGoneException {
    closeLink();
    link = device.attach();
    host = new RawHost(link, patienceNanos);
  }

  private void closeLink() {
    if (link != null) {
      nanosOfLinksBefore += link.nanos();
      link.close();
      link = null;
    }
  }

  @Override
  public void close() {
    closeLink();
  }

  void setPatienceNanos(long patienceNanos) {
    this.patienceNanos = patienceNanos;
    host.setPatienceNanos(patienceNanos);
  }

  long patienceNanos() {
    return patienceNanos;
  }

  UsbLink link() {
    return requireNonNull(link);
  }

  /** In the time of the links. */
  long nanos() {
    return nanosOfLinksBefore + (link == null ? 0 : link.nanos());
  }

  /** How long the device has taken for an answer at most. */
  long longestAnswerNanos() {
    return longestAnswerNanos;
  }

  /** Whether waiting takes as long as it says, since the time of the link is that of a clock. */
  boolean waitingCosts() {
    return link != null && link.timeBase() == UsbLink.TimeBase.WALL;
  }

  DeviceFacts facts() {
    return facts;
  }

  void setFacts(DeviceFacts facts) {
    this.facts = facts;
  }

  /** Whether statuses without signature or tag are taken: one check each finds those. */
  void forgiveStatuses(boolean forgiven) {
    statusesValid = !forgiven;
  }

  /** Probes by INQUIRY from now on, since TEST UNIT READY does not end. */
  void probeByInquiry() {
    probe = Cdbs.inquiry(0);
  }

  List<Step> trace() {
    return trace;
  }

  // Transfers, each written down.

  /** A transfer that is sent. */
  private interface Sending {
    RawAnswer send() throws DeviceGoneException;
  }

  private RawAnswer traced(Sending sending, Function<RawAnswer, Step> step)
      throws DeviceGoneException {
    var answer = GONE;
    long sent = nanos();
    try {
      answer = sending.send();
      if (!answer.unanswered()) {
        longestAnswerNanos = Math.max(longestAnswerNanos, nanos() - sent);
      }
      return answer;
    } finally {
      trace.add(step.apply(answer));
    }
  }

  RawAnswer control(SetupPacket setup, byte[] data) throws DeviceGoneException {
    var answer =
        traced(() -> host.control(setup, data), a -> Step.control(setup.encode(), data, a));
    if (StandardRequest.SET_CONFIGURATION.is(setup)) {
      configurationOwed = true;
    } else if (StandardRequest.SET_ADDRESS.is(setup)) {
      addressOwed = true;
    }
    return answer;
  }

  RawAnswer control(SetupPacket setup) throws DeviceGoneException {
    return control(setup, new byte[0]);
  }

  RawAnswer in(int length) throws DeviceGoneException {
    int endpoint = place().bulkIn();
    return traced(() -> host.in(endpoint, length), answer -> Step.in(length, answer));
  }

  RawAnswer out(byte[] bytes) throws DeviceGoneException {
    int endpoint = place().bulkOut();
    return traced(() -> host.out(endpoint, bytes), answer -> Step.out(bytes, answer));
  }

  RawAnswer clearHalt(boolean in) throws DeviceGoneException {
    var answer = host.control(StandardRequest.clearHalt(in ? place().bulkIn() : place().bulkOut()));
    trace.add(Step.clearHalt(in, answer));
    return answer;
  }

  /** Something that is done to the device beside its pipes. */
  void note(String words) {
    trace.add(Step.done(words));
  }

  void settle() {
    host.settle();
  }

  /** Lets time pass on the link. */
  void pause(long nanos) {
    requireNonNull(link).runUntil(() -> false, nanos);
  }

  MassStorageInterface place() {
    return facts
        .place()
        .orElseThrow(
            () ->
                new NotJudged(
                    Outcome.NOT_RUN, "no interface has a bulk endpoint in each direction"));
  }

  // Commands.

  Wrapper wrapper(int lun, byte[] cdb) {
    return new Wrapper(++tag, lun, cdb);
  }

  /** From now on the device is owed Reset Recovery before it is sent another command. */
  void oweRecovery() {
    recoveryOwed = true;
  }

  /** What is owed is paid: by the check itself. */
  void recoveryDone() {
    recoveryOwed = false;
  }

  /**
   * Sends a command and reads its status, as hosts do: a halt is cleared, an empty packet before
   * the status is read past.
   *
   * @throws Stuck where that cannot be gone on with
   */
  Reply transact(Wrapper wrapper, byte[] toDevice) throws DeviceGoneException {
    if (recoveryOwed) {
      resetRecovery();
    }
    var command = out(wrapper.bytes());
    if (!command.ok()) {
      throw new Stuck(
          "BOT 1.0, 6.2.1: a valid command wrapper is taken",
          "the command wrapper is taken",
          ending(command) + " for the wrapper of " + name(wrapper),
          command.unanswered());
    }
    return afterWrapper(wrapper, toDevice);
  }

  /** The data phase of a command whose wrapper has gone over, and its status. */
  Reply afterWrapper(Wrapper wrapper, byte[] toDevice) throws DeviceGoneException {
    RawAnswer data = null;
    if (wrapper.dataLength() > 0) {
      data = wrapper.isIn() ? in((int) wrapper.dataLength()) : out(toDevice);
      if (isStatusInPlaceOfData(data, wrapper)) {
        return finish(new Reply(wrapper, null, false, false, true, data.bytes()));
      }
      if (isStatusBehindData(data, wrapper)) {
        int length = data.movedBytes() - Reply.STATUS_LENGTH;
        var before = new RawAnswer(data.status(), length, Arrays.copyOf(data.bytes(), length));
        var status = Arrays.copyOfRange(data.bytes(), length, data.movedBytes());
        return finish(new Reply(wrapper, before, false, false, false, status));
      }
      endOfData(data, wrapper);
    }
    return status(wrapper, data);
  }

  private static boolean isStatusInPlaceOfData(RawAnswer data, Wrapper wrapper) {
    if (!wrapper.isIn() || !data.ok() || data.movedBytes() != Reply.STATUS_LENGTH) {
      return false;
    }
    var status = new Reply(wrapper, null, false, false, true, data.bytes());
    return status.signatureRight() && status.tagRight();
  }

  /** Where data fills its packets and nothing ends it the status comes in the same transfer. */
  private static boolean isStatusBehindData(RawAnswer data, Wrapper wrapper) {
    int length = data.movedBytes() - Reply.STATUS_LENGTH;
    if (!wrapper.isIn() || !data.ok() || length <= 0 || data.movedBytes() == wrapper.dataLength()) {
      return false;
    }
    var tail = Arrays.copyOfRange(data.bytes(), length, data.movedBytes());
    var status = new Reply(wrapper, null, false, false, false, tail);
    return status.signatureRight() && status.tagRight();
  }

  private void endOfData(RawAnswer data, Wrapper wrapper) throws DeviceGoneException {
    if (data.stalled()) {
      requireCleared(clearHalt(wrapper.isIn()), wrapper.isIn());
    } else if (!data.ok() && !data.babbled()) {
      throw new Stuck(
          "BOT 1.0, 6.7: the data phase is ended, by data or by STALL",
          wrapper.isIn() ? "data, or STALL" : "the data is taken, or STALL",
          ending(data)
              + " after "
              + data.movedBytes()
              + " of "
              + wrapper.dataLength()
              + " bytes of "
              + name(wrapper),
          data.unanswered());
    }
  }

  private Reply status(Wrapper wrapper, @Nullable RawAnswer data) throws DeviceGoneException {
    boolean empty = false;
    boolean stalled = false;
    RawAnswer status = in(Reply.STATUS_LENGTH);
    for (int again = 0; again < 2; again++) {
      if (status.ok() && status.movedBytes() == 0 && !empty) {
        empty = true;
      } else if (status.stalled() && !stalled) {
        stalled = true;
        requireCleared(clearHalt(true), true);
      } else {
        break;
      }
      status = in(Reply.STATUS_LENGTH);
    }
    boolean babbled = data != null && data.babbled();
    if (!status.ok() || status.movedBytes() != Reply.STATUS_LENGTH) {
      throw new Stuck(
          babbled ? "BOT 1.0, 6.7: no more than dCBWDataTransferLength is sent" : ONE_STATUS,
          babbled ? "at most " + wrapper.dataLength() + " bytes" : "a status wrapper of 13 bytes",
          (babbled ? "babble: more data than that" : ending(status))
              + (status.ok() ? " of " + status.movedBytes() + " bytes" : "")
              + " for "
              + name(wrapper),
          status.unanswered());
    }
    return finish(new Reply(wrapper, data, empty, stalled, false, status.bytes()));
  }

  private Reply finish(Reply reply) {
    if (statusesValid && !(reply.signatureRight() && reply.tagRight())) {
      recoveryOwed = true;
      throw new Stuck(
          "BOT 1.0, 6.3.1: a valid status wrapper has the signature USBS and the tag of its command",
          "a status wrapper for this command",
          (reply.signatureRight() ? "another tag" : "another signature")
              + " for "
              + name(reply.wrapper()),
          false);
    }
    if (reply.status() > 1) {
      recoveryOwed = true;
    }
    return reply;
  }

  private static void requireCleared(RawAnswer cleared, boolean in) {
    if (!cleared.ok()) {
      throw new Stuck(
          "USB 2.0, 9.4.1 and 9.4.5: CLEAR_FEATURE(ENDPOINT_HALT) of a bulk endpoint",
          "CLEAR_FEATURE(ENDPOINT_HALT) is carried out",
          ending(cleared) + " for bulk-" + (in ? "in" : "out"),
          cleared.unanswered());
    }
  }

  static String name(Wrapper wrapper) {
    return String.format("command %02x", wrapper.bytes()[15]);
  }

  /** How a transfer ended, in a word. */
  static String ending(RawAnswer answer) {
    return switch (answer.status()) {
      case OK -> "an end";
      case STALL -> "STALL";
      case BABBLE -> "babble";
      case PENDING, CANCELLED -> "NAK for as long as the host waits";
      case NO_RESPONSE -> "no response";
      case DISCONNECTED -> "a disconnection";
    };
  }

  // Bringing it back.

  /** Reset Recovery (BOT 1.0, section 5.3.4). */
  void resetRecovery() throws DeviceGoneException {
    recoveryOwed = false;
    var reset = control(ClassRequest.reset(place().number()));
    if (!reset.ok()) {
      throw new Stuck(
          "BOT 1.0, 3.1: Bulk-Only Mass Storage Reset is carried out",
          "Bulk-Only Mass Storage Reset is carried out",
          ending(reset),
          reset.unanswered());
    }
    requireCleared(clearHalt(true), true);
    requireCleared(clearHalt(false), false);
  }

  /** Resets the port, addresses and configures; false where the device declines. */
  boolean resetPort() throws DeviceGoneException {
    note("bus-reset");
    requireNonNull(link).resetPort();
    return addressAndConfigure();
  }

  private boolean addressAndConfigure() throws DeviceGoneException {
    boolean addressed = host.control(StandardRequest.setAddress(ADDRESS)).ok();
    boolean configured =
        host.control(StandardRequest.setConfiguration(facts.configurationValue())).ok();
    configurationOwed = false;
    addressOwed = false;
    recoveryOwed = false;
    return addressed && configured;
  }

  /** Plugs the device in again, and configures it. */
  void plugIn() throws DeviceGoneException {
    note("reconnect");
    attach();
    requireNonNull(link).resetPort();
    addressAndConfigure();
  }

  /** Does what a check that ended early has left undone; no fault of the device. */
  void payDebts() throws DeviceGoneException {
    host.setPatienceNanos(patienceNanos);
    if (facts.place().isEmpty()) {
      return;
    }
    if (addressOwed) {
      resetPort();
    } else if (configurationOwed) {
      host.control(StandardRequest.setConfiguration(facts.configurationValue()));
    }
    configurationOwed = false;
    addressOwed = false;
    try {
      if (recoveryOwed) {
        resetRecovery();
      }
    } catch (Stuck e) {
      // Found by the probe that follows.
    }
  }

  /** The address or configuration that the check changed is as it was. */
  void configurationRestored() {
    configurationOwed = false;
    addressOwed = false;
  }

  /** Whether the device takes a command and answers it with a status wrapper of its own. */
  boolean probe() throws DeviceGoneException {
    var requested = host.control(StandardRequest.getDescriptor(1, 0, 0, 18));
    if (facts.place().isEmpty() || requested.unanswered()) {
      return requested.ok();
    }
    try {
      for (int attempt = 0; attempt < ATTEMPTS_UNTIL_READY; attempt++) {
        var reply = transact(wrapper(0, probe), new byte[0]);
        if (reply.phaseError() || reply.stalled() && reply.passed()) {
          return false;
        }
        if (!reply.failed() || sense(0).key() != 6) {
          return true;
        }
      }
      return true;
    } catch (Stuck e) {
      return false;
    }
  }

  /** What REQUEST SENSE gives. */
  SenseReply sense(int lun) throws DeviceGoneException {
    var reply = transact(wrapper(lun, Cdbs.requestSense(18)).in(18), new byte[0]);
    return new SenseReply(reply.bytes());
  }

  /** Lets every unit tell what it has to tell, so that no check meets what is of another. */
  void makeReady() throws DeviceGoneException {
    if (probe != Cdbs.TEST_UNIT_READY) {
      return;
    }
    for (var unit : facts.units()) {
      for (int attempt = 0; attempt < ATTEMPTS_UNTIL_READY; attempt++) {
        var reply = transact(wrapper(unit.lun(), Cdbs.TEST_UNIT_READY), new byte[0]);
        if (reply.passed() || sense(unit.lun()).key() != 6) {
          break;
        }
      }
    }
  }

  /**
   * Brings a device back that answers no more.
   *
   * @return what helped; nothing if the device is dead
   */
  Optional<Rung> revive(boolean resetsAllowed) throws DeviceGoneException {
    for (var rung : Rung.values()) {
      if (rung != Rung.RESET_RECOVERY && !resetsAllowed) {
        return Optional.empty();
      }
      try {
        if (climb(rung) && probe()) {
          return Optional.of(rung);
        }
      } catch (Stuck e) {
        // The next one.
      } catch (DeviceGoneException e) {
        if (rung == Rung.PROCESS) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private boolean climb(Rung rung) throws DeviceGoneException {
    switch (rung) {
      case RESET_RECOVERY -> {
        if (facts.place().isEmpty()) {
          return false;
        }
        resetRecovery();
        return true;
      }
      case PORT_RESET -> {
        return resetPort();
      }
      case IMPORT -> {
        note("reconnect");
        attach();
        requireNonNull(link).resetPort();
        return addressAndConfigure();
      }
      case PROCESS -> {
        if (!device.restart()) {
          return false;
        }
        note("reconnect");
        attach();
        requireNonNull(link).resetPort();
        return addressAndConfigure();
      }
      default -> throw new IllegalArgumentException(rung.toString());
    }
  }
}
