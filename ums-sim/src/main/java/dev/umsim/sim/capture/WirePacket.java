package dev.umsim.sim.capture;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A packet as it was on the wire (USB 2.0, section 8.3), with its PID first and its CRC last.
 *
 * @param address of a token: the device
 * @param endpointNumber of a token
 * @param completesSplit of a split: whether it asks a hub for the end of a transaction
 * @param data of a data packet, without its CRC
 */
record WirePacket(Pid pid, int address, int endpointNumber, boolean completesSplit, byte[] data) {
  private static final byte[] NO_DATA = {};

  /** What kind of packet it is (table 8-1, and 8.4.2 for PING and SPLIT). */
  enum Pid {
    OUT(0x1),
    IN(0x9),
    START_OF_FRAME(0x5),
    SETUP(0xd),
    DATA0(0x3),
    DATA1(0xb),
    DATA2(0x7),
    MDATA(0xf),
    ACK(0x2),
    NAK(0xa),
    STALL(0xe),
    NYET(0x6),
    PREAMBLE(0xc),
    SPLIT(0x8),
    PING(0x4),
    RESERVED(0x0);

    private static final Pid[] BY_NIBBLE = new Pid[16];

    static {
      for (var pid : values()) {
        BY_NIBBLE[pid.nibble] = pid;
      }
    }

    private final int nibble;

    Pid(int nibble) {
      this.nibble = nibble;
    }

    static Pid of(int nibble) {
      return BY_NIBBLE[nibble];
    }
  }

  /** Reads a packet; nothing if it is damaged, as an analyser shows them too. */
  static Optional<WirePacket> decode(ByteBuffer in) {
    int length = in.limit();
    if (length == 0 || (in.get(0) & 0x0f) != (~in.get(0) >> 4 & 0x0f)) {
      return Optional.empty();
    }
    var pid = Pid.of(in.get(0) & 0x0f);
    return switch (pid) {
      case OUT, IN, SETUP, PING ->
          length < 3
              ? Optional.empty()
              : Optional.of(
                  new WirePacket(
                      pid,
                      in.get(1) & 0x7f,
                      in.get(1) >> 7 & 1 | (in.get(2) & 0x07) << 1,
                      false,
                      NO_DATA));
      case SPLIT ->
          length < 4
              ? Optional.empty()
              : Optional.of(new WirePacket(pid, 0, 0, (in.get(1) & 0x80) != 0, NO_DATA));
      case DATA0, DATA1, DATA2, MDATA -> length < 3 ? Optional.empty() : Optional.of(data(pid, in));
      case START_OF_FRAME, ACK, NAK, STALL, NYET, PREAMBLE, RESERVED ->
          Optional.of(new WirePacket(pid, 0, 0, false, NO_DATA));
    };
  }

  private static WirePacket data(Pid pid, ByteBuffer in) {
    var data = new byte[in.limit() - 3];
    in.get(1, data);
    return new WirePacket(pid, 0, 0, false, data);
  }
}
