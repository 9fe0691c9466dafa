package dev.umsim.sim.usbip;

import io.netty.buffer.ByteBuf;

/**
 * The eight bytes that open each message of the time before a device is imported (section
 * "Protocol", OP_REQ_… and OP_REP_…).
 *
 * @param code which message it is
 * @param status 0 but in a reply that refuses
 */
record Operation(Code code, int status) {
  /** Bytes of it on the wire. */
  static final int LENGTH = 8;

  /** USB/IP 1.1.1. */
  static final int VERSION = 0x0111;

  /** Which message. */
  enum Code {
    IMPORT_REPLY(0x0003),
    DEVICE_LIST_REPLY(0x0005),
    IMPORT_REQUEST(0x8003),
    DEVICE_LIST_REQUEST(0x8005);

    private final int value;

    Code(int value) {
      this.value = value;
    }

    private static Code of(int value) throws MalformedMessageException {
      for (var code : values()) {
        if (code.value == value) {
          return code;
        }
      }
      throw new MalformedMessageException(String.format("there is no operation %04x", value));
    }
  }

  /** What a reply says of the device that was asked for. */
  static final int STATUS_OK = 0;

  static final int STATUS_NOT_AVAILABLE = 1;
  static final int STATUS_BUSY = 2;
  static final int STATUS_NO_DEVICE = 4;

  static Operation decode(ByteBuf in, int index) throws MalformedMessageException {
    int version = in.getUnsignedShort(index);
    if (version != VERSION) {
      throw new MalformedMessageException(
          String.format("version %04x is not %04x", version, VERSION));
    }
    return new Operation(Code.of(in.getUnsignedShort(index + 2)), in.getInt(index + 4));
  }

  void encode(ByteBuf out, int index) {
    out.setShort(index, VERSION);
    out.setShort(index + 2, code.value);
    out.setInt(index + 4, status);
  }
}
