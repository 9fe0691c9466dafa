package dev.umsim.core.rockbox;

import dev.umsim.core.DeviceEvents;
import dev.umsim.core.usb.ControlAnswer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Speed;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.descriptor.DescriptorType;
import java.util.Optional;

/**
 * The requests of endpoint 0 as Rockbox answers them (usb_core.c at 789d796): by recipient and
 * number; most of the rest of a request is not looked at.
 */
final class DeviceRequests {

  /** What the core receives in a data stage at most. */
  private static final int MOST_DATA_BYTES = 256;

  private static final Optional<ControlAnswer> STALL = Optional.of(ControlAnswer.STALL);
  private static final Optional<ControlAnswer> DONE = Optional.of(ControlAnswer.DONE);
  private static final Optional<ControlAnswer> ZEROS = Optional.of(ControlAnswer.data(0, 0));

  /** What requests ask of the device and change in it. */
  interface Device {
    Speed speed();

    int configuration();

    void setConfiguration(int value);

    boolean halted(int endpointAddress);

    void setHalted(int endpointAddress, boolean halted);

    /** Nothing is answered any more: a test mode. */
    void silence();

    /** No request is answered any more before the next bus reset. */
    void loseControl();
  }

  private final RockboxSettings settings;
  private final RockboxFunction function;
  private final Device device;
  private final DeviceEvents events;
  private final DeviceDescriptors descriptors;

  DeviceRequests(
      RockboxSettings settings, RockboxFunction function, Device device, DeviceEvents events) {
    this.settings = settings;
    this.function = function;
    this.device = device;
    this.events = events;
    descriptors = new DeviceDescriptors(settings, function);
  }

  /** The answer, or nothing where the stack gives none. */
  Optional<ControlAnswer> answer(SetupPacket setup) {
    boolean sendsData = setup.length() > 0 && setup.direction() == Direction.OUT;
    if (sendsData && setup.length() > MOST_DATA_BYTES) {
      return STALL;
    }
    var answer = answerByRecipient(setup);
    boolean receives = sendsData && answer.filter(ControlAnswer.Done.class::isInstance).isPresent();
    return receives ? answer.map(done -> new ControlAnswer.Receive(data -> done)) : answer;
  }

  private Optional<ControlAnswer> answerByRecipient(SetupPacket setup) {
    return switch (setup.recipient()) {
      case DEVICE -> toDevice(setup);
      case INTERFACE -> toInterface(setup);
      case ENDPOINT -> toEndpoint(setup);
      case OTHER, RESERVED -> unknown();
    };
  }

  private Optional<ControlAnswer> unknown() {
    return settings.has(Habit.UNKNOWN_NOT_ANSWERED) ? Optional.empty() : STALL;
  }

  /** Whether the request is a standard one is not looked at. */
  private Optional<ControlAnswer> toDevice(SetupPacket setup) {
    var request = StandardRequest.of(setup.request());
    if (request.isEmpty()) {
      return unknown();
    }
    return switch (request.get()) {
      // Bus powered, whatever the configuration says.
      case GET_STATUS -> ZEROS;
      case CLEAR_FEATURE -> unknown();
      case SET_FEATURE -> setDeviceFeature(setup);
      case SET_ADDRESS -> {
        function.cancelTransfers();
        yield DONE;
      }
      case GET_DESCRIPTOR -> getDescriptor(setup);
      case GET_CONFIGURATION -> Optional.of(ControlAnswer.data(device.configuration()));
      case SET_CONFIGURATION -> setConfiguration(setup.value());
      case SET_DESCRIPTOR, GET_INTERFACE, SET_INTERFACE, SYNCH_FRAME -> unknown();
    };
  }

  private Optional<ControlAnswer> setDeviceFeature(SetupPacket setup) {
    if (setup.value() != StandardRequest.TEST_MODE || settings.has(Habit.SET_FEATURE_DECLINED)) {
      return unknown();
    }
    return Optional.of(new ControlAnswer.Done(device::silence));
  }

  /** All transfers are cancelled first, and for nothing where there is no such configuration. */
  private Optional<ControlAnswer> setConfiguration(int value) {
    function.cancelTransfers();
    if (value > 1 && !settings.has(Habit.ANY_CONFIGURATION)) {
      return STALL;
    }
    device.setConfiguration(value == 0 ? 0 : 1);
    return DONE;
  }

