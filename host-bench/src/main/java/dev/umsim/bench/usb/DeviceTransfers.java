package dev.umsim.bench.usb;

import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.ReadyRing;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import org.usb4java.LibUsb;

/**
 * The transfers of a link: one of each endpoint is under way at a time, in pieces, and each ends
 * once whatever becomes of the device. Only the thread that runs the link may use this.
 */
final class DeviceTransfers {
  /** libusb has to give back a cancelled transfer; kernels do so at once. */
  static final long PATIENCE_NANOS = 5_000_000_000L;

  private final ClaimedDevice device;
  private final Consumer<Runnable> waiting;
  private final Consumer<Runnable> outcomes;
  private final ReadyRing ready;
  private final TransferQueues queues = new TransferQueues();
  private final NativeTransfers natives = new NativeTransfers();
  private final List<Runnable> onDisconnect = new ArrayList<>();

  /** While calls that wait are under way, nothing else is begun. */
  private int callsUnderWay;

  /** Nothing has gone over a bulk endpoint since a reset, which has configured the device. */
  private boolean asAfterReset;

  /** When the oldest transfer was cancelled that has not come back; 0 if there is none. */
  private long cancelNanos;

  private boolean gone;

  /**
   * @param waiting makes calls that may wait for the kernel, in their order
   * @param outcomes takes, on any thread, what the thread that runs the link is to do
   * @param ready announces what has ended
   */
  DeviceTransfers(
      ClaimedDevice device,
      Consumer<Runnable> waiting,
      Consumer<Runnable> outcomes,
      ReadyRing ready) {
    this.device = device;
    this.waiting = waiting;
    this.outcomes = outcomes;
    this.ready = ready;
  }

  void submit(Transfer transfer) {
    transfer.begin();
    if (gone) {
      end(transfer, Transfer.Status.DISCONNECTED);
    } else if (transfer instanceof ControlTransfer control
        && StandardRequest.SET_ADDRESS.is(control.setup())) {
      end(transfer, Transfer.Status.OK);
    } else {
      var queued = new QueuedTransfer(transfer);
      queues.add(queued);
      pump(queued.endpointAddress());
    }
  }

  /** Begins the next transfer of an endpoint, and those behind it if it ends at once. */
  private void pump(int endpointAddress) {
    var next = queues.next(endpointAddress);
    while (!gone && callsUnderWay == 0 && next.isPresent() && !begin(next.get())) {
      next = queues.next(endpointAddress);
    }
  }

  private void pumpAll() {
    queues.endpointAddresses().forEach(this::pump);
  }

  /** Begins a transfer, or the next piece of it; false if it has ended at once. */
  private boolean begin(QueuedTransfer queued) {
    if (queued.transfer() instanceof ControlTransfer control) {
      var request = KernelRequest.of(control, device, asAfterReset);
      if (request.isPresent()) {
        call(queued, request.get());
        return true;
      }
    }
    asAfterReset &= queued.endpointAddress() == 0;
    var with = natives.take();
    int code = queued.submit(with, device.handle(), () -> ended(queued, with));
    if (code == LibUsb.SUCCESS) {
      return true;
    }
    queued.setUnderWay(null);
    natives.giveBack(with);
    queues.remove(queued);
    end(queued.transfer(), UsbStatus.ofCode(code));
    loseIfGone(code);
    return false;
  }

  private void call(QueuedTransfer queued, IntSupplier call) {
    queues.remove(queued);
    callWaiting(
        call,
        code -> {
          end(queued.transfer(), UsbStatus.ofCode(code));
          loseIfGone(code);
        });
  }

  private void callWaiting(IntSupplier call, IntConsumer then) {
    callsUnderWay++;
    waiting.accept(
        () -> {
          int code = call.getAsInt();
          outcomes.accept(
              () -> {
                callsUnderWay--;
                then.accept(code);
                pumpAll();
              });
        });
  }

