package dev.umsim.bench.journal;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.host.RefusedTransferException;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.ForwardingLink;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import java.util.function.BooleanSupplier;

/**
 * A link over which nothing goes that could change a device unseen: each command wrapper is looked
 * at before it is sent.
 *
 * <p>When the program is being ended, what is under way may end, and nothing more is begun.
 */
final class GuardedLink extends ForwardingLink {
  private static final int BULK_ONLY_RESET = 0xff;
  private static final int GET_MAX_LUN = 0xfe;
  private static final int LUN_MASK = 0x0f;

  private static final long SLICE_NANOS = 100_000_000;

  /** So long a transfer may still take when the program is being ended. */
  private static final long STOP_PATIENCE_NANOS = 2_000_000_000;

  private final WriteGuard writes;
  private final StopRequest stop;

  GuardedLink(UsbLink inner, WriteGuard writes, StopRequest stop) {
    super(inner);
    this.writes = writes;
    this.stop = stop;
  }

  @Override
  public void submit(Transfer transfer) {
    if (transfer instanceof ControlTransfer control) {
      requireHarmless(control.setup());
    } else if (((BulkTransfer) transfer).direction() == Direction.OUT) {
      inspect(transfer);
    }
    inner.submit(transfer);
  }

  private void requireHarmless(SetupPacket setup) {
    boolean harmless = writes == WriteGuard.ANYTHING || isHarmless(setup);
    if (!harmless) {
      throw new RefusedTransferException(
          "request " + setup + " may change the device in a way that cannot be undone");
    }
  }

  private static boolean isHarmless(SetupPacket setup) {
    return switch (setup.type()) {
      case STANDARD -> !StandardRequest.SET_DESCRIPTOR.is(setup);
      case CLASS -> setup.request() == BULK_ONLY_RESET || setup.request() == GET_MAX_LUN;
      case VENDOR, RESERVED -> false;
    };
  }

  /** The last packet may be a command wrapper; a device takes none from a longer packet. */
  private void inspect(Transfer transfer) {
    int last = transfer.length() % inner.speed().bulkMaxPacketBytes();
    int at = transfer.bufferIndex() + transfer.length() - last;
    var bytes = transfer.buffer();
    if (last != CommandBlockWrapper.LENGTH || bytes.getIntLE(at) != CommandBlockWrapper.SIGNATURE) {
      return;
    }
    if (stop.asked()) {
      throw new StoppedException();
    }
    if (writes == WriteGuard.ANYTHING) {
      return;
    }
    // All 16 bytes, whatever length is given: a device may look at them.
    var cdb = new byte[Cdb.CAPACITY];
    bytes.getBytes(at + CommandBlockWrapper.CDB_OFFSET, cdb);
    var command = new Cdb(cdb);
    int lun = bytes.getByte(at + CommandBlockWrapper.LUN_OFFSET) & LUN_MASK;
    var effect = BlockEffect.of(command);
    if (effect instanceof BlockEffect.Unknown) {
      throw new RefusedTransferException(
          String.format(
              "command %02x may change the device in a way that cannot be undone",
              command.operationCode()));
    }
    if (effect instanceof BlockEffect.Writes write && write.blockCount() != 0) {
      writes.beforeWrite(inner, lun, write);
    }
  }

  @Override
  public boolean runUntil(BooleanSupplier done, long timeoutNanos) {
    if (inner.timeBase() == TimeBase.SIMULATED) {
      return inner.runUntil(done, timeoutNanos);
    }
    long start = inner.nanos();
    while (true) {
      long left = timeoutNanos - (inner.nanos() - start);
      long slice = Math.min(left, SLICE_NANOS);
      long before = inner.nanos();
      if (inner.runUntil(done, Math.max(0, slice))) {
        return true;
      }
      boolean nothingMore = inner.nanos() - before < slice;
      boolean impatient =
          stop.asked() && timeoutNanos != Long.MAX_VALUE && stop.sinceNanos() > STOP_PATIENCE_NANOS;
      if (slice == left || slice <= 0 || nothingMore || impatient) {
        return false;
      }
    }
  }
}
