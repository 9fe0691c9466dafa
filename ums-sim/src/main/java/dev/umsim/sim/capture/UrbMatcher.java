package dev.umsim.sim.capture;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.sim.capture.CapturedTransfer.Outcome;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Puts submissions and ends together to transfers, which come in the order of their ends. */
final class UrbMatcher {
  /** Far more than a host has under way; what waits longer has lost its end. */
  private static final int WAITING_MAX = 1 << 14;

  private static final long WAITING_BYTES_MAX = 64 << 20;
  private static final byte[] NO_DATA = {};

  private final Consumer<CapturedTransfer> transfers;
  private final Map<Key, ArrayDeque<UrbEvent>> waiting = new LinkedHashMap<>();
  private int waitingCount;
  private long waitingBytes;

  /** Without the address: after SET_ADDRESS it is another one at the end. */
  private record Key(int bus, int endpointNumber, long id) {
    static Key of(UrbEvent event) {
      return new Key(event.device().bus(), event.endpointAddress() & 0x0f, event.id());
    }
  }

  UrbMatcher(Consumer<CapturedTransfer> transfers) {
    this.transfers = transfers;
  }

  void add(UrbEvent event) {
    var key = Key.of(event);
    if (event.submission()) {
      waiting.computeIfAbsent(key, each -> new ArrayDeque<>()).add(event);
      waitingCount++;
      waitingBytes += event.data().length;
      while (waitingCount > WAITING_MAX || waitingBytes > WAITING_BYTES_MAX) {
        giveUpOldest();
      }
      return;
    }
    var submissions = waiting.get(key);
    if (submissions == null) {
      transfers.accept(
          new CapturedTransfer(
              event.device(),
              event.endpointAddress(),
              event.kind(),
              Optional.empty(),
              event.timeNanos(),
              event.timeNanos(),
              event.length(),
              event.length(),
              event.data(),
              event.outcome()));
      return;
    }
    transfers.accept(together(remove(key, submissions), event));
  }

  private UrbEvent remove(Key key, ArrayDeque<UrbEvent> submissions) {
    var first = submissions.remove();
    if (submissions.isEmpty()) {
      waiting.remove(key);
    }
    waitingCount--;
    waitingBytes -= first.data().length;
    return first;
  }

  private static CapturedTransfer together(UrbEvent submission, UrbEvent end) {
    boolean in = direction(submission) == Direction.IN;
    // USBPcap does not tell how much a host asks for.
    byte[] sent = submission.data().length > 0 ? submission.data() : end.data();
    byte[] data = in ? end.data() : sent;
    long requested = Math.max(data.length, Math.max(requestedBytes(submission), end.length()));
    // The end of what went out tells of all of it in some recorders, and of nothing in others.
    long moved = in || end.length() > 0 ? end.length() : sentBytes(submission, end.outcome());
    return new CapturedTransfer(
        submission.device(),
        submission.endpointAddress(),
        submission.kind(),
        submission.setup(),
        submission.timeNanos(),
        end.timeNanos(),
        requested,
        moved,
        data,
        end.outcome());
  }

  /** QEMU tells the length of a control transfer in the setup packet only. */
  private static long requestedBytes(UrbEvent submission) {
    return submission.setup().map(setup -> (long) setup.length()).orElse(submission.length());
  }

  private static long sentBytes(UrbEvent submission, Outcome outcome) {
    return outcome == Outcome.OK ? requestedBytes(submission) : 0;
  }

  private static Direction direction(UrbEvent event) {
    return event.setup().map(SetupPacket::direction).orElse(Direction.of(event.endpointAddress()));
  }

  private void giveUpOldest() {
    Iterator<Map.Entry<Key, ArrayDeque<UrbEvent>>> oldest = waiting.entrySet().iterator();
    var entry = oldest.next();
    transfers.accept(unfinished(remove(entry.getKey(), entry.getValue())));
  }

  /** The capture is over: what still waits has no end in it. */
  void end() {
    while (!waiting.isEmpty()) {
      giveUpOldest();
    }
  }

  private static CapturedTransfer unfinished(UrbEvent submission) {
    return new CapturedTransfer(
        submission.device(),
        submission.endpointAddress(),
        submission.kind(),
        submission.setup(),
        submission.timeNanos(),
        submission.timeNanos(),
        Math.max(requestedBytes(submission), submission.data().length),
        0,
        direction(submission) == Direction.IN ? NO_DATA : submission.data(),
        Outcome.UNFINISHED);
  }
}
