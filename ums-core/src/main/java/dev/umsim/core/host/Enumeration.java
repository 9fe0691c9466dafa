package dev.umsim.core.host;

import dev.umsim.core.bot.ClassRequest;
import dev.umsim.core.bot.MassStorageInterface;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.core.usb.descriptor.ConfigurationDescriptor;
import dev.umsim.core.usb.descriptor.DescriptorType;
import dev.umsim.core.usb.descriptor.DeviceDescriptor;
import dev.umsim.core.usb.descriptor.EndpointDescriptor;
import dev.umsim.core.usb.descriptor.InterfaceDescriptor;
import dev.umsim.core.usb.descriptor.MalformedDescriptorException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a host gets to know a device: it resets, addresses, reads descriptors and configures (USB
 * 2.0, section 9.1.2), in the order in which Linux does, and as patiently: what is wrong and does
 * not matter to Linux becomes a {@link Note}.
 */
public final class Enumeration {
  private static final int ADDRESS = 1;
  private static final int FIRST_READ_BYTES = 64;
  private static final int LONGEST_STRING_BYTES = 255;
  private static final int HIGHEST_LUN = 15;
  private static final int TRIES = 3;
  private static final int PORT_TRIES = 4;
  private static final long MAX_LUN_TIMEOUT_NANOS = 10_000_000_000L;

  /** Linux looks at no more (USB_MAXCONFIG). */
  private static final int MOST_CONFIGURATIONS = 8;

  private static final int SCSI_TRANSPARENT = 6;

  private final HostPipe pipe;
  private final OptionalInt interfaceNumber;
  private final Notes notes = new Notes();

  private Enumeration(UsbLink link, OptionalInt interfaceNumber) {
    pipe = new HostPipe(link);
    this.interfaceNumber = interfaceNumber;
  }

  /**
   * Enumerates the device behind a link, which is configured afterwards.
   *
   * @param interfaceNumber the mass storage interface to use; the first if none is named
   */
  public static MassStorageDevice enumerate(UsbLink link, OptionalInt interfaceNumber)
      throws HostException {
    var enumeration = new Enumeration(link, interfaceNumber);
    var configured = enumeration.run();
    int maxLun = enumeration.maxLun(configured.place());
    return configured.with(maxLun, enumeration.notes.all());
  }

  /**
   * The same without asking the mass storage interface for anything: the highest LUN is then taken
   * as 0.
   */
  public static MassStorageDevice configure(UsbLink link, OptionalInt interfaceNumber)
      throws HostException {
    return new Enumeration(link, interfaceNumber).run();
  }

  /** Resets the port and brings a device that is known already back to where it was. */
  public static void configureAgain(UsbLink link, MassStorageDevice device) throws HostException {
    var pipe = new HostPipe(link);
    link.resetPort();
    pipe.require(StandardRequest.setAddress(ADDRESS), "SET_ADDRESS");
    pipe.require(
        StandardRequest.setConfiguration(device.configuration().value()), "SET_CONFIGURATION");
  }

  private MassStorageDevice run() throws HostException {
    var device = addressed();
    var configuration = chooseConfiguration(device);
    int language = language(device);
    var manufacturer = string(device.manufacturerIndex(), language);
    var product = string(device.productIndex(), language);
    var serialNumber = string(device.serialNumberIndex(), language);
    var place = chooseInterface(device, configuration);
    pipe.require(StandardRequest.setConfiguration(configuration.value()), "SET_CONFIGURATION");
    return new MassStorageDevice(
        device,
        configuration,
        manufacturer,
        product,
        serialNumber,
        pipe.link().speed(),
        place,
        0,
        notes.all());
  }

  /** A device that does not take its address, or then has no descriptor, is reset once more. */
  private DeviceDescriptor addressed() throws HostException {
    for (int tries = 1; ; tries++) {
      try {
        pipe.link().resetPort();
        readFirst();
        pipe.link().resetPort();
        pipe.require(StandardRequest.setAddress(ADDRESS), "SET_ADDRESS");
        return readDevice();
      } catch (DeviceGoneException e) {
        throw e;
      } catch (HostException e) {
        if (tries == PORT_TRIES) {
          throw e;
        }
        notes.add(Irregularity.ADDRESS, e.getMessage());
      }
    }
  }

