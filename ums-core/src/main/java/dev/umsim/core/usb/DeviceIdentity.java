package dev.umsim.core.usb;

import java.util.regex.Pattern;

/**
 * Who a device says that it is.
 *
 * @param vendorId idVendor
 * @param productId idProduct
 * @param deviceVersion bcdDevice
 * @param manufacturer text, at most 126 characters
 * @param product text, at most 126 characters
 * @param serialNumber at least 12 characters, each 0–9 or A–F, the last 12 not all 0 (BOT 1.0,
 *     section 4.1.1)
 */
public record DeviceIdentity(
    int vendorId,
    int productId,
    int deviceVersion,
    String manufacturer,
    String product,
    String serialNumber) {
  private static final Pattern SERIAL_NUMBER = Pattern.compile("[0-9A-F]{12,126}");

  public DeviceIdentity {
    requireText(manufacturer, "manufacturer");
    requireText(product, "product");
    if (!SERIAL_NUMBER.matcher(serialNumber).matches() || serialNumber.endsWith("000000000000")) {
      throw new IllegalArgumentException(
          "a serial number has 12 to 126 characters, each 0-9 or A-F, the last 12 not all 0; this is '"
              + serialNumber
              + "'");
    }
  }

  private static void requireText(String text, String what) {
    if (text.isEmpty() || text.length() > 126) {
      throw new IllegalArgumentException(
          "the " + what + " string has 1 to 126 characters, not " + text.length());
    }
  }
}
