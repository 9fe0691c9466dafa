package dev.umsim.bench.journal;

import dev.umsim.core.host.MassStorageDevice;
import java.util.Objects;

/**
 * By what a device is known again: what it says that it is.
 *
 * @param vendorId idVendor
 * @param productId idProduct
 * @param manufacturer text, empty if it has none
 * @param product text, empty if it has none
 * @param serialNumber text, empty if it has none
 */
record DeviceName(
    int vendorId, int productId, String manufacturer, String product, String serialNumber) {
  DeviceName {
    Objects.requireNonNull(manufacturer);
    Objects.requireNonNull(product);
    Objects.requireNonNull(serialNumber);
  }

  static DeviceName of(MassStorageDevice device) {
    return new DeviceName(
        device.device().vendorId(),
        device.device().productId(),
        device.manufacturer(),
        device.product(),
        device.serialNumber());
  }

  @Override
  public String toString() {
    var names = (manufacturer.strip() + " " + product.strip()).strip().replaceAll("\\p{Cc}", "?");
    var serial = serialNumber.strip().replaceAll("\\p{Cc}", "?");
    return String.format("%04x:%04x", vendorId, productId)
        + (names.isEmpty() ? "" : " " + names)
        + (serial.isEmpty() ? "" : ", serial " + serial);
  }
}
