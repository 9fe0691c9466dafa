package dev.umsim.sim.capture;

import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.sim.capture.CapturedTransfer.Kind;
import dev.umsim.sim.capture.CapturedTransfer.Outcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the records of USBPcap, the tap of Windows (desowin.org/usbpcap/captureformat.html): a
 * header that says how long it is, and data. Always little-endian.
 *
 * <p>Older versions write a record for each stage of a control transfer; what was heard of one is
 * kept until its end.
 */
final class UsbPcapRecord {
  private static final int HEADER_LENGTH = 27;
  private static final int TO_HOST = 1;

  private static final int STAGE_SETUP = 0;
  private static final int STAGE_DATA = 1;

  // Requests that Windows' bus driver carries out without showing a setup packet.
  private static final int RESET_PIPE_AND_CLEAR_STALL = 0x1e;
  private static final int CLEAR_STALL = 0x31;

  private static final Map<Integer, Outcome> OUTCOMES =
      Map.of(
          0x00000000, Outcome.OK,
          0xc0000004, Outcome.STALL,
          0xc0000030, Outcome.STALL,
          0xc0000008, Outcome.BABBLE,
          0xc000000c, Outcome.BABBLE,
          0xc0000009, Outcome.OK,
          0xc0010000, Outcome.CANCELLED,
          0xc0007000, Outcome.DISCONNECTED);

  private static final byte[] NO_DATA = {};

  private long stagedId;
  private byte[] staged = NO_DATA;

  /** What a record says; nothing, one event, or both of a request that was seen at its end only. */
  List<UrbEvent> decode(CapturedFrame frame) {
    ByteBuffer in = frame.bytes().order(ByteOrder.LITTLE_ENDIAN);
    if (in.limit() < HEADER_LENGTH) {
      return List.of();
    }
    int headerLength = Short.toUnsignedInt(in.getShort(0));
    int transfer = Byte.toUnsignedInt(in.get(22));
    if (headerLength < HEADER_LENGTH || headerLength > in.limit()) {
      return List.of();
    }
    boolean toHost = (in.get(16) & TO_HOST) != 0;
    var device =
        new DevicePlace(
            Short.toUnsignedInt(in.getShort(17)), Short.toUnsignedInt(in.getShort(19)) & 0x7f);
    int endpointAddress = in.get(21) & 0x8f;
    long length = Integer.toUnsignedLong(in.getInt(23));
    byte[] data = new byte[(int) Math.min(length, in.limit() - headerLength)];
    in.get(headerLength, data);
    var outcome = OUTCOMES.getOrDefault(in.getInt(10), Outcome.ERROR);
    long id = in.getLong(2);
    int function = Short.toUnsignedInt(in.getShort(14));
    boolean clearsHalt = function == RESET_PIPE_AND_CLEAR_STALL || function == CLEAR_STALL;
    if (clearsHalt && toHost && (endpointAddress & 0x0f) != 0) {
      return clearHalt(frame, id, device, endpointAddress, outcome);
    }
    if (transfer == Kind.CONTROL.ordinal() && headerLength > HEADER_LENGTH) {
      int stage = in.get(HEADER_LENGTH);
      return control(frame, id, device, toHost, stage, outcome, length, data);
    }
    if (transfer != Kind.BULK.ordinal() && transfer != Kind.INTERRUPT.ordinal()) {
      return List.of();
    }
    return List.of(
        new UrbEvent(
            !toHost,
            id,
            device,
            endpointAddress,
            Kind.values()[transfer],
            frame.timeNanos(),
            Optional.empty(),
            outcome,
            length,
            data));
  }

  private static List<UrbEvent> clearHalt(
      CapturedFrame frame, long id, DevicePlace device, int endpointAddress, Outcome outcome) {
    var setup = Optional.of(StandardRequest.clearHalt(endpointAddress));
    return List.of(
        controlEvent(true, frame, id, device, setup, Outcome.OK, 0, NO_DATA),
        controlEvent(false, frame, id, device, Optional.empty(), outcome, 0, NO_DATA));
  }

  private List<UrbEvent> control(
      CapturedFrame frame,
      long id,
      DevicePlace device,
      boolean toHost,
      int stage,
      Outcome outcome,
      long length,
      byte[] data) {
    if (stage == STAGE_SETUP) {
      if (data.length < SetupPacket.LENGTH) {
        return List.of();
      }
      staged = NO_DATA;
      stagedId = id;
      var setup = SetupPacket.decode(data, 0);
      byte[] sent = Arrays.copyOfRange(data, SetupPacket.LENGTH, data.length);
      return List.of(
          controlEvent(
              true, frame, id, device, Optional.of(setup), Outcome.OK, setup.length(), sent));
    }
    if (stage == STAGE_DATA) {
      staged = data;
      stagedId = id;
      return List.of();
    }
    if (!toHost) {
      return List.of();
    }
    boolean inStages = length == 0 && stagedId == id && staged.length > 0;
    byte[] came = inStages ? staged : data;
    staged = NO_DATA;
    return List.of(
        controlEvent(
            false,
            frame,
            id,
            device,
            Optional.empty(),
            outcome,
            inStages ? came.length : length,
            came));
  }

  private static UrbEvent controlEvent(
      boolean submission,
      CapturedFrame frame,
      long id,
      DevicePlace device,
      Optional<SetupPacket> setup,
      Outcome outcome,
      long length,
      byte[] data) {
    return new UrbEvent(
        submission, id, device, 0, Kind.CONTROL, frame.timeNanos(), setup, outcome, length, data);
  }
}
