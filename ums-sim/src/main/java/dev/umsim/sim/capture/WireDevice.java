package dev.umsim.sim.capture;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.sim.capture.CapturedTransfer.Kind;
import dev.umsim.sim.capture.CapturedTransfer.Outcome;
import dev.umsim.sim.capture.WirePacket.Pid;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one device's address, as they become transfers.
 *
 * <p>Where a bulk transfer ends cannot be seen on the wire unless its last packet is short. The
 * Command Block Wrapper says it: its data ends after so many bytes, and the status comes for
 * itself.
 */
final class WireDevice {
  private static final int WRAPPER_SIGNATURE = 0x43425355;
  private static final int WRAPPER_LENGTH = 31;

  /** Longer ones are told in pieces, as hosts move them too. */
  private static final int TRANSFER_BYTES_MAX = 1 << 20;

  private final DevicePlace place;
  private final Consumer<CapturedTransfer> transfers;
  private final Map<Integer, Pipe> pipes = new HashMap<>();
  private int maxPacketBytes;
  private @Nullable Request request;

  @SuppressWarnings("NullAway.Init")
  private Direction phase;

  private long phaseBytes;

  /** A control transfer under way. */
  private record Request(SetupPacket setup, long beganNanos, ByteArrayOutputStream data) {}

  /** An endpoint: what has moved of its transfer, and the packet before. */
  private static final class Pipe {
    private final ByteArrayOutputStream moved = new ByteArrayOutputStream();
    private boolean waiting;
    private long beganNanos;
    private @Nullable WirePacket before;
  }

  WireDevice(int address, Consumer<CapturedTransfer> transfers, int maxPacketBytes) {
    place = new DevicePlace(0, address);
    this.transfers = transfers;
    this.maxPacketBytes = maxPacketBytes;
  }

  private Pipe pipe(WirePacket token) {
    return pipes.computeIfAbsent(endpointAddress(token), each -> new Pipe());
  }

  private static int endpointAddress(WirePacket token) {
    return token.endpointNumber() | (token.pid() == Pid.IN ? 0x80 : 0);
  }

  /** The host begins a transaction; with the first one of a transfer it has been submitted. */
  void asked(WirePacket token, long nanos) {
    if (token.endpointNumber() != 0 && token.pid() != Pid.PING) {
      Pipe pipe = pipe(token);
      if (!pipe.waiting) {
        pipe.waiting = true;
        pipe.beganNanos = nanos;
      }
    }
  }

  /** A packet went over and was acknowledged. */
  void moved(WirePacket token, WirePacket packet, long beganNanos, long nanos) {
    if (token.pid() == Pid.SETUP) {
      setup(packet, beganNanos, nanos);
      return;
    }
    Pipe pipe = pipe(token);
    boolean again =
        pipe.before != null
            && pipe.before.pid() == packet.pid()
            && Arrays.equals(pipe.before.data(), packet.data());
    if (again) {
      return;
    }
    pipe.before = packet;
    if (token.endpointNumber() == 0) {
      control(token, packet, nanos);
    } else {
      bulk(endpointAddress(token), pipe, packet.data(), nanos);
    }
  }

  private void setup(WirePacket packet, long beganNanos, long nanos) {
    if (request != null) {
      endRequest(Outcome.UNFINISHED, nanos);
    }
    if (packet.data().length == SetupPacket.LENGTH) {
      var setup = SetupPacket.decode(packet.data(), 0);
      request = new Request(setup, beganNanos, new ByteArrayOutputStream());
      forgetToggles(0);
      forgetToggles(0x80);
    }
  }

  private void forgetToggles(int endpointAddress) {
    Pipe pipe = pipes.get(endpointAddress);
    if (pipe != null) {
      pipe.before = null;
    }
  }

  private void control(WirePacket token, WirePacket packet, long nanos) {
    if (request == null) {
      return;
    }
    boolean dataStage =
        request.setup().length() > 0
            && (token.pid() == Pid.IN) == (request.setup().direction() == Direction.IN);
    if (dataStage) {
      int room = request.setup().length() - request.data().size();
      request.data().write(packet.data(), 0, Math.min(room, packet.data().length));
    } else {
      endRequest(Outcome.OK, nanos);
    }
  }

