package dev.umsim.sim.capture;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.ForwardingLink;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.capture.CapturedTransfer.Kind;
import dev.umsim.sim.capture.CapturedTransfer.Outcome;
import io.netty.buffer.ByteBufUtil;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** A link that tells a capture what goes over another one. */
final class CapturingLink extends ForwardingLink {
  /** A configuration, some strings, and what is asked for twice. */
  private static final int DESCRIPTORS_MAX = 64;

  private static final byte[] NO_DATA = {};

  private final CaptureWriter writer;
  private final int bus;
  private final LongSupplier nanos;
  private final Map<Transfer, UnderWay> underWay = new IdentityHashMap<>();
  private final Map<SetupPacket, List<UrbEvent>> descriptors = new LinkedHashMap<>();
  private int address;
  private String comment = "";

  /** A transfer that moves the same bytes as the one that was submitted, and is told first. */
  private record UnderWay(Transfer twin, UrbEvent submission) {}

  CapturingLink(UsbLink inner, CaptureWriter writer, int bus, LongSupplier nanos) {
    super(inner);
    this.writer = writer;
    this.bus = bus;
    this.nanos = nanos;
  }

  /** Takes over from the link that the device had before it was taken from its port. */
  void goOn(CapturingLink before) {
    descriptors.putAll(before.descriptors);
    comment = "the device was taken from its port and put in again";
  }

  /** The records by which a reader knows the device. */
  List<UrbEvent> descriptors() {
    return descriptors.values().stream().flatMap(List::stream).toList();
  }

  @Override
  public void submit(Transfer transfer) {
    Transfer twin = twin(transfer);
    UrbEvent submission = submission(transfer);
    transfer.begin();
    underWay.put(transfer, new UnderWay(twin, submission));
    write(submission);
    try {
      inner.submit(twin);
    } catch (RuntimeException e) {
      // It was refused before it went anywhere.
      underWay.remove(transfer);
      write(end(submission, Outcome.CANCELLED, 0, NO_DATA));
      throw e;
    }
  }

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

  private UrbEvent submission(Transfer transfer) {
    Optional<SetupPacket> setup =
        transfer instanceof ControlTransfer control
            ? Optional.of(control.setup())
            : Optional.empty();
    Direction direction =
        setup.map(SetupPacket::direction).orElseGet(() -> ((BulkTransfer) transfer).direction());
    int number = setup.isPresent() ? 0 : ((BulkTransfer) transfer).endpointAddress() & 0x0f;
    return new UrbEvent(
        true,
        writer.nextId(),
        new DevicePlace(bus, address),
        number | (direction == Direction.IN ? 0x80 : 0),
        setup.isPresent() ? Kind.CONTROL : Kind.BULK,
        nanos.getAsLong(),
        setup,
        Outcome.OK,
        transfer.length(),
        direction == Direction.OUT ? bytes(transfer, transfer.length()) : NO_DATA);
  }

  private static byte[] bytes(Transfer transfer, int length) {
    return length == 0
        ? NO_DATA
        : ByteBufUtil.getBytes(transfer.buffer(), transfer.bufferIndex(), length);
  }

  private UrbEvent end(UrbEvent submission, Outcome outcome, int moved, byte[] data) {
    return new UrbEvent(
        false,
        submission.id(),
        submission.device(),
        submission.endpointAddress(),
        submission.kind(),
        nanos.getAsLong(),
        Optional.empty(),
        outcome,
        moved,
        data);
  }

  private void ended(Transfer transfer, Transfer twin) {
    UrbEvent submission = requireNonNull(underWay.remove(transfer)).submission();
    transfer.moved(twin.movedBytes());
    transfer.end(twin.status());
    boolean in = (submission.endpointAddress() & 0x80) != 0;
    UrbEvent end =
        end(
            submission,
            outcome(twin.status()),
            twin.movedBytes(),
            in ? bytes(twin, twin.movedBytes()) : NO_DATA);
    write(end);
    submission.setup().filter(setup -> end.outcome() == Outcome.OK).ifPresent(this::succeeded);
    if (submission.setup().isPresent()) {
      keep(submission, end);
    }
    transfer.announcement().run();
  }

  private static Outcome outcome(Transfer.Status status) {
    return switch (status) {
      case OK -> Outcome.OK;
      case STALL -> Outcome.STALL;
      case BABBLE -> Outcome.BABBLE;
      case CANCELLED -> Outcome.CANCELLED;
      case NO_RESPONSE -> Outcome.ERROR;
      case DISCONNECTED -> Outcome.DISCONNECTED;
      case PENDING -> throw new IllegalArgumentException("it has not ended");
    };
  }

  private void succeeded(SetupPacket setup) {
    if (StandardRequest.SET_ADDRESS.is(setup)) {
      address = setup.value() & 0x7f;
    }
  }

  private void keep(UrbEvent submission, UrbEvent end) {
    SetupPacket setup = submission.setup().orElseThrow();
    boolean describes =
        StandardRequest.GET_DESCRIPTOR.is(setup) || StandardRequest.SET_CONFIGURATION.is(setup);
    if (describes && (descriptors.size() < DESCRIPTORS_MAX || descriptors.containsKey(setup))) {
      // The latest one counts, and stands in its place.
      descriptors.remove(setup);
      descriptors.put(setup, List.of(submission, end));
    }
  }

  private void write(UrbEvent event) {
    writer.write(event, comment);
    comment = "";
  }

  @Override
  public void cancel(Transfer transfer) {
    UnderWay found = underWay.get(transfer);
    if (found != null) {
      inner.cancel(found.twin());
    }
  }

  @Override
  public void resetPort() {
    inner.resetPort();
    address = 0;
    comment = "the port was reset";
  }

  @Override
  public void reattach() {
    inner.reattach();
    address = 0;
    comment = "the device was taken from its port and put in again";
  }
}
