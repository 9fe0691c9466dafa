package dev.umsim.sim.usbredir;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.RequestType;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.sim.serve.Attachment;
import dev.umsim.sim.serve.ClientTransfer;
import io.netty.buffer.ByteBuf;
import io.netty.util.collection.LongObjectHashMap;
import org.jspecify.annotations.Nullable;

/** What a guest asks of the device that it has: requests become transfers, and these answers. */
final class GuestRequests {
  private static final int CONFIGURATION_LENGTH = 1;

  /** Answers a transfer that does not stand for itself. */
  private interface Answer {
    void give(PacketStatus status, ClientTransfer ended);
  }

  private final Attachment attachment;
  private final MessageWriter writer;
  private final LongObjectHashMap<Answer> answers = new LongObjectHashMap<>();

  GuestRequests(Attachment attachment, MessageWriter writer) {
    this.attachment = attachment;
    this.writer = writer;
  }

  Attachment attachment() {
    return attachment;
  }

  /**
   * Carries out a message.
   *
   * @param frame holds its data; null if it has none
   */
  void carryOut(MessageHeader header, ByteBuf body, @Nullable ByteBuf frame)
      throws MalformedMessageException {
    long id = header.id();
    switch (header.type()) {
      case RESET -> attachment.reset();
      case SET_CONFIGURATION -> setConfiguration(id, body.getUnsignedByte(0));
      case GET_CONFIGURATION -> getConfiguration(id);
      case SET_ALTERNATE_SETTING ->
          setAlternateSetting(id, body.getUnsignedByte(0), body.getUnsignedByte(1));
      case GET_ALTERNATE_SETTING -> getAlternateSetting(id, body.getUnsignedByte(0));
      case CANCEL_DATA_PACKET -> attachment.cancel(id);
      case CONTROL_PACKET -> control(id, ControlPacket.decode(body, 0), frame);
      case BULK_PACKET -> bulk(id, BulkPacket.decode(body, 0, writer.longLengths()), frame);
      // An interrupt endpoint here never has anything to say.
      case START_INTERRUPT_RECEIVING, STOP_INTERRUPT_RECEIVING -> {
        writer.small(
            MessageType.INTERRUPT_RECEIVING_STATUS,
            id,
            PacketStatus.SUCCESS.ordinal(),
            body.getUnsignedByte(0));
      }
      default -> {
        // Filters are for a side that chooses among devices; this one has none to choose.
      }
    }
  }

  private void setConfiguration(long id, int value) throws MalformedMessageException {
    attachment.cancelBulk();
    request(
        id,
        StandardRequest.setConfiguration(value),
        (status, ended) -> {
          if (status == PacketStatus.SUCCESS && value != 0) {
            writer.layout(attachment.description());
          }
          writer.small(MessageType.CONFIGURATION_STATUS, id, status.ordinal(), value);
        });
  }

  private void getConfiguration(long id) throws MalformedMessageException {
    request(
        id,
        new SetupPacket(
            RequestType.DEVICE_IN,
            StandardRequest.GET_CONFIGURATION.code(),
            0,
            0,
            CONFIGURATION_LENGTH),
        (status, ended) ->
            writer.small(
                MessageType.CONFIGURATION_STATUS, id, status.ordinal(), onlyByte(status, ended)));
  }

  private void setAlternateSetting(long id, int interfaceNumber, int setting)
      throws MalformedMessageException {
    request(
        id,
        new SetupPacket(
            RequestType.INTERFACE_OUT,
            StandardRequest.SET_INTERFACE.code(),
            setting,
            interfaceNumber,
            0),
        (status, ended) ->
            writer.small(
                MessageType.ALTERNATE_SETTING_STATUS,
                id,
                status.ordinal(),
                interfaceNumber,
                setting));
  }

  private void getAlternateSetting(long id, int interfaceNumber) throws MalformedMessageException {
    request(
        id,
        new SetupPacket(
            RequestType.INTERFACE_IN,
            StandardRequest.GET_INTERFACE.code(),
            0,
            interfaceNumber,
            CONFIGURATION_LENGTH),
        (status, ended) ->
            writer.small(
                MessageType.ALTERNATE_SETTING_STATUS,
                id,
                status.ordinal(),
                interfaceNumber,
                onlyByte(status, ended)));
  }