  private void endRequest(Outcome outcome, long nanos) {
    var setup = requireNonNull(request).setup();
    byte[] data = request.data().toByteArray();
    transfers.accept(
        new CapturedTransfer(
            place,
            setup.requestType() & 0x80,
            Kind.CONTROL,
            Optional.of(setup),
            request.beganNanos(),
            nanos,
            setup.length(),
            data.length,
            data,
            outcome));
    request = null;
    if (outcome == Outcome.OK) {
      forgetToggles(setup);
    }
  }

  /** The requests after which an endpoint begins with DATA0 again. */
  private void forgetToggles(SetupPacket setup) {
    if (StandardRequest.SET_CONFIGURATION.is(setup) || StandardRequest.SET_INTERFACE.is(setup)) {
      pipes.values().forEach(pipe -> pipe.before = null);
    } else if (StandardRequest.CLEAR_FEATURE.is(setup)
        && setup.recipient() == SetupPacket.Recipient.ENDPOINT) {
      forgetToggles(setup.index() & 0x8f);
    }
  }

  private void bulk(int endpointAddress, Pipe pipe, byte[] packet, long nanos) {
    if (packet.length > 64) {
      maxPacketBytes = 512;
    }
    var direction = Direction.of(endpointAddress);
    pipe.moved.write(packet, 0, packet.length);
    boolean wrapper =
        direction == Direction.OUT && pipe.moved.size() == packet.length && isWrapper(packet);
    if (wrapper) {
      end(endpointAddress, pipe, Outcome.OK, nanos);
      var bytes = ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN);
      phaseBytes = Integer.toUnsignedLong(bytes.getInt(8));
      phase = Direction.of(packet[12]);
      return;
    }
    boolean ofPhase = direction == phase && phaseBytes > 0;
    if (ofPhase) {
      phaseBytes -= Math.min(phaseBytes, packet.length);
    }
    boolean isShort = packet.length < shortBelow();
    if (ofPhase && phaseBytes == 0 || isShort || pipe.moved.size() >= TRANSFER_BYTES_MAX) {
      if (ofPhase && isShort) {
        phaseBytes = 0;
      }
      end(endpointAddress, pipe, Outcome.OK, nanos);
    }
  }

  /** Until a longer packet was seen, one of 64 bytes is a full one. */
  private int shortBelow() {
    return maxPacketBytes == 0 ? 64 : maxPacketBytes;
  }

  private static boolean isWrapper(byte[] packet) {
    return packet.length == WRAPPER_LENGTH
        && ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN).getInt(0) == WRAPPER_SIGNATURE;
  }

  private void end(int endpointAddress, Pipe pipe, Outcome outcome, long nanos) {
    byte[] data = pipe.moved.toByteArray();
    transfers.accept(
        new CapturedTransfer(
            place,
            endpointAddress,
            Kind.BULK,
            Optional.empty(),
            pipe.beganNanos,
            nanos,
            data.length,
            data.length,
            data,
            outcome));
    pipe.moved.reset();
    pipe.waiting = false;
  }

  /** The endpoint answered that it is halted, or the device declines a request. */
  void stalled(WirePacket token, long beganNanos, long nanos) {
    if (token.endpointNumber() == 0) {
      if (request != null) {
        endRequest(Outcome.STALL, nanos);
      }
      return;
    }
    if (Direction.of(endpointAddress(token)) == phase) {
      phaseBytes = 0;
    }
    end(endpointAddress(token), pipe(token), Outcome.STALL, nanos);
  }

  /** The capture is over. */
  void end(long nanos) {
    if (request != null) {
      endRequest(Outcome.UNFINISHED, nanos);
    }
    pipes.forEach(
        (endpointAddress, pipe) -> {
          if (pipe.moved.size() > 0) {
            end(endpointAddress, pipe, Outcome.UNFINISHED, nanos);
          }
        });
  }
}
