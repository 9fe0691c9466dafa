package dev.umsim.core.usb;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.usb.RequestChoices.Occasion;
import dev.umsim.core.usb.descriptor.ConfigurationDescriptor;
import dev.umsim.core.usb.descriptor.DescriptorType;
import dev.umsim.core.usb.descriptor.DeviceDescriptor;
import dev.umsim.core.usb.descriptor.EndpointDescriptor;
import dev.umsim.core.usb.descriptor.StringDescriptor;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A USB device with one configuration: addresses, descriptors, features and standard requests (USB
 * 2.0, chapter 9).
 *
 * <pre>
 *   DEFAULT --SET_ADDRESS--> ADDRESS --SET_CONFIGURATION--> CONFIGURED
 *      ^-------------------- bus reset from any state ----------'
 * </pre>
 *
 * <p>What chapter 9 leaves unspecified is answered by STALL. Every request is looked at in all its
 * fields.
 */
public final class UsbDevice implements PortDevice {
  private static final int CONFIGURATION_VALUE = 1;
  private static final int MAX_POWER_MILLIAMPS = 100;
  private static final int MANUFACTURER_INDEX = 1;
  private static final int PRODUCT_INDEX = 2;
  private static final int SERIAL_NUMBER_INDEX = 3;

  /** The states in which a device answers (section 9.1.1). */
  public enum State {
    DEFAULT,
    ADDRESS,
    CONFIGURED
  }

  private final DeviceIdentity identity;
  private final boolean dualSpeed;
  private final List<UsbFunction> functions;
  private final RequestChoices choices;
  private @Nullable UsbPort port;
  private State state = State.DEFAULT;
  private Speed speed = Speed.FULL;
  private int address;

  /** The request that endpoint 0 is dealing with. */
  private @Nullable SetupPacket current;

  /** The bus was reset, and the device has not been configured since. */
  private boolean busIsNew = true;

  /**
   * A device of one or more functions.
   *
   * @param dualSpeed whether it does high speed beside full speed
   * @param functions their interface numbers count from 0 upward; no two share an endpoint
   */
  public UsbDevice(
      DeviceIdentity identity,
      boolean dualSpeed,
      List<UsbFunction> functions,
      RequestChoices choices) {
    this.identity = identity;
    this.dualSpeed = dualSpeed;
    this.functions = List.copyOf(functions);
    this.choices = choices;
    requireDistinct();
  }

  private void requireDistinct() {
    var endpoints = new HashSet<Integer>();
    for (int number = 0; number < functions.size(); number++) {
      var description = functions.get(number).describe(Speed.FULL);
      if (description.number() != number) {
        throw new IllegalArgumentException(
            "interfaces are numbered from 0 upward; number "
                + description.number()
                + " stands at place "
                + number);
      }
      for (var endpoint : description.endpoints()) {
        if (!endpoints.add(endpoint.address())) {
          throw new IllegalArgumentException(
              String.format("two interfaces use endpoint %02x", endpoint.address()));
        }
      }
    }
  }

  @Override
  public void attach(UsbPort port) {
    if (this.port != null) {
      throw new IllegalStateException("the device is attached already");
    }
    this.port = port;
    choices.poweredOn();
  }

  @Override
  public boolean attached() {
    return port != null;
  }

  /** The plug is pulled; it may be put in again, into another port(). */
  @Override
  public void detach() {
    unconfigure();
    current = null;
    port().silence();
    port = null;
  }

  /** The device is of no use any more; it has to be unplugged by then. */
  @Override
  public void close() {
    functions.forEach(UsbFunction::close);
  }

  /** A bus reset; the device and the port agree on a speed. */
  @Override
  public Speed reset(Speed highestSpeed) {
    unconfigure();
    current = null;
    busIsNew = true;
    choices.busReset();
    state = State.DEFAULT;
    address = 0;
    speed = dualSpeed ? highestSpeed : Speed.FULL;
    return speed;
  }

  /** The state of chapter 9. */
  public State state() {
    return state;
  }

