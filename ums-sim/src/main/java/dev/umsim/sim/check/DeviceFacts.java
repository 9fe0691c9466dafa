package dev.umsim.sim.check;

import dev.umsim.core.bot.MassStorageInterface;
import dev.umsim.core.usb.Speed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A device as it was found before the checks, however wrong its descriptors are.
 *
 * @param device what came of GET_DESCRIPTOR(DEVICE), with 18 bytes asked for
 * @param configuration what came of GET_DESCRIPTOR(CONFIGURATION), with all asked for that
 *     wTotalLength says
 * @param place where the commands go; nothing if no interface has a bulk endpoint in each direction
 * @param maxLun what Get Max LUN said; nothing if it did not answer with one byte
 */
record DeviceFacts(
    Speed speed,
    byte[] device,
    byte[] configuration,
    Optional<MassStorageInterface> place,
    Optional<Integer> maxLun,
    List<UnitFacts> units) {
  private static final int CONFIGURATION_VALUE_OFFSET = 5;

  DeviceFacts {
    units = List.copyOf(units);
  }

  DeviceFacts with(Optional<Integer> maxLun, List<UnitFacts> units) {
    return new DeviceFacts(speed, device, configuration, place, maxLun, units);
  }

  /** bConfigurationValue, 1 where the descriptor does not tell. */
  int configurationValue() {
    return configuration.length > CONFIGURATION_VALUE_OFFSET
        ? configuration[CONFIGURATION_VALUE_OFFSET] & 0xff
        : 1;
  }

  /** The interface number of the mass storage interface, 0 where there is none. */
  int interfaceNumber() {
    return place.map(MassStorageInterface::number).orElse(0);
  }

  /** The highest LUN; 0 where the device does not tell. */
  int highestLun() {
    return maxLun.filter(each -> each <= 15).orElse(0);
  }

  /** The descriptors that came with the configuration, each as its bytes, as far as they go. */
  List<byte[]> parts() {
    return split(configuration);
  }

  /** Descriptors one behind the other; the last may be cut. */
  static List<byte[]> split(byte[] bytes) {
    var parts = new ArrayList<byte[]>();
    int at = 0;
    while (at + 2 <= bytes.length) {
      int length = bytes[at] & 0xff;
      if (length < 2) {
        break;
      }
      var part = new byte[Math.min(length, bytes.length - at)];
      System.arraycopy(bytes, at, part, 0, part.length);
      parts.add(part);
      at += length;
    }
    return parts;
  }
}
