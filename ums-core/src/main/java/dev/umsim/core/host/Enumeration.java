package dev.umsim.core.host;

import dev.umsim.core.bot.ClassRequest;
import dev.umsim.core.bot.MassStorageInterface;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.descriptor.ConfigurationDescriptor;
import dev.umsim.core.usb.descriptor.DescriptorType;
import dev.umsim.core.usb.descriptor.DeviceDescriptor;
import dev.umsim.core.usb.descriptor.EndpointDescriptor;
import dev.umsim.core.usb.descriptor.InterfaceDescriptor;
import dev.umsim.core.usb.descriptor.MalformedDescriptorException;
import dev.umsim.core.usb.descriptor.StringDescriptor;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a host gets to know a device: it resets, addresses, reads descriptors and configures (USB
 * 2.0, section 9.1.2), in the order in which Linux does.
 */
public final class Enumeration {
  private static final int ADDRESS = 1;
  private static final int FIRST_READ_BYTES = 64;
  private static final int LONGEST_STRING_BYTES = 255;
  private static final int HIGHEST_LUN = 15;

  private final HostPipe pipe;
  private final OptionalInt interfaceNumber;

  private Enumeration(UsbLink link, OptionalInt interfaceNumber) {
    pipe = new HostPipe(link);
    this.interfaceNumber = interfaceNumber;
  }

  /**
   * Enumerates the device behind a link, which is configured afterwards.
   *
   * @param interfaceNumber the mass storage interface to use; not needed if there is one only
   */
  public static MassStorageDevice enumerate(UsbLink link, OptionalInt interfaceNumber)
      throws HostException {
    var configured = configure(link, interfaceNumber);
    return configured.withMaxLun(maxLun(new HostPipe(link), configured.place()));
  }

  /**
   * The same without asking the mass storage interface for anything: the highest LUN is then taken
   * as 0.
   */
  public static MassStorageDevice configure(UsbLink link, OptionalInt interfaceNumber)
      throws HostException {
    try {
      return new Enumeration(link, interfaceNumber).run();
    } catch (MalformedDescriptorException e) {
      throw new NotMassStorageException(e.getMessage());
    }
  }

  /** Resets the port and brings a device that is known already back to where it was. */
  public static void configureAgain(UsbLink link, MassStorageDevice device) throws HostException {
    var pipe = new HostPipe(link);
    link.resetPort();
    pipe.require(StandardRequest.setAddress(ADDRESS), "SET_ADDRESS");
    pipe.require(
        StandardRequest.setConfiguration(device.configuration().value()), "SET_CONFIGURATION");
  }

  private MassStorageDevice run() throws HostException, MalformedDescriptorException {
    pipe.link().resetPort();
    readDevice(FIRST_READ_BYTES);
    pipe.link().resetPort();
    pipe.require(StandardRequest.setAddress(ADDRESS), "SET_ADDRESS");
    var device = readDevice(DeviceDescriptor.LENGTH);
    var configuration = readConfiguration();
    int language = language(device);
    var manufacturer = string(device.manufacturerIndex(), language);
    var product = string(device.productIndex(), language);
    var serialNumber = string(device.serialNumberIndex(), language);
    var place = choose(configuration);
    pipe.require(StandardRequest.setConfiguration(configuration.value()), "SET_CONFIGURATION");
    return new MassStorageDevice(
        device, configuration, manufacturer, product, serialNumber, pipe.link().speed(), place, 0);
  }

  private DeviceDescriptor readDevice(int length)
      throws HostException, MalformedDescriptorException {
    return DeviceDescriptor.decode(
        pipe.read(
            StandardRequest.getDescriptor(DescriptorType.DEVICE, 0, 0, length),
            "GET_DESCRIPTOR(DEVICE)"));
  }

  private ConfigurationDescriptor readConfiguration()
      throws HostException, MalformedDescriptorException {
    int total =
        ConfigurationDescriptor.totalLength(readConfiguration(ConfigurationDescriptor.LENGTH));
    return ConfigurationDescriptor.decode(readConfiguration(total));
  }

  private byte[] readConfiguration(int length) throws HostException {
    return pipe.read(
        StandardRequest.getDescriptor(DescriptorType.CONFIGURATION, 0, 0, length),
        "GET_DESCRIPTOR(CONFIGURATION)");
  }

  private int language(DeviceDescriptor device) throws HostException, MalformedDescriptorException {
    boolean strings =
        device.manufacturerIndex() != 0
            || device.productIndex() != 0
            || device.serialNumberIndex() != 0;
    return strings ? StringDescriptor.decodeLanguage(readString(0, 0)) : 0;
  }

  private String string(int index, int language)
      throws HostException, MalformedDescriptorException {
    return index == 0 ? "" : StringDescriptor.decode(readString(index, language));
  }

  private byte[] readString(int index, int language) throws HostException {
    return pipe.read(
        StandardRequest.getDescriptor(DescriptorType.STRING, index, language, LONGEST_STRING_BYTES),
        "GET_DESCRIPTOR(STRING)");
  }

  private MassStorageInterface choose(ConfigurationDescriptor configuration)
      throws NotMassStorageException {
    var fitting =
        configuration.interfaces().stream()
            .filter(Enumeration::isMassStorage)
            .filter(
                each -> interfaceNumber.isEmpty() || each.number() == interfaceNumber.getAsInt())
            .toList();
    if (fitting.isEmpty()) {
      throw new NotMassStorageException(
          interfaceNumber.isPresent()
              ? "interface "
                  + interfaceNumber.getAsInt()
                  + " is not a mass storage interface with Bulk-Only Transport"
              : "the device has no mass storage interface with Bulk-Only Transport");
    }
    if (fitting.size() > 1) {
      throw new NotMassStorageException(
          "the device has several mass storage interfaces: say which, one of "
              + fitting.stream().map(InterfaceDescriptor::number).toList());
    }
    return place(fitting.get(0));
  }

  private static boolean isMassStorage(InterfaceDescriptor each) {
    return each.alternateSetting() == 0
        && each.interfaceClass() == MassStorageInterface.CLASS
        && each.protocol() == MassStorageInterface.PROTOCOL;
  }

  private static MassStorageInterface place(InterfaceDescriptor each)
      throws NotMassStorageException {
    var in = bulkEndpoint(each, Direction.IN);
    var out = bulkEndpoint(each, Direction.OUT);
    if (in.isEmpty() || out.isEmpty()) {
      throw new NotMassStorageException(
          "interface " + each.number() + " lacks a bulk endpoint in one direction");
    }
    return new MassStorageInterface(each.number(), in.get().address(), out.get().address());
  }

  private static Optional<EndpointDescriptor> bulkEndpoint(
      InterfaceDescriptor each, Direction direction) {
    return each.endpoints().stream()
        .filter(endpoint -> endpoint.isBulk() && Direction.of(endpoint.address()) == direction)
        .findFirst();
  }

  /**
   * A STALL means that there is one unit (BOT 1.0, section 3.2); so does nonsense, as for Linux.
   */
  private static int maxLun(HostPipe pipe, MassStorageInterface place) throws HostException {
    var answer = pipe.readOrStall(ClassRequest.getMaxLun(place.number()), "Get Max LUN");
    return answer.length == 1 && (answer[0] & 0xff) <= HIGHEST_LUN ? answer[0] : 0;
  }
}
