package dev.umsim.sim.exchange;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.ForwardingLink;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * A link that writes down what goes over another one.
 *
 * <p>An exchange is written when its transfer has ended, so that transfers that overlap stand in
 * the order of their ends. From a reset of the port to SET_CONFIGURATION nothing is written but
 * that the device was reconnected.
 */
public final class ExchangeRecorder extends ForwardingLink {
  private final RecordedCases cases;
  private final Map<Transfer, Transfer> underWay = new IdentityHashMap<>();
  private boolean enumerating = true;

  ExchangeRecorder(UsbLink inner, RecordedCases cases) {
    super(inner);
    this.cases = cases;
  }

  @Override
  public void submit(Transfer transfer) {
    var twin = twin(transfer);
    transfer.begin();
    underWay.put(transfer, twin);
    inner.submit(twin);
  }

  /** Moves the same bytes, and is told first when they have moved. */
  private Transfer twin(Transfer transfer) {
    if (transfer instanceof ControlTransfer control) {
      var twin = new ControlTransfer(ended -> ended(control, ended));
      return control.length() == 0
          ? twin.of(control.setup())
          : twin.of(control.setup(), control.buffer(), control.bufferIndex());
    }
    var bulk = (BulkTransfer) transfer;
    return new BulkTransfer(bulk.endpointAddress(), ended -> ended(bulk, ended))
        .of(bulk.buffer(), bulk.bufferIndex(), bulk.length());
  }

  private void ended(Transfer transfer, Transfer twin) {
    underWay.remove(transfer);
    transfer.moved(twin.movedBytes());
    transfer.end(twin.status());
    if (twin instanceof ControlTransfer control) {
      record(control);
    } else if (!enumerating) {
      record((BulkTransfer) twin);
    }
    transfer.announcement().run();
  }

  private void record(ControlTransfer transfer) {
    var setup = transfer.setup();
    if (enumerating) {
      if (StandardRequest.SET_CONFIGURATION.is(setup) && transfer.status() == Transfer.Status.OK) {
        enumerating = false;
        cases.beginConnection();
      }
      return;
    }
    int endpoint = setup.index();
    boolean clearsHalt =
        (endpoint & 0x0f) != 0 && setup.equals(StandardRequest.clearHalt(endpoint));
    if (clearsHalt) {
      var answer =
          transfer.status() == Transfer.Status.OK
              ? new Answer.Ok()
              : answer(transfer, Direction.IN, HexBytes.NONE);
      cases.exchange(new HostLine.ClearHalt(Direction.of(endpoint)), answer);
      return;
    }
    boolean sends = setup.length() > 0 && setup.direction() == Direction.OUT;
    var data = sends ? bytes(transfer, transfer.length()) : HexBytes.NONE;
    var line = new HostLine.Control(setup, data);
    var came = sends ? HexBytes.NONE : bytes(transfer, transfer.movedBytes());
    cases.exchange(line, answer(transfer, line.direction(), came));
  }

  private void record(BulkTransfer transfer) {
    if (transfer.direction() == Direction.IN) {
      var came = bytes(transfer, transfer.movedBytes());
      cases.exchange(new HostLine.In(transfer.length()), answer(transfer, Direction.IN, came));
    } else {
      cases.exchange(sent(transfer), answer(transfer, Direction.OUT, HexBytes.NONE));
    }
  }

  private static HostLine sent(BulkTransfer transfer) {
    var bytes = bytes(transfer, transfer.length()).bytes();
    for (var each : bytes) {
      if (each != bytes[0]) {
        return new HostLine.Out(HexBytes.of(bytes));
      }
    }
    return new HostLine.Fill(bytes.length, bytes.length == 0 ? 0 : bytes[0] & 0xff);
  }

  private static HexBytes bytes(Transfer transfer, int length) {
    var buffer = transfer.buffer() == null ? Unpooled.EMPTY_BUFFER : transfer.buffer();
    return HexBytes.of(ByteBufUtil.getBytes(buffer, transfer.bufferIndex(), length));
  }

  private static Answer answer(Transfer transfer, Direction direction, HexBytes came) {
    boolean answered = transfer.status() != Transfer.Status.CANCELLED;
    return Answers.of(transfer, direction, came, answered);
  }

  @Override
  public void cancel(Transfer transfer) {
    var twin = underWay.get(transfer);
    if (twin != null) {
      inner.cancel(twin);
    }
  }

  @Override
  public void resetPort() {
    enumerating = true;
    inner.resetPort();
  }

  @Override
  public void reattach() {
    enumerating = true;
    inner.reattach();
  }
}