  private Optional<ControlAnswer> getDescriptor(SetupPacket setup) {
    int index = setup.value() & 0xff;
    return switch (setup.value() >> 8) {
      case DescriptorType.DEVICE -> data(descriptors.device());
      case DescriptorType.DEVICE_QUALIFIER -> data(descriptors.qualifier());
      case DescriptorType.CONFIGURATION ->
          configuration(index, descriptors.configuration(device.speed()));
      case DescriptorType.OTHER_SPEED_CONFIGURATION ->
          settings.has(Habit.NO_OTHER_SPEED)
              ? STALL
              : configuration(index, descriptors.otherSpeed(device.speed()));
      case DescriptorType.STRING ->
          descriptors.string(index).map(DeviceRequests::data).orElse(STALL);
      default -> STALL;
    };
  }

  private static Optional<ControlAnswer> data(byte[] bytes) {
    return Optional.of(new ControlAnswer.Data(bytes));
  }

  /** The check of the index lets the number of configurations itself through. */
  private Optional<ControlAnswer> configuration(int index, byte[] descriptor) {
    return switch (index) {
      case 0 -> data(descriptor);
      case 1 -> {
        events.undefinedBehaviour("configuration 1 of 1 is described from unwritten memory");
        yield Optional.empty();
      }
      default -> STALL;
    };
  }

  private Optional<ControlAnswer> toInterface(SetupPacket setup) {
    return switch (setup.type()) {
      case STANDARD -> {
        var request = StandardRequest.of(setup.request());
        yield request.isPresent() ? toInterface(request.get()) : toStorage(setup);
      }
      case CLASS -> toStorage(setup);
      case VENDOR, RESERVED -> unknown();
    };
  }

  private Optional<ControlAnswer> toInterface(StandardRequest request) {
    return switch (request) {
      case GET_STATUS -> ZEROS;
      case SET_FEATURE, CLEAR_FEATURE -> unknown();
      case GET_INTERFACE ->
          settings.has(Habit.GET_INTERFACE_ANSWERED) ? Optional.of(ControlAnswer.data(0)) : STALL;
      case SET_INTERFACE -> settings.has(Habit.SET_INTERFACE_ACCEPTED) ? DONE : STALL;
      default -> STALL;
    };
  }

  /** Storage is interface 0, by the low byte of wIndex. */
  private Optional<ControlAnswer> toStorage(SetupPacket setup) {
    return device.configuration() != 0 && (setup.index() & 0xff) == 0
        ? requestOfStorage(setup)
        : STALL;
  }

  /**
   * The driver hands over the byte of Get Max LUN whatever the direction is; where it is OUT the
   * controller waits for what never comes, and takes no other answer.
   */
  private Optional<ControlAnswer> requestOfStorage(SetupPacket setup) {
    var answer = function.request(setup);
    boolean lost =
        answer instanceof ControlAnswer.Data
            && setup.direction() == Direction.OUT
            && !settings.has(Habit.MAX_LUN_EITHER_WAY);
    if (lost) {
      device.loseControl();
    }
    return lost ? Optional.empty() : Optional.of(answer);
  }

  private Optional<ControlAnswer> toEndpoint(SetupPacket setup) {
    return switch (setup.type()) {
      case STANDARD ->
          StandardRequest.of(setup.request())
              .map(request -> toEndpoint(request, setup))
              .orElse(STALL);
      case CLASS -> toEndpointOfStorage(setup);
      case VENDOR, RESERVED -> STALL;
    };
  }

  private Optional<ControlAnswer> toEndpointOfStorage(SetupPacket setup) {
    boolean isStorage =
        function.describe(device.speed()).endpoints().stream()
            .anyMatch(endpoint -> endpoint.address() == (setup.index() & 0xff));
    return device.configuration() != 0 && isStorage ? requestOfStorage(setup) : STALL;
  }

  /** Endpoints that do not exist are as good as any. */
  private Optional<ControlAnswer> toEndpoint(StandardRequest request, SetupPacket setup) {
    int address = setup.index() & 0xff;
    boolean isHalt = setup.value() == StandardRequest.ENDPOINT_HALT;
    return switch (request) {
      case GET_STATUS ->
          !settings.has(Habit.STATUS_ALWAYS_ZERO) && device.halted(address)
              ? Optional.of(ControlAnswer.data(1, 0))
              : ZEROS;
      case CLEAR_FEATURE -> {
        if (isHalt || settings.has(Habit.CLEAR_FEATURE_ALWAYS_CLEARS)) {
          device.setHalted(address, false);
        } else if (settings.has(Habit.CLEAR_FEATURE_HALTS)) {
          device.setHalted(address, true);
        }
        yield DONE;
      }
      case SET_FEATURE -> {
        if (settings.has(Habit.SET_FEATURE_DECLINED)) {
          yield STALL;
        }
        if (settings.has(Habit.SET_FEATURE_BY_VALUE)) {
          device.setHalted(address, !isHalt);
        } else if (isHalt) {
          device.setHalted(address, true);
        }
        yield DONE;
      }
      default -> STALL;
    };
  }
}
