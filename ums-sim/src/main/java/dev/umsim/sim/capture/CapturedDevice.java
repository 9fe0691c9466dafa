package dev.umsim.sim.capture;

import dev.umsim.core.bot.MassStorageInterface;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.descriptor.ConfigurationDescriptor;
import dev.umsim.core.usb.descriptor.DeviceDescriptor;
import dev.umsim.core.usb.descriptor.MalformedDescriptorException;
import dev.umsim.core.usb.descriptor.StringDescriptor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A device that a capture shows.
 *
 * @param places where it was, one after the other: it gets a new address whenever it is enumerated
 * @param replies the longest answer to each request that reads something, such as a descriptor
 * @param commands how many command wrappers went to it
 * @param bulkIn the endpoint from which status came; 0 if that is not known
 * @param bulkOut the endpoint to which wrappers went; 0 if that is not known
 */
public record CapturedDevice(
    List<DevicePlace> places,
    Map<SetupPacket, byte[]> replies,
    long commands,
    int bulkIn,
    int bulkOut) {
  private static final int GET_MAX_LUN = 0xfe;

  public CapturedDevice {
    places = List.copyOf(places);
    replies = Map.copyOf(replies);
  }

  /** A descriptor as the device sent it, as much of it as it was ever asked for. */
  public Optional<byte[]> descriptor(int type, int index) {
    return replies.entrySet().stream()
        .filter(each -> each.getKey().request() == 6)
        .filter(each -> each.getKey().type() == SetupPacket.Type.STANDARD)
        .filter(each -> each.getKey().value() == (type << 8 | index))
        .map(Map.Entry::getValue)
        .max((one, other) -> Integer.compare(one.length, other.length));
  }

  /** Its device descriptor, if it is in the capture and sound. */
  public Optional<DeviceDescriptor> device() {
    try {
      var bytes = descriptor(1, 0);
      return bytes.isPresent() && bytes.get().length >= DeviceDescriptor.LENGTH
          ? Optional.of(DeviceDescriptor.decode(bytes.get()))
          : Optional.empty();
    } catch (MalformedDescriptorException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Its configuration, likewise. */
  public Optional<ConfigurationDescriptor> configuration() {
    try {
      var bytes = descriptor(2, 0);
      return bytes.isPresent()
          ? Optional.of(ConfigurationDescriptor.decode(bytes.get()))
          : Optional.empty();
    } catch (MalformedDescriptorException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** A string of it; empty if it has none, or none is in the capture. */
  public String string(int index) {
    try {
      var bytes = index == 0 ? Optional.<byte[]>empty() : descriptor(3, index);
      return bytes.isPresent() ? StringDescriptor.decode(bytes.get()) : "";
    } catch (MalformedDescriptorException | IllegalArgumentException e) {
      return "";
    }
  }

  /** Where its mass storage function stands, by its configuration or else by its traffic. */
  public Optional<MassStorageInterface> massStorage() {
    var told =
        configuration().stream()
            .flatMap(configuration -> configuration.interfaces().stream())
            .filter(each -> each.interfaceClass() == MassStorageInterface.CLASS)
            .filter(each -> each.protocol() == MassStorageInterface.PROTOCOL)
            .filter(each -> each.alternateSetting() == 0)
            .flatMap(
                each -> {
                  var bulk = each.endpoints().stream().filter(endpoint -> endpoint.isBulk());
                  var addresses = bulk.map(endpoint -> endpoint.address()).toList();
                  var in = addresses.stream().filter(address -> address >= 0x80).findFirst();
                  var out = addresses.stream().filter(address -> address < 0x80).findFirst();
                  return in.isPresent() && out.isPresent()
                      ? Optional.of(new MassStorageInterface(each.number(), in.get(), out.get()))
                          .stream()
                      : Stream.<MassStorageInterface>empty();
                })
            .filter(each -> bulkOut == 0 || each.bulkOut() == bulkOut)
            .findFirst();
    return told.isPresent() || bulkIn == 0 || bulkOut == 0
        ? told
        : Optional.of(new MassStorageInterface(0, bulkIn, bulkOut));
  }

  /** The highest LUN that it told; 0 if it told none. */
  public int maxLun() {
    return replies.entrySet().stream()
        .filter(each -> each.getKey().request() == GET_MAX_LUN)
        .filter(each -> each.getKey().type() == SetupPacket.Type.CLASS)
        .filter(each -> each.getValue().length == 1)
        .mapToInt(each -> each.getValue()[0] & 0x0f)
        .max()
        .orElse(0);
  }

  boolean isMassStorage() {
    return commands > 0 || massStorage().isPresent();
  }

  /** What it is called: vendor and product number, and its texts. */
  public String name() {
    var descriptor = device();
    if (descriptor.isEmpty()) {
      return "a device whose descriptors are not in the capture";
    }
    var found = descriptor.get();
    var text = (string(found.manufacturerIndex()) + " " + string(found.productIndex())).strip();
    return String.format("%04x:%04x", found.vendorId(), found.productId())
        + (text.isEmpty() ? "" : " " + text.replaceAll("\\p{Cntrl}", "?"));
  }

  @Override
  public String toString() {
    return places.get(places.size() - 1) + " (" + name() + ")";
  }
}
