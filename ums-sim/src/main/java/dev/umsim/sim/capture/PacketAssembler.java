package dev.umsim.sim.capture;

import static java.util.Objects.requireNonNull;

import dev.umsim.sim.capture.WirePacket.Pid;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts packets of the wire together: token, data and handshake to transactions (USB 2.0, section
 * 8.5), those of a hub's split transactions too, and transactions to transfers.
 *
 * <p>Only what was acknowledged counts. A packet that comes again because its acknowledgement was
 * lost is known by its toggle and content.
 */
final class PacketAssembler {
  private final Consumer<CapturedTransfer> transfers;
  private final int maxPacketBytes;
  private final Map<Integer, WireDevice> devices = new HashMap<>();

  /** Data that a hub took over from the host, until the device has it, by address and endpoint. */
  private final Map<Integer, WirePacket> inHub = new HashMap<>();

  private @Nullable WirePacket token;
  private @Nullable WirePacket data;
  private Split split = Split.NONE;
  private long tokenNanos;

  private enum Split {
    NONE,
    START,
    COMPLETE
  }

  /**
   * @param maxPacketBytes of a bulk endpoint at the speed that the link type tells; 0 if it tells
   *     none
   */
  PacketAssembler(Consumer<CapturedTransfer> transfers, int maxPacketBytes) {
    this.transfers = transfers;
    this.maxPacketBytes = maxPacketBytes;
  }

  /** Takes the next packet. Whether it was sound. */
  boolean add(CapturedFrame frame) {
    Optional<WirePacket> decoded = WirePacket.decode(frame.bytes());
    if (decoded.isEmpty()) {
      token = null;
      return false;
    }
    WirePacket packet = decoded.get();
    switch (packet.pid()) {
      case SPLIT -> {
        split = packet.completesSplit() ? Split.COMPLETE : Split.START;
        token = null;
      }
      case OUT, IN, SETUP, PING -> begin(packet, frame.timeNanos());
      case DATA0, DATA1 -> take(packet, frame.timeNanos());
      case ACK, NYET -> acknowledge(packet.pid(), frame.timeNanos());
      case STALL -> stall(frame.timeNanos());
      case NAK -> end();
      case START_OF_FRAME, DATA2, MDATA, PREAMBLE, RESERVED -> {}
    }
    return true;
  }

  private void begin(WirePacket packet, long nanos) {
    // A split stands directly before the token that it is for.
    if (token != null) {
      split = Split.NONE;
    }
    token = packet;
    data = null;
    tokenNanos = nanos;
    device().asked(packet, nanos);
  }

  private WireDevice device() {
    return devices.computeIfAbsent(
        requireNonNull(token).address(),
        address -> new WireDevice(address, transfers, maxPacketBytes));
  }

  private void take(WirePacket packet, long nanos) {
    if (token == null) {
      return;
    }
    data = packet;
    // A hub hands over what the device sent; there is no handshake for that.
    if (token.pid() == Pid.IN && split == Split.COMPLETE) {
      finish(packet, nanos);
    }
  }

  private void acknowledge(Pid pid, long nanos) {
    if (token == null || token.pid() == Pid.PING) {
      token = null;
      split = Split.NONE;
      return;
    }
    int place = token.address() << 4 | token.endpointNumber();
    boolean outwards = token.pid() != Pid.IN;
    if (split == Split.START) {
      if (outwards && data != null && pid == Pid.ACK) {
        inHub.put(place, data);
      }
      end();
    } else if (split == Split.COMPLETE) {
      WirePacket sent = outwards && pid == Pid.ACK ? inHub.remove(place) : null;
      if (sent != null) {
        finish(sent, nanos);
      } else {
        end();
      }
    } else if (data != null) {
      finish(data, nanos);
    } else {
      end();
    }
  }

  private void finish(WirePacket moved, long nanos) {
    device().moved(requireNonNull(token), moved, tokenNanos, nanos);
    end();
  }

  private void stall(long nanos) {
    if (token != null && token.pid() != Pid.PING) {
      device().stalled(token, tokenNanos, nanos);
    }
    end();
  }

  private void end() {
    token = null;
    data = null;
    split = Split.NONE;
  }

  /** The capture is over. */
  void end(long nanos) {
    devices.values().forEach(device -> device.end(nanos));
  }
}
