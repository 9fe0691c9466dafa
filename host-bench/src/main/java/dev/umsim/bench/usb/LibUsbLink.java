package dev.umsim.bench.usb;

import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.ReadyRing;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import org.usb4java.DeviceHandle;
import org.usb4java.LibUsb;

/**
 * The link to a device at a port of this machine, over libusb.
 *
 * <p>The kernel has addressed and configured the device, and goes on to do so: SET_ADDRESS is
 * answered here, SET_CONFIGURATION, SET_INTERFACE and CLEAR_FEATURE(ENDPOINT_HALT) are asked of the
 * kernel, which has data toggles of its own to keep.
 *
 * <p>One transfer of each endpoint is under way at a time. What libusb tells may come on any
 * thread, is queued, and is taken in by the thread that runs the link.
 */
public final class LibUsbLink implements UsbLink {
  /** libusb has to give back a cancelled transfer; kernels do so at once. */
  private static final long CANCEL_PATIENCE_NANOS = 5_000_000_000L;

  private static final long SLICE_MICROS = 100_000;

  /** Keeps memory that libusb may still use from ever being collected. */
  private static final Queue<NativeTransfer> ABANDONED = new ConcurrentLinkedQueue<>();

  private final ClaimedDevice device;
  private final Events events;
  private final ReadyRing ready = new ReadyRing();
  private final Queue<Runnable> outcomes = new ConcurrentLinkedQueue<>();
  private final Map<Integer, ArrayDeque<QueuedTransfer>> queues = new HashMap<>();
  private final ArrayDeque<NativeTransfer> idle = new ArrayDeque<>();
  private final List<Runnable> onDisconnect = new ArrayList<>();
  private final long startNanos = System.nanoTime();

  /** While calls that wait are under way, nothing else is begun. */
  private int callsUnderWay;

  /** Nothing has gone over a bulk endpoint since a reset, which has configured the device. */
  private boolean asAfterReset;

  /** When the oldest transfer was cancelled that has not come back; 0 if there is none. */
  private long cancelNanos;

  private boolean gone;

  LibUsbLink(ClaimedDevice device, Events events) {
    this.device = device;
    this.events = events;
  }

  /** A link that is run by the calling thread alone; the device stays open when it is closed. */
  public static LibUsbLink attach(ClaimedDevice device) {
    return new LibUsbLink(device, Events.OF_THE_CALLER);
  }

  /** A link on a loop that others run; the device stays open when it is closed. */
  public static LibUsbLink attachOn(EventLoop loop, ClaimedDevice device) {
    return new LibUsbLink(device, new LoopEvents(loop, device.context()));
  }

  DeviceHandle handle() {
    return device.handle();
  }

  @Override
  public void submit(Transfer transfer) {
    transfer.begin();
    if (gone) {
      end(transfer, Transfer.Status.DISCONNECTED);
    } else if (transfer instanceof ControlTransfer control
        && StandardRequest.SET_ADDRESS.is(control.setup())) {
      end(transfer, Transfer.Status.OK);
    } else {
      var queued = new QueuedTransfer(transfer);
      queue(queued).add(queued);
      pump(queue(queued));
    }
  }

  private ArrayDeque<QueuedTransfer> queue(QueuedTransfer queued) {
    return queues.computeIfAbsent(queued.endpointAddress(), each -> new ArrayDeque<>());
  }

  private void pump(ArrayDeque<QueuedTransfer> queue) {
    while (!gone
        && callsUnderWay == 0
        && !queue.isEmpty()
        && queue.peek().underWay() == null
        && !begin(queue.peek())) {
      // The next one.
    }
  }

  private void pumpAll() {
    List.copyOf(queues.values()).forEach(this::pump);
  }

  /** Begins a transfer, or the next piece of it; false if it has ended at once. */
  private boolean begin(QueuedTransfer queued) {
    if (queued.transfer() instanceof ControlTransfer control && askKernel(queued, control)) {
      return true;
    }
    asAfterReset &= queued.endpointAddress() == 0;
    var with = idle.isEmpty() ? new NativeTransfer() : idle.pop();
    int code = queued.submit(with, this);
    if (code == LibUsb.SUCCESS) {
      return true;
    }
    queued.setUnderWay(null);
    idle.push(with);
    queue(queued).remove(queued);
    end(queued.transfer(), UsbStatus.ofCode(code));
    loseIfGone(code);
    return false;
  }

