package dev.umsim.core.rockbox;

import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.descriptor.ConfigurationDescriptor;
import dev.umsim.core.usb.descriptor.DeviceDescriptor;
import dev.umsim.core.usb.descriptor.StringDescriptor;
import java.util.List;
import java.util.Optional;

/** The descriptors of the Rockbox stack, as bytes (usb_core.c at 789d796). */
final class DeviceDescriptors {
  private static final int HIGH_SPEED_VERSION = 0x0200;
  private static final int FULL_SPEED_VERSION = 0x0110;
  private static final int MAX_PACKET_BYTES_0 = 64;
  private static final int MAX_POWER_MILLIAMPS = 500;
  private static final int MANUFACTURER = 1;
  private static final int PRODUCT = 2;
  private static final int SERIAL_NUMBER = 3;

  /** What Windows asks for; some controllers cannot decline, and then it is this string. */
  private static final int MICROSOFT_OS_STRING = 0xee;

  private final RockboxSettings settings;
  private final RockboxFunction function;

  DeviceDescriptors(RockboxSettings settings, RockboxFunction function) {
    this.settings = settings;
    this.function = function;
  }

  byte[] device() {
    return device(settings.highSpeed() ? HIGH_SPEED_VERSION : FULL_SPEED_VERSION).encode();
  }

  /** Answered by devices without high speed as well. */
  byte[] qualifier() {
    return device(HIGH_SPEED_VERSION).encodeQualifier();
  }

  private DeviceDescriptor device(int usbVersion) {
    var identity = settings.identity();
    return new DeviceDescriptor(
        usbVersion,
        MAX_PACKET_BYTES_0,
        identity.vendorId(),
        identity.productId(),
        identity.deviceVersion(),
        MANUFACTURER,
        PRODUCT,
        SERIAL_NUMBER,
        1);
  }

  byte[] configuration(Speed speed) {
    return configurationAt(speed).encode();
  }

  byte[] otherSpeed(Speed speed) {
    return configurationAt(speed == Speed.HIGH ? Speed.FULL : Speed.HIGH).encodeOtherSpeed();
  }

  private ConfigurationDescriptor configurationAt(Speed speed) {
    return new ConfigurationDescriptor(
        1, 0, true, false, MAX_POWER_MILLIAMPS, List.of(function.describe(speed)));
  }

  /** In no other language, whichever is asked for. */
  Optional<byte[]> string(int index) {
    var identity = settings.identity();
    return switch (index) {
      case 0 -> Optional.of(StringDescriptor.encodeLanguage(StringDescriptor.ENGLISH));
      case MANUFACTURER -> Optional.of(StringDescriptor.encode(identity.manufacturer()));
      case PRODUCT -> Optional.of(StringDescriptor.encode(identity.product()));
      case SERIAL_NUMBER -> Optional.of(StringDescriptor.encode(identity.serialNumber()));
      case MICROSOFT_OS_STRING ->
          settings.has(Habit.NO_STRING_EE)
              ? Optional.empty()
              : Optional.of(StringDescriptor.encode(identity.manufacturer()));
      default -> Optional.empty();
    };
  }
}
