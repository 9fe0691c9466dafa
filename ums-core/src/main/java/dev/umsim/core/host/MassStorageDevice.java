package dev.umsim.core.host;

import dev.umsim.core.bot.MassStorageInterface;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.descriptor.ConfigurationDescriptor;
import dev.umsim.core.usb.descriptor.DeviceDescriptor;
import java.util.List;

/**
 * A configured device with a mass storage interface, as its host came to know it.
 *
 * @param manufacturer text, empty if the device has none
 * @param product text, empty if the device has none
 * @param serialNumber text, empty if the device has none
 * @param place the interface that is used
 * @param maxLun the highest LUN, 0 to 15
 * @param notes what is irregular about it
 */
public record MassStorageDevice(
    DeviceDescriptor device,
    ConfigurationDescriptor configuration,
    String manufacturer,
    String product,
    String serialNumber,
    Speed speed,
    MassStorageInterface place,
    int maxLun,
    List<Note> notes) {
  public MassStorageDevice {
    notes = List.copyOf(notes);
  }

  /** bInterfaceSubClass of the interface that is used. */
  int subclass() {
    return configuration.interfaces().stream()
        .filter(each -> each.number() == place.number())
        .findFirst()
        .orElseThrow()
        .subclass();
  }

  MassStorageDevice with(int highestLun, List<Note> allNotes) {
    return new MassStorageDevice(
        device,
        configuration,
        manufacturer,
        product,
        serialNumber,
        speed,
        place,
        highestLun,
        allNotes);
  }
}