  /** Linux wants bMaxPacketSize0 of this reading; a device that fails it is asked again later. */
  private void readFirst() throws HostException {
    var answer = answer(descriptor(DescriptorType.DEVICE, 0, 0, FIRST_READ_BYTES));
    if (answer.bytes.length < 8 || (answer.bytes[1] & 0xff) != DescriptorType.DEVICE) {
      notes.add(Irregularity.FIRST_DEVICE_DESCRIPTOR, answer.text());
    }
  }

  private DeviceDescriptor readDevice() throws HostException {
    var setup = descriptor(DescriptorType.DEVICE, 0, 0, DeviceDescriptor.LENGTH);
    var answer = answer(setup);
    for (int tries = 1; tries < TRIES && !isDevice(answer.bytes); tries++) {
      answer = answer(setup);
    }
    if (!isDevice(answer.bytes)) {
      throw new NotMassStorageException(
          "GET_DESCRIPTOR(DEVICE) gave no device descriptor of 18 bytes, but " + answer.text());
    }
    if ((answer.bytes[0] & 0xff) != DeviceDescriptor.LENGTH) {
      notes.add(Irregularity.DEVICE_DESCRIPTOR_LENGTH, "bLength " + (answer.bytes[0] & 0xff));
      answer.bytes[0] = DeviceDescriptor.LENGTH;
    }
    try {
      return DeviceDescriptor.decode(answer.bytes);
    } catch (MalformedDescriptorException e) {
      throw new NotMassStorageException(e.getMessage());
    }
  }

  private static boolean isDevice(byte[] bytes) {
    return bytes.length == DeviceDescriptor.LENGTH && (bytes[1] & 0xff) == DescriptorType.DEVICE;
  }

  /** The first configuration with a mass storage interface, or else the first of all. */
  private ConfigurationDescriptor chooseConfiguration(DeviceDescriptor device)
      throws HostException {
    if (device.configurationCount() == 0) {
      throw new NotMassStorageException("the device has no configuration (bNumConfigurations 0)");
    }
    var all = new ArrayList<ConfigurationDescriptor>();
    int count = Math.min(device.configurationCount(), MOST_CONFIGURATIONS);
    for (int index = 0; index < count; index++) {
      Optional<ConfigurationDescriptor> read = readConfiguration(index, all.isEmpty());
      if (read.isEmpty()) {
        break;
      }
      var each = read.get();
      if (each.interfaces().stream().anyMatch(one -> isMassStorage(device, one))) {
        return each;
      }
      all.add(each);
    }
    return all.get(0);
  }

  /** Nothing where it cannot be read and need not be. */
  private Optional<ConfigurationDescriptor> readConfiguration(int index, boolean needed)
      throws HostException {
    var head = configurationBytes(index, ConfigurationDescriptor.LENGTH);
    int total = head.bytes.length < 4 ? 0 : head.bytes[2] & 0xff | (head.bytes[3] & 0xff) << 8;
    var whole = total <= ConfigurationDescriptor.LENGTH ? head : configurationBytes(index, total);
    var configuration = ReceivedConfiguration.parse(whole.bytes, pipe.link().speed(), notes);
    if (configuration.isEmpty() && needed) {
      throw new NotMassStorageException(
          "GET_DESCRIPTOR(CONFIGURATION) gave no configuration, but " + whole.text());
    }
    if (configuration.isEmpty()) {
      notes.add(Irregularity.CONFIGURATION_REFUSED, "index " + index + ": " + whole.text());
    }
    return configuration;
  }

  private Answer configurationBytes(int index, int length) throws HostException {
    var setup = descriptor(DescriptorType.CONFIGURATION, index, 0, length);
    var answer = answer(setup);
    for (int tries = 1; tries < TRIES && !isConfiguration(answer); tries++) {
      answer = answer(setup);
    }
    return answer;
  }

  private static boolean isConfiguration(Answer answer) {
    boolean named =
        answer.bytes.length >= 4 && (answer.bytes[1] & 0xff) == DescriptorType.CONFIGURATION;
    return named || answer.timedOut;
  }

  private int language(DeviceDescriptor device) throws HostException {
    boolean strings =
        device.manufacturerIndex() != 0
            || device.productIndex() != 0
            || device.serialNumberIndex() != 0;
    if (!strings) {
      return 0;
    }
    var answer = stringBytes(0, 0);
    var language = ReceivedString.language(answer.bytes);
    if (language.isEmpty()) {
      notes.add(Irregularity.LANGUAGE, answer.text());
    }
    return language.orElse(ReceivedString.defaultLanguage());
  }

