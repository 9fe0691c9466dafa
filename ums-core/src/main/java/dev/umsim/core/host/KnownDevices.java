package dev.umsim.core.host;

import dev.umsim.core.usb.descriptor.DeviceDescriptor;
import java.util.Set;

/**
 * Devices by whose vendor and product Linux 6.1 knows that the transport of commands has to be
 * another one (usb-storage, unusual_devs.h).
 */
final class KnownDevices {
  /** BULK32: they take command wrappers of 32 bytes alone. */
  private static final Set<Integer> LONG_WRAPPERS = Set.of(0x04fc80c2, 0x084d0011);

  /** BULK_IGNORE_TAG: dCSWTag means nothing. */
  private static final Set<Integer> TAGS_MEAN_NOTHING =
      Set.of(0x04ce0002, 0x06038611, 0x13fe3600, 0x1e744621);

  /** GO_SLOW: they lose data that is asked for at once. */
  private static final Set<Integer> LOSE_EARLY_DATA =
      Set.of(0x059f0643, 0x05e30701, 0x05e30702, 0x067b2507, 0x067b3507, 0x2735100b);

  /** NEED_OVERRIDE: they are bulk-only, whatever protocol they tell. */
  private static final Set<Integer> BULK_ONLY = Set.of(0x04515416, 0x0e210520);

  private KnownDevices() {}

  static boolean areBulkOnly(DeviceDescriptor device) {
    return BULK_ONLY.contains(key(device));
  }

  static boolean wantsLongWrappers(DeviceDescriptor device) {
    return LONG_WRAPPERS.contains(key(device));
  }

  static boolean tagsMeanNothing(DeviceDescriptor device) {
    return TAGS_MEAN_NOTHING.contains(key(device));
  }

  static boolean losesEarlyData(DeviceDescriptor device) {
    return LOSE_EARLY_DATA.contains(key(device));
  }

  private static int key(DeviceDescriptor device) {
    return device.vendorId() << 16 | device.productId();
  }
}
