package dev.umsim.core.usb;

import java.util.Optional;

/** The standard requests (USB 2.0, table 9-4), and the ones of them that hosts send. */
public enum StandardRequest {
  GET_STATUS(0),
  CLEAR_FEATURE(1),
  SET_FEATURE(3),
  SET_ADDRESS(5),
  GET_DESCRIPTOR(6),
  SET_DESCRIPTOR(7),
  GET_CONFIGURATION(8),
  SET_CONFIGURATION(9),
  GET_INTERFACE(10),
  SET_INTERFACE(11),
  SYNCH_FRAME(12);

  /** Feature selector ENDPOINT_HALT (table 9-6). */
  public static final int ENDPOINT_HALT = 0;

  /** Feature selector DEVICE_REMOTE_WAKEUP. */
  public static final int DEVICE_REMOTE_WAKEUP = 1;

  /** Feature selector TEST_MODE. */
  public static final int TEST_MODE = 2;

  private static final StandardRequest[] BY_CODE = new StandardRequest[13];

  static {
    for (var request : values()) {
      BY_CODE[request.code] = request;
    }
  }

  private final int code;

  StandardRequest(int code) {
    this.code = code;
  }

  /** bRequest. */
  public int code() {
    return code;
  }

  /** The standard request with this bRequest, if there is one. */
  public static Optional<StandardRequest> of(int code) {
    return code < BY_CODE.length ? Optional.ofNullable(BY_CODE[code]) : Optional.empty();
  }

  /** Whether this setup packet is this request, whoever its recipient is. */
  public boolean is(SetupPacket setup) {
    return setup.type() == SetupPacket.Type.STANDARD && setup.request() == code;
  }

  /** GET_DESCRIPTOR for a descriptor type, an index and, for strings, a language. */
  public static SetupPacket getDescriptor(int type, int index, int language, int length) {
    return new SetupPacket(
        RequestType.DEVICE_IN, GET_DESCRIPTOR.code, type << 8 | index, language, length);
  }

  /** SET_ADDRESS, 0 to 127. */
  public static SetupPacket setAddress(int address) {
    return new SetupPacket(RequestType.DEVICE_OUT, SET_ADDRESS.code, address, 0, 0);
  }

  /** SET_CONFIGURATION, 0 to 255. */
  public static SetupPacket setConfiguration(int value) {
    return new SetupPacket(RequestType.DEVICE_OUT, SET_CONFIGURATION.code, value, 0, 0);
  }

  /** CLEAR_FEATURE(ENDPOINT_HALT) of an endpoint. */
  public static SetupPacket clearHalt(int endpointAddress) {
    return new SetupPacket(
        RequestType.ENDPOINT_OUT, CLEAR_FEATURE.code, ENDPOINT_HALT, endpointAddress, 0);
  }

  /** SET_FEATURE(ENDPOINT_HALT) of an endpoint. */
  public static SetupPacket setHalt(int endpointAddress) {
    return new SetupPacket(
        RequestType.ENDPOINT_OUT, SET_FEATURE.code, ENDPOINT_HALT, endpointAddress, 0);
  }

  /** GET_STATUS of an endpoint. */
  public static SetupPacket endpointStatus(int endpointAddress) {
    return new SetupPacket(RequestType.ENDPOINT_IN, GET_STATUS.code, 0, endpointAddress, 2);
  }
}