  /** The address, 0 in the Default state. */
  public int address() {
    return address;
  }

  @Override
  public void setup(SetupPacket setup) {
    current = setup;
    choices.beforeAnswer(setup, () -> deal(setup));
  }

  private void deal(SetupPacket setup) {
    if (setup != current) {
      return;
    }
    var taken = choices.taken(setup);
    var answer = choices.answer(taken, answer(taken));
    if (!(answer instanceof ControlAnswer.Silence)) {
      port().answer(setup, answer);
    }
  }

  private ControlAnswer answer(SetupPacket setup) {
    return switch (setup.type()) {
      case STANDARD ->
          StandardRequest.of(setup.request())
              .map(request -> standard(request, setup))
              .orElse(ControlAnswer.STALL);
      case CLASS, VENDOR ->
          state == State.CONFIGURED
              ? function(setup).map(each -> each.request(setup)).orElse(ControlAnswer.STALL)
              : ControlAnswer.STALL;
      case RESERVED -> ControlAnswer.STALL;
    };
  }

  /** The function that an interface or endpoint request is for. */
  private Optional<UsbFunction> function(SetupPacket setup) {
    return switch (setup.recipient()) {
      case INTERFACE -> functionOfInterface(setup.index());
      case ENDPOINT -> functionOfEndpoint(setup.index());
      case DEVICE, OTHER, RESERVED -> Optional.empty();
    };
  }

  private Optional<UsbFunction> functionOfInterface(int number) {
    return number < functions.size() ? Optional.of(functions.get(number)) : Optional.empty();
  }

  @Override
  public List<Integer> endpointsOf(int interfaceNumber) {
    return functionOfInterface(interfaceNumber).stream()
        .flatMap(each -> each.describe(speed).endpoints().stream())
        .map(EndpointDescriptor::address)
        .toList();
  }

  private Optional<UsbFunction> functionOfEndpoint(int endpointAddress) {
    return functions.stream()
        .filter(
            each ->
                each.describe(speed).endpoints().stream()
                    .anyMatch(endpoint -> endpoint.address() == endpointAddress))
        .findFirst();
  }

  private ControlAnswer standard(StandardRequest request, SetupPacket setup) {
    return switch (request) {
      case GET_STATUS -> getStatus(setup);
      case CLEAR_FEATURE -> clearFeature(setup);
      case SET_FEATURE -> setFeature(setup);
      case SET_ADDRESS -> setAddress(setup);
      case GET_DESCRIPTOR -> getDescriptor(setup);
      case GET_CONFIGURATION -> getConfiguration(setup);
      case SET_CONFIGURATION -> setConfiguration(setup);
      case GET_INTERFACE -> getInterface(setup);
      case SET_INTERFACE -> setInterface(setup);
      case SET_DESCRIPTOR, SYNCH_FRAME -> ControlAnswer.STALL;
    };
  }

  private ControlAnswer getStatus(SetupPacket setup) {
    if (state == State.DEFAULT || setup.value() != 0 || setup.length() != 2) {
      return ControlAnswer.STALL;
    }
    return switch (setup.requestType()) {
      // Bus powered, and no remote wakeup to be enabled.
      case RequestType.DEVICE_IN ->
          setup.index() == 0 ? ControlAnswer.data(0, 0) : ControlAnswer.STALL;
      case RequestType.INTERFACE_IN ->
          configuredInterface(setup.index()) ? ControlAnswer.data(0, 0) : ControlAnswer.STALL;
      case RequestType.ENDPOINT_IN ->
          isEndpointZero(setup.index())
              ? ControlAnswer.data(0, 0)
              : configuredPipe(setup.index())
                  .map(pipe -> ControlAnswer.data(pipe.halted() ? 1 : 0, 0))
                  .orElse(ControlAnswer.STALL);
      default -> ControlAnswer.STALL;
    };
  }

  private ControlAnswer clearFeature(SetupPacket setup) {
    if (!isEndpointHalt(setup)) {
      return ControlAnswer.STALL;
    }
    if (isEndpointZero(setup.index())) {
      return ControlAnswer.DONE;
    }
    return configuredPipe(setup.index()).map(this::clearHalt).orElse(ControlAnswer.STALL);
  }

