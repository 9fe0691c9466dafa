package dev.umsim.sim.usbip;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.usb.Speed;
import dev.umsim.sim.serve.DeviceDescription;
import dev.umsim.sim.serve.ExportedDevice;
import io.netty.buffer.ByteBuf;

/**
 * A device as OP_REP_DEVLIST and OP_REP_IMPORT describe it, in 312 bytes.
 *
 * @param path where the server has it
 * @param busId how hosts name it, such as 1-1
 * @param speedCode 1 low, 2 full, 3 high, 5 super
 * @param configurationValue of the configuration in use, 0 for none
 */
record DeviceRecord(
    String path,
    String busId,
    int busNumber,
    int deviceNumber,
    int speedCode,
    int vendorId,
    int productId,
    int deviceVersion,
    int deviceClass,
    int deviceSubclass,
    int deviceProtocol,
    int configurationValue,
    int configurationCount,
    int interfaceCount) {
  /** Bytes of it on the wire. */
  static final int LENGTH = 312;

  /** Bytes that follow for each interface in a device list: class, subclass, protocol, 0. */
  static final int INTERFACE_LENGTH = 4;

  /** Bytes of a bus id where it stands alone. */
  static final int BUS_ID_LENGTH = 32;

  private static final int PATH_LENGTH = 256;
  private static final int FULL_SPEED = 2;
  private static final int HIGH_SPEED = 3;

  DeviceRecord {
    FixedText.require(path, PATH_LENGTH);
    FixedText.require(busId, BUS_ID_LENGTH);
  }

  /** A device of the service, which is plugged in. */
  static DeviceRecord of(ExportedDevice exported) {
    DeviceDescription description = exported.description();
    var device = requireNonNull(description).device();
    return new DeviceRecord(
        "/sys/devices/umsim/usb1/" + exported.busId(),
        exported.busId(),
        1,
        exported.deviceNumber(),
        description.speed() == Speed.HIGH ? HIGH_SPEED : FULL_SPEED,
        device.vendorId(),
        device.productId(),
        device.deviceVersion(),
        description.deviceClass(),
        description.deviceSubclass(),
        description.deviceProtocol(),
        description.configuration().value(),
        device.configurationCount(),
        (int)
            description.configuration().interfaces().stream()
                .filter(each -> each.alternateSetting() == 0)
                .count());
  }

  /** How messages name the device once it is imported. */
  int deviceId() {
    return busNumber << 16 | deviceNumber;
  }

  /** The speed; a low-speed or SuperSpeed device has none that is known here. */
  Speed speed() throws MalformedMessageException {
    return switch (speedCode) {
      case FULL_SPEED -> Speed.FULL;
      case HIGH_SPEED -> Speed.HIGH;
      default ->
          throw new MalformedMessageException(
              "a device of speed " + speedCode + " is neither at full nor at high speed");
    };
  }

  static DeviceRecord decode(ByteBuf in, int index) {
    return new DeviceRecord(
        FixedText.decode(in, index, PATH_LENGTH - 1),
        FixedText.decode(in, index + 256, BUS_ID_LENGTH - 1),
        in.getInt(index + 288),
        in.getInt(index + 292),
        in.getInt(index + 296),
        in.getUnsignedShort(index + 300),
        in.getUnsignedShort(index + 302),
        in.getUnsignedShort(index + 304),
        in.getUnsignedByte(index + 306),
        in.getUnsignedByte(index + 307),
        in.getUnsignedByte(index + 308),
        in.getUnsignedByte(index + 309),
        in.getUnsignedByte(index + 310),
        in.getUnsignedByte(index + 311));
  }

  void encode(ByteBuf out, int index) {
    FixedText.encode(path, out, index, PATH_LENGTH);
    FixedText.encode(busId, out, index + 256, BUS_ID_LENGTH);
    out.setInt(index + 288, busNumber);
    out.setInt(index + 292, deviceNumber);
    out.setInt(index + 296, speedCode);
    out.setShort(index + 300, vendorId);
    out.setShort(index + 302, productId);
    out.setShort(index + 304, deviceVersion);
    out.setByte(index + 306, deviceClass);
    out.setByte(index + 307, deviceSubclass);
    out.setByte(index + 308, deviceProtocol);
    out.setByte(index + 309, configurationValue);
    out.setByte(index + 310, configurationCount);
    out.setByte(index + 311, interfaceCount);
  }
}
