package dev.umsim.bench.usb;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which of the devices that are plugged in is meant. */
public sealed interface DeviceChoice {
  /** Whether it can be this one. */
  boolean fits(PluggedDevice device);

  /** What it is called in an error. */
  String text();

  /**
   * By what the device says that it is.
   *
   * @param serialNumber nothing if any will do
   */
  record ByIdentity(int vendorId, int productId, Optional<String> serialNumber)
      implements DeviceChoice {
    @Override
    public boolean fits(PluggedDevice device) {
      // One that cannot be opened hides its serial number; that it cannot be opened is told then.
      return device.vendorId() == vendorId
          && device.productId() == productId
          && (serialNumber.isEmpty()
              || device.refusal().isPresent()
              || device.serialNumber().equals(serialNumber));
    }

    @Override
    public String text() {
      return String.format("%04x:%04x", vendorId, productId)
          + serialNumber.map(serial -> " with serial number " + serial).orElse("");
    }
  }

  /** By where it is plugged in. */
  record ByPlace(int bus, String portPath) implements DeviceChoice {
    @Override
    public boolean fits(PluggedDevice device) {
      return device.bus() == bus && device.portPath().equals(portPath);
    }

    @Override
    public String text() {
      return "at port " + bus + "-" + portPath;
    }
  }

  /**
   * The one device that is meant.
   *
   * @throws UsbException if none is, or several are
   */
  default PluggedDevice among(List<PluggedDevice> devices) throws UsbException {
    var fitting = devices.stream().filter(this::fits).toList();
    if (fitting.isEmpty()) {
      throw new UsbException(
          "there is no device "
              + text()
              + (devices.isEmpty()
                  ? "; this machine has no USB devices at all"
                  : "; see: ums list targets"));
    }
    if (fitting.size() > 1) {
      throw new UsbException(
          "there are "
              + fitting.size()
              + " devices "
              + text()
              + "; say which: "
              + fitting.stream()
                  .map(each -> "usb:@" + each.place())
                  .collect(Collectors.joining(", ")));
    }
    return fitting.get(0);
  }
}