  /** Requests that are the kernel's business; whether this is one. */
  private boolean askKernel(QueuedTransfer queued, ControlTransfer control) {
    var setup = control.setup();
    if (StandardRequest.SET_CONFIGURATION.is(setup)) {
      int value = setup.value() & 0xff;
      // The kernel has configured it after the reset.
      boolean done = asAfterReset && value == device.configurationValue();
      call(queued, done ? () -> LibUsb.SUCCESS : () -> device.configure(value));
    } else if (StandardRequest.SET_INTERFACE.is(setup) && setup.recipient() == 1) {
      call(
          queued,
          () ->
              LibUsb.setInterfaceAltSetting(device.handle(), setup.index() & 0xff, setup.value()));
    } else if ((setup.index() & 0x0f) != 0
        && setup.equals(StandardRequest.clearHalt(setup.index()))) {
      call(queued, () -> LibUsb.clearHalt(device.handle(), (byte) setup.index()));
    } else {
      return false;
    }
    return true;
  }

  private void call(QueuedTransfer queued, IntSupplier call) {
    queue(queued).remove(queued);
    callWaiting(
        call,
        code -> {
          end(queued.transfer(), UsbStatus.ofCode(code));
          loseIfGone(code);
        });
  }

  private void callWaiting(IntSupplier call, IntConsumer then) {
    callsUnderWay++;
    events.call(
        () -> {
          int code = call.getAsInt();
          outcome(
              () -> {
                callsUnderWay--;
                then.accept(code);
                pumpAll();
              });
        });
  }

  /** Libusb tells, on any thread, that a piece has ended. */
  void ended(QueuedTransfer queued, NativeTransfer with) {
    outcome(() -> pieceEnded(queued, with));
  }

  private void outcome(Runnable action) {
    outcomes.add(action);
    events.wake(this);
  }

  /** Takes in what libusb has told; on the thread that runs the link. */
  void takeOutcomes() {
    for (var outcome = outcomes.poll(); outcome != null; outcome = outcomes.poll()) {
      outcome.run();
    }
  }

  private void pieceEnded(QueuedTransfer queued, NativeTransfer with) {
    if (queued.underWay() != with) {
      // Given up long ago.
      return;
    }
    int how = with.status();
    boolean whole = queued.takePiece();
    queued.setUnderWay(null);
    idle.push(with);
    var status = UsbStatus.ofTransfer(how);
    if (status == Transfer.Status.OK && whole && !queued.complete() && !queued.cancelAsked()) {
      pump(queue(queued));
      return;
    }
    boolean givenUp = status == Transfer.Status.OK && whole && !queued.complete();
    queue(queued).remove(queued);
    end(queued.transfer(), givenUp ? Transfer.Status.CANCELLED : status);
    if (!gone && queued.cancelAsked() && !anyCancelled()) {
      cancelNanos = 0;
    }
    if (status == Transfer.Status.DISCONNECTED) {
      lose();
    }
    pump(queue(queued));
  }

  private void end(Transfer transfer, Transfer.Status how) {
    transfer.end(how);
    ready.add(transfer.announcement());
  }

  @Override
  public void cancel(Transfer transfer) {
    for (var queue : queues.values()) {
      for (var queued : List.copyOf(queue)) {
        if (queued.transfer() == transfer) {
          cancel(queue, queued);
        }
      }
    }
  }

  private void cancel(ArrayDeque<QueuedTransfer> queue, QueuedTransfer queued) {
    if (queued.underWay() == null) {
      queue.remove(queued);
      end(queued.transfer(), Transfer.Status.CANCELLED);
    } else if (!queued.cancelAsked()) {
      queued.askCancel();
      if (cancelNanos == 0) {
        cancelNanos = System.nanoTime();
      }
      queued.underWay().cancel();
    }
  }

  private void cancelAll() {
    for (var queue : List.copyOf(queues.values())) {
      List.copyOf(queue).forEach(queued -> cancel(queue, queued));
    }
  }