  private String string(int index, int language) throws HostException {
    if (index == 0) {
      return "";
    }
    var answer = stringBytes(index, language);
    var text = ReceivedString.text(answer.bytes);
    if (text.isEmpty() || !ReceivedString.isWhole(answer.bytes)) {
      notes.add(Irregularity.STRING, "index " + index + ": " + answer.text());
    }
    return text.orElse("");
  }

  /** All at once; from a device that does not like that, its length first. */
  private Answer stringBytes(int index, int language) throws HostException {
    var all = answer(descriptor(DescriptorType.STRING, index, language, LONGEST_STRING_BYTES));
    if (all.bytes.length >= 2 || all.timedOut) {
      return all;
    }
    var head = answer(descriptor(DescriptorType.STRING, index, language, 2));
    return head.bytes.length < 2 || (head.bytes[0] & 0xff) <= 2
        ? all
        : answer(descriptor(DescriptorType.STRING, index, language, head.bytes[0] & 0xff));
  }

  private MassStorageInterface chooseInterface(
      DeviceDescriptor device, ConfigurationDescriptor configuration)
      throws NotMassStorageException {
    var all =
        configuration.interfaces().stream().filter(each -> isMassStorage(device, each)).toList();
    var fitting =
        all.stream()
            .filter(
                each -> interfaceNumber.isEmpty() || each.number() == interfaceNumber.getAsInt())
            .toList();
    if (fitting.isEmpty()) {
      throw new NotMassStorageException(
          interfaceNumber.isPresent()
              ? "interface "
                  + interfaceNumber.getAsInt()
                  + " is not a mass storage interface with Bulk-Only Transport"
                  + (all.isEmpty() ? "" : "; those are: " + numbers(all))
              : "the device has no mass storage interface with Bulk-Only Transport");
    }
    var chosen = fitting.get(0);
    if (fitting.size() > 1) {
      notes.add(Irregularity.SEVERAL_INTERFACES, "interfaces " + numbers(all));
    }
    if (chosen.subclass() != SCSI_TRANSPARENT) {
      notes.add(Irregularity.SUBCLASS, String.format("bInterfaceSubClass %02x", chosen.subclass()));
    }
    return place(chosen);
  }

  private static List<Integer> numbers(List<InterfaceDescriptor> interfaces) {
    return interfaces.stream().map(InterfaceDescriptor::number).toList();
  }

  private static boolean isMassStorage(DeviceDescriptor device, InterfaceDescriptor each) {
    return each.interfaceClass() == MassStorageInterface.CLASS
        && (each.protocol() == MassStorageInterface.PROTOCOL || KnownDevices.areBulkOnly(device));
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
   * A STALL means that there is one unit (BOT 1.0, section 3.2); so does nonsense, and so does no
   * answer.
   */
  private int maxLun(MassStorageInterface place) throws HostException {
    var reading = pipe.tryRead(ClassRequest.getMaxLun(place.number()), MAX_LUN_TIMEOUT_NANOS);
    var answer = new Answer(reading.status(), reading.bytes());
    if (answer.bytes.length == 1 && (answer.bytes[0] & 0xff) <= HIGHEST_LUN) {
      return answer.bytes[0];
    }
    if (answer.status != Transfer.Status.STALL) {
      notes.add(Irregularity.MAX_LUN, answer.text());
    }
    return 0;
  }

  private static SetupPacket descriptor(int type, int index, int language, int length) {
    return StandardRequest.getDescriptor(type, index, language, length);
  }

  private Answer answer(SetupPacket setup) throws DeviceGoneException {
    var reading = pipe.tryRead(setup);
    return new Answer(reading.status(), reading.bytes());
  }

  /** What came of a request that reads: its bytes, none where it did not end well. */
  private static final class Answer {
    final Transfer.Status status;
    final byte[] bytes;
    final boolean timedOut;

    Answer(Transfer.Status status, byte[] bytes) {
      this.status = status;
      this.bytes = status == Transfer.Status.OK ? bytes : new byte[0];
      timedOut = status == Transfer.Status.PENDING;
    }

    String text() {
      if (timedOut) {
        return "no answer in time";
      }
      if (status != Transfer.Status.OK) {
        return status.toString();
      }
      return bytes.length == 0
          ? "no bytes"
          : HexFormat.ofDelimiter(" ").formatHex(bytes, 0, Math.min(bytes.length, 32));
    }
  }
}
