package dev.umsim.bench.usb;

import java.util.List;
import java.util.Optional;

/**
 * A device at a port of this machine, as far as it can be seen without using it.
 *
 * @param bus number of its bus
 * @param portPath the ports from the root hub to it, such as 4.2; empty for a root hub
 * @param vendorId idVendor
 * @param productId idProduct
 * @param speed in words: low, full, high or super
 * @param manufacturer text; nothing if it has none or it cannot be read
 * @param product text, likewise
 * @param serialNumber text, likewise
 * @param interfaces of the active configuration, in their first alternate settings
 * @param refusal why this user may not open it, with the remedy; nothing if it can be opened
 */
public record PluggedDevice(
    int bus,
    String portPath,
    int vendorId,
    int productId,
    String speed,
    Optional<String> manufacturer,
    Optional<String> product,
    Optional<String> serialNumber,
    List<PluggedInterface> interfaces,
    Optional<String> refusal) {

  public PluggedDevice {
    interfaces = List.copyOf(interfaces);
  }

  /** {@code 1-4.2}: where it is plugged in, as Linux writes it. */
  public String place() {
    return bus + "-" + portPath;
  }

  /** {@code 05ac:1209}. */
  public String identity() {
    return String.format("%04x:%04x", vendorId, productId);
  }

  /** The interfaces that {@code ums} can use. */
  public List<PluggedInterface> massStorage() {
    return interfaces.stream().filter(PluggedInterface::isMassStorage).toList();
  }

  /**
   * One interface.
   *
   * @param number bInterfaceNumber
   * @param interfaceClass bInterfaceClass
   * @param subclass bInterfaceSubClass
   * @param protocol bInterfaceProtocol
   */
  public record PluggedInterface(int number, int interfaceClass, int subclass, int protocol) {
    private static final int MASS_STORAGE = 0x08;
    private static final int BULK_ONLY = 0x50;

    /** Whether it is mass storage by Bulk-Only Transport. */
    public boolean isMassStorage() {
      return interfaceClass == MASS_STORAGE && protocol == BULK_ONLY;
    }

    @Override
    public String toString() {
      var codes = String.format("%02x/%02x/%02x", interfaceClass, subclass, protocol);
      return "interface " + number + ", class " + codes + (isMassStorage() ? ", mass storage" : "");
    }
  }
}
