package dev.umsim.core.usb.descriptor;

/** bDescriptorType values (USB 2.0, table 9-5). */
public final class DescriptorType {
  public static final int DEVICE = 1;
  public static final int CONFIGURATION = 2;
  public static final int STRING = 3;
  public static final int INTERFACE = 4;
  public static final int ENDPOINT = 5;
  public static final int DEVICE_QUALIFIER = 6;
  public static final int OTHER_SPEED_CONFIGURATION = 7;

  private DescriptorType() {}
}