  private static int onlyByte(PacketStatus status, ClientTransfer ended) {
    return status == PacketStatus.SUCCESS && ended.transfer().movedBytes() == 1
        ? ended.frame().getUnsignedByte(ended.transfer().bufferIndex())
        : 0;
  }

  /** A request for which the protocol has messages of its own. */
  private void request(long id, SetupPacket setup, Answer answer) throws MalformedMessageException {
    requireAdmitted(id, setup.length());
    answers.put(id, answer);
    attachment.submitControl(id, setup, writer.frame(setup.length()), MessageBodies.FRAME_ROOM);
  }

  private void control(long id, ControlPacket packet, @Nullable ByteBuf frame)
      throws MalformedMessageException {
    var setup = packet.setup();
    boolean wellFormed =
        (packet.endpoint() & 0x7f) == 0
            && (setup.length() == 0 || setup.direction() == Direction.of(packet.endpoint()));
    if (!wellFormed) {
      release(frame);
      throw new MalformedMessageException(
          String.format("sent a request to endpoint %02x: %s", packet.endpoint(), setup));
    }
    if (!attachment.admits(id, setup.length())) {
      release(frame);
      throw tooMuch(setup.length());
    }
    if (StandardRequest.SET_ADDRESS.is(setup)) {
      release(frame);
      writer.control(writer.frame(0), id, packet, 0);
      return;
    }
    attachment.submitControl(
        id, setup, frame == null ? writer.frame(setup.length()) : frame, MessageBodies.FRAME_ROOM);
  }

  private void bulk(long id, BulkPacket packet, @Nullable ByteBuf frame)
      throws MalformedMessageException {
    if ((packet.endpoint() & 0x70) != 0 || (packet.endpoint() & 0x0f) == 0) {
      release(frame);
      throw new MalformedMessageException(
          String.format("sent a bulk packet for endpoint %02x", packet.endpoint()));
    }
    if (!attachment.admits(id, packet.length())) {
      release(frame);
      throw tooMuch(packet.length());
    }
    attachment.submitBulk(
        id,
        packet.endpoint(),
        frame == null ? writer.frame(packet.length()) : frame,
        MessageBodies.FRAME_ROOM,
        packet.length());
  }

  private static void release(@Nullable ByteBuf frame) {
    if (frame != null) {
      frame.release();
    }
  }

  private void requireAdmitted(long id, int length) throws MalformedMessageException {
    if (!attachment.admits(id, length)) {
      throw tooMuch(length);
    }
  }

  private static MalformedMessageException tooMuch(int length) {
    return new MalformedMessageException(
        "asked for "
            + Integer.toUnsignedString(length)
            + " bytes more than it may have under way, or used an id twice");
  }

  /** A transfer has ended: its frame goes back with the answer, or is released. */
  void completed(ClientTransfer ended) {
    var transfer = ended.transfer();
    var status = PacketStatus.of(transfer.status());
    var answer = answers.isEmpty() ? null : answers.remove(ended.number());
    int data = ended.direction() == Direction.IN ? transfer.movedBytes() : 0;
    if (answer != null) {
      answer.give(status, ended);
      ended.frame().release();
    } else if (transfer instanceof ControlTransfer control) {
      writer.control(ended.frame(), ended.number(), answerTo(control, status), data);
    } else if (transfer instanceof BulkTransfer bulk) {
      writer.bulk(
          ended.frame(),
          ended.number(),
          new BulkPacket(bulk.endpointAddress(), status, transfer.movedBytes(), 0),
          data);
    }
  }

  private static ControlPacket answerTo(ControlTransfer control, PacketStatus status) {
    var setup = control.setup();
    int endpoint =
        setup.length() > 0 && setup.direction() == Direction.IN ? 0x80 : setup.requestType() & 0x80;
    return new ControlPacket(
        endpoint,
        status,
        new SetupPacket(
            setup.requestType(),
            setup.request(),
            setup.value(),
            setup.index(),
            control.status() == Transfer.Status.OK ? control.movedBytes() : 0));
  }
}
