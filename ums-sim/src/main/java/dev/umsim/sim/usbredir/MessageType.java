package dev.umsim.sim.usbredir;

/** The messages of the protocol that concern this side, by their number on the wire. */
enum MessageType {
  HELLO(0),
  DEVICE_CONNECT(1),
  DEVICE_DISCONNECT(2),
  RESET(3),
  INTERFACE_INFO(4),
  ENDPOINT_INFO(5),
  SET_CONFIGURATION(6),
  GET_CONFIGURATION(7),
  CONFIGURATION_STATUS(8),
  SET_ALTERNATE_SETTING(9),
  GET_ALTERNATE_SETTING(10),
  ALTERNATE_SETTING_STATUS(11),
  START_INTERRUPT_RECEIVING(15),
  STOP_INTERRUPT_RECEIVING(16),
  INTERRUPT_RECEIVING_STATUS(17),
  CANCEL_DATA_PACKET(21),
  FILTER_REJECT(22),
  FILTER_FILTER(23),
  DEVICE_DISCONNECT_ACK(24),
  CONTROL_PACKET(100),
  BULK_PACKET(101);

  private final int number;

  MessageType(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  static MessageType of(int number) throws MalformedMessageException {
    for (var type : values()) {
      if (type.number == number) {
        return type;
      }
    }
    throw new MalformedMessageException(
        "there is no message " + Integer.toUnsignedString(number) + " for this side");
  }
}