  @Override
  public void resetPort() {
    if (gone) {
      return;
    }
    cancelAll();
    callWaiting(
        () -> LibUsb.resetDevice(device.handle()),
        code -> {
          asAfterReset = code == LibUsb.SUCCESS;
          // It has become another device, or none.
          loseIfGone(code == LibUsb.ERROR_NOT_FOUND ? LibUsb.ERROR_NO_DEVICE : code);
        });
  }

  private void loseIfGone(int code) {
    if (code == LibUsb.ERROR_NO_DEVICE) {
      lose();
    }
  }

  /** The device is gone. What libusb has under way comes back as such; nothing else is begun. */
  private void lose() {
    if (gone) {
      return;
    }
    gone = true;
    cancelNanos = System.nanoTime();
    for (var queue : queues.values()) {
      for (var queued : List.copyOf(queue)) {
        if (queued.underWay() == null) {
          queue.remove(queued);
          end(queued.transfer(), Transfer.Status.DISCONNECTED);
        } else {
          queued.underWay().cancel();
        }
      }
    }
    onDisconnect.forEach(ready::add);
    onDisconnect.clear();
  }

  /** libusb does not give back what was cancelled: its memory is left to it. */
  private void abandon() {
    device.abandon();
    lose();
    cancelNanos = 0;
    for (var queue : queues.values()) {
      for (var queued : List.copyOf(queue)) {
        if (queued.underWay() != null) {
          ABANDONED.add(queued.underWay());
        }
        queued.setUnderWay(null);
        end(queued.transfer(), Transfer.Status.DISCONNECTED);
      }
      queue.clear();
    }
  }

  private boolean anyCancelled() {
    return queues.values().stream()
        .flatMap(ArrayDeque::stream)
        .anyMatch(each -> each.cancelAsked());
  }

  private boolean anyUnderWay() {
    return callsUnderWay > 0
        || queues.values().stream()
            .flatMap(ArrayDeque::stream)
            .anyMatch(each -> each.underWay() != null);
  }

  @Override
  public Speed speed() {
    return device.speed();
  }

  @Override
  public void onDisconnect(Runnable action) {
    if (gone) {
      ready.add(action);
    } else {
      onDisconnect.add(action);
    }
  }

  @Override
  public boolean runUntil(BooleanSupplier done, long timeoutNanos) {
    long start = System.nanoTime();
    ready.setRunning(true);
    try {
      takeOutcomes();
      while (!done.getAsBoolean()) {
        if (!ready.runOne() && !waitForMore(start, timeoutNanos)) {
          return false;
        }
      }
      return true;
    } finally {
      ready.setRunning(false);
    }
  }

  /** Lets libusb bring something; false if it does not or there is no time left. */
  private boolean waitForMore(long start, long timeoutNanos) {
    if (!events.ofTheCaller()) {
      return false;
    }
    handleEvents(0);
    while (ready.isEmpty()) {
      long left = timeoutNanos - (System.nanoTime() - start);
      if (left <= 0 || gone && !anyUnderWay()) {
        return false;
      }
      handleEvents(Math.min(SLICE_MICROS, left / 1000 + 1));
      if (cancelNanos != 0 && System.nanoTime() - cancelNanos > CANCEL_PATIENCE_NANOS) {
        abandon();
      }
    }
    return true;
  }

  private void handleEvents(long micros) {
    device.context().handleEvents(micros);
    takeOutcomes();
  }

  @Override
  public void onReady(Runnable note) {
    if (events.ofTheCaller()) {
      UsbLink.super.onReady(note);
    }
    ready.onReady(note);
  }

  /** What waits for the thread that runs the link, from another one's point of view. */
  void outcomesWait() {
    ready.add(this::takeOutcomes);
  }

  @Override
  public long nanos() {
    return System.nanoTime() - startNanos;
  }

  @Override
  public TimeBase timeBase() {
    return TimeBase.WALL;
  }

  /** Waits until libusb has given back all that is under way. */
  @Override
  public void close() {
    lose();
    while (anyUnderWay()) {
      events.await(device.context(), SLICE_MICROS);
      takeOutcomes();
      if (System.nanoTime() - cancelNanos > CANCEL_PATIENCE_NANOS) {
        abandon();
        break;
      }
    }
    idle.forEach(NativeTransfer::free);
    idle.clear();
    events.close();
  }
}