  /** Libusb tells, on any thread, that a piece has ended. */
  private void ended(QueuedTransfer queued, NativeTransfer with) {
    outcomes.accept(() -> pieceEnded(queued, with));
  }

  private void pieceEnded(QueuedTransfer queued, NativeTransfer with) {
    if (queued.underWay() != with) {
      // Given up long ago.
      return;
    }
    int how = with.status();
    boolean whole = queued.takePiece();
    queued.setUnderWay(null);
    natives.giveBack(with);
    var status = UsbStatus.ofTransfer(how);
    if (status == Transfer.Status.OK && whole && !queued.complete() && !queued.cancelAsked()) {
      pump(queued.endpointAddress());
      return;
    }
    boolean givenUp = status == Transfer.Status.OK && whole && !queued.complete();
    queues.remove(queued);
    end(queued.transfer(), givenUp ? Transfer.Status.CANCELLED : status);
    if (!gone && queued.cancelAsked() && !queues.anyCancelled()) {
      cancelNanos = 0;
    }
    if (status == Transfer.Status.DISCONNECTED) {
      lose();
    }
    pump(queued.endpointAddress());
  }

  private void end(Transfer transfer, Transfer.Status how) {
    transfer.end(how);
    ready.add(transfer.announcement());
  }

  void cancel(Transfer transfer) {
    queues.find(transfer).ifPresent(this::cancel);
  }

  private void cancel(QueuedTransfer queued) {
    if (queued.underWay() == null) {
      queues.remove(queued);
      end(queued.transfer(), Transfer.Status.CANCELLED);
    } else if (!queued.cancelAsked()) {
      queued.askCancel();
      if (cancelNanos == 0) {
        cancelNanos = System.nanoTime();
      }
      queued.underWay().cancel();
    }
  }

  /** Resets the port; all transfers are cancelled. */
  void reset() {
    if (gone) {
      return;
    }
    queues.all().forEach(this::cancel);
    callWaiting(
        () -> LibUsb.resetDevice(device.handle()),
        code -> {
          asAfterReset = code == LibUsb.SUCCESS;
          // It has become another device, or none.
          loseIfGone(code == LibUsb.ERROR_NOT_FOUND ? LibUsb.ERROR_NO_DEVICE : code);
        });
  }

  /** Runs this once, when the device is gone. */
  void onDisconnect(Runnable action) {
    if (gone) {
      ready.add(action);
    } else {
      onDisconnect.add(action);
    }
  }

  private void loseIfGone(int code) {
    if (code == LibUsb.ERROR_NO_DEVICE) {
      lose();
    }
  }

  /** The device is gone. What libusb has under way comes back as such; nothing else is begun. */
  void lose() {
    if (gone) {
      return;
    }
    gone = true;
    cancelNanos = System.nanoTime();
    for (var queued : queues.all()) {
      if (queued.underWay() == null) {
        queues.remove(queued);
        end(queued.transfer(), Transfer.Status.DISCONNECTED);
      } else {
        queued.underWay().cancel();
      }
    }
    onDisconnect.forEach(ready::add);
    onDisconnect.clear();
  }

  /** libusb does not give back what was cancelled: its memory is left to it. */
  void abandon() {
    device.abandon();
    lose();
    cancelNanos = 0;
    for (var queued : queues.all()) {
      // Those that were not under way have ended.
      natives.abandon(queued.underWay());
      queued.setUnderWay(null);
      queues.remove(queued);
      end(queued.transfer(), Transfer.Status.DISCONNECTED);
    }
  }

  /** Abandons what libusb should have given back long ago. */
  void abandonIfOverdue() {
    if (cancelNanos != 0 && System.nanoTime() - cancelNanos > PATIENCE_NANOS) {
      abandon();
    }
  }

  /** Whether the device is gone and nothing will end any more. */
  boolean areOver() {
    return gone && callsUnderWay == 0 && !queues.anyUnderWay();
  }

  /** Frees the memory that libusb has given back. */
  void free() {
    natives.free();
  }
}
