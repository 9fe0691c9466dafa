package dev.umsim.core.usb;

/**
 * The values of bmRequestType (USB 2.0, table 9-2): whose kind of request it is, for whom, and the
 * way of its data, seen from the host. Those that name no kind are standard requests.
 */
public final class RequestType {
  public static final int DEVICE_OUT = 0x00;
  public static final int INTERFACE_OUT = 0x01;
  public static final int ENDPOINT_OUT = 0x02;
  public static final int DEVICE_IN = 0x80;
  public static final int INTERFACE_IN = 0x81;
  public static final int ENDPOINT_IN = 0x82;
  public static final int CLASS_INTERFACE_OUT = 0x21;
  public static final int CLASS_INTERFACE_IN = 0xa1;

  private RequestType() {}
}