  private ControlAnswer clearHalt(BulkPipe pipe) {
    if (choices.beginsToggles(Occasion.CLEAR_HALT)) {
      pipe.clearHalt();
    } else {
      pipe.endHalt();
    }
    functionOfEndpoint(pipe.address()).ifPresent(each -> each.haltCleared(pipe.address()));
    return ControlAnswer.DONE;
  }

  private ControlAnswer setFeature(SetupPacket setup) {
    if (isTestMode(setup)) {
      return new ControlAnswer.Done(this::enterTestMode);
    }
    if (!isEndpointHalt(setup)) {
      return ControlAnswer.STALL;
    }
    return configuredPipe(setup.index())
        .map(
            pipe -> {
              pipe.halt();
              return ControlAnswer.DONE;
            })
        .orElse(ControlAnswer.STALL);
  }

  private boolean isEndpointHalt(SetupPacket setup) {
    return state != State.DEFAULT
        && setup.requestType() == RequestType.ENDPOINT_OUT
        && setup.value() == StandardRequest.ENDPOINT_HALT
        && setup.length() == 0;
  }

  /** A selector that a high-speed device knows: the five of table 9-7, or a vendor's own. */
  private boolean isTestMode(SetupPacket setup) {
    int selector = setup.index() >> 8;
    return dualSpeed
        && setup.requestType() == RequestType.DEVICE_OUT
        && setup.value() == StandardRequest.TEST_MODE
        && (setup.index() & 0xff) == 0
        && selector >= 1
        && selector <= 5
        && setup.length() == 0;
  }

  /** From then on the device drives a test pattern, until it loses its power (section 9.4.9). */
  private void enterTestMode() {
    unconfigure();
    port().silence();
  }

  private ControlAnswer setAddress(SetupPacket setup) {
    if (state == State.CONFIGURED
        || setup.requestType() != RequestType.DEVICE_OUT
        || setup.value() > 127
        || setup.index() != 0
        || setup.length() != 0) {
      return ControlAnswer.STALL;
    }
    return new ControlAnswer.Done(
        () -> {
          address = setup.value();
          state = address == 0 ? State.DEFAULT : State.ADDRESS;
        });
  }

  private ControlAnswer getDescriptor(SetupPacket setup) {
    if (setup.requestType() != RequestType.DEVICE_IN) {
      return ControlAnswer.STALL;
    }
    int index = setup.value() & 0xff;
    int type = setup.value() >> 8;
    if (type != DescriptorType.STRING && (index != 0 || setup.index() != 0)) {
      return ControlAnswer.STALL;
    }
    var other = speed == Speed.HIGH ? Speed.FULL : Speed.HIGH;
    return switch (type) {
      case DescriptorType.DEVICE -> new ControlAnswer.Data(deviceDescriptor().encode());
      case DescriptorType.CONFIGURATION -> new ControlAnswer.Data(configuration(speed).encode());
      case DescriptorType.STRING -> string(index);
      case DescriptorType.DEVICE_QUALIFIER ->
          dualSpeed
              ? new ControlAnswer.Data(deviceDescriptor().encodeQualifier())
              : ControlAnswer.STALL;
      case DescriptorType.OTHER_SPEED_CONFIGURATION ->
          dualSpeed
              ? new ControlAnswer.Data(configuration(other).encodeOtherSpeed())
              : ControlAnswer.STALL;
      default -> ControlAnswer.STALL;
    };
  }

  private DeviceDescriptor deviceDescriptor() {
    return new DeviceDescriptor(
        0x0200,
        ControlPipe.MAX_PACKET_BYTES,
        identity.vendorId(),
        identity.productId(),
        identity.deviceVersion(),
        MANUFACTURER_INDEX,
        PRODUCT_INDEX,
        SERIAL_NUMBER_INDEX,
        1);
  }

  private ConfigurationDescriptor configuration(Speed speed) {
    return new ConfigurationDescriptor(
        CONFIGURATION_VALUE,
        0,
        false,
        false,
        MAX_POWER_MILLIAMPS,
        functions.stream().map(each -> each.describe(speed)).toList());
  }

  private ControlAnswer string(int index) {
    return switch (index) {
      case 0 -> new ControlAnswer.Data(StringDescriptor.encodeLanguage(StringDescriptor.ENGLISH));
      case MANUFACTURER_INDEX ->
          new ControlAnswer.Data(StringDescriptor.encode(identity.manufacturer()));
      case PRODUCT_INDEX -> new ControlAnswer.Data(StringDescriptor.encode(identity.product()));
      case SERIAL_NUMBER_INDEX ->
          new ControlAnswer.Data(StringDescriptor.encode(identity.serialNumber()));
      default -> ControlAnswer.STALL;
    };
  }

  private ControlAnswer getConfiguration(SetupPacket setup) {
    if (state == State.DEFAULT
        || setup.requestType() != RequestType.DEVICE_IN
        || setup.value() != 0
        || setup.index() != 0
        || setup.length() != 1) {
      return ControlAnswer.STALL;
    }
    return ControlAnswer.data(state == State.CONFIGURED ? CONFIGURATION_VALUE : 0);
  }

  private ControlAnswer setConfiguration(SetupPacket setup) {
    if (state == State.DEFAULT
        || setup.requestType() != RequestType.DEVICE_OUT
        || setup.value() != 0 && setup.value() != CONFIGURATION_VALUE
        || setup.index() != 0
        || setup.length() != 0) {
      return ControlAnswer.STALL;
    }
    unconfigure();
    if (setup.value() == CONFIGURATION_VALUE) {
      state = State.CONFIGURED;
      functions.forEach(each -> configure(each, Occasion.SET_CONFIGURATION));
      busIsNew = false;
    }
    return ControlAnswer.DONE;
  }

  private ControlAnswer getInterface(SetupPacket setup) {
    return setup.requestType() == RequestType.INTERFACE_IN
            && setup.value() == 0
            && configuredInterface(setup.index())
            && setup.length() == 1
        ? ControlAnswer.data(0)
        : ControlAnswer.STALL;
  }

  private ControlAnswer setInterface(SetupPacket setup) {
    if (setup.requestType() != RequestType.INTERFACE_OUT
        || setup.value() != 0
        || !configuredInterface(setup.index())
        || setup.length() != 0) {
      return ControlAnswer.STALL;
    }
    var function = functions.get(setup.index());
    function.deconfigured();
    configure(function, Occasion.SET_INTERFACE);
    return ControlAnswer.DONE;
  }

  private void configure(UsbFunction function, Occasion occasion) {
    boolean begins = busIsNew || choices.beginsToggles(occasion);
    for (var endpoint : function.describe(speed).endpoints()) {
      var pipe = port().bulkPipe(endpoint.address());
      int toggle = pipe.deviceToggle();
      pipe.open(endpoint.maxPacketBytes());
      if (!begins) {
        pipe.goOnWith(toggle);
      }
    }
    function.configured(port()::bulkPipe);
  }

  private void unconfigure() {
    if (state != State.CONFIGURED) {
      return;
    }
    state = State.ADDRESS;
    for (var function : functions) {
      function.deconfigured();
      for (EndpointDescriptor endpoint : function.describe(speed).endpoints()) {
        port().bulkPipe(endpoint.address()).close();
      }
    }
  }

  private boolean configuredInterface(int number) {
    return state == State.CONFIGURED && number < functions.size();
  }

  private Optional<BulkPipe> configuredPipe(int endpointAddress) {
    return state == State.CONFIGURED
        ? functionOfEndpoint(endpointAddress).map(each -> port().bulkPipe(endpointAddress))
        : Optional.empty();
  }

  private static boolean isEndpointZero(int index) {
    return index == 0x00 || index == 0x80;
  }

  /** The port that it is plugged into. */
  private UsbPort port() {
    return requireNonNull(port, "not attached");
  }
}
