package dev.umsim.sim.usbip;

import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.SetupPacket;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/**
 * A message about a transfer, once a device is imported: 48 bytes, and the data behind them where
 * there is some (section "Protocol", USBIP_CMD_… and USBIP_RET_…).
 */
sealed interface TransferMessage {
  /** Bytes of each of them on the wire, without data. */
  int LENGTH = 48;

  int SUBMIT = 1;
  int UNLINK = 2;
  int SUBMITTED = 3;
  int UNLINKED = 4;

  /** number_of_packets of a transfer that is not isochronous, as Linux sends it. */
  int NOT_ISOCHRONOUS = 0;

  /** The same as the documentation has it. */
  int NOT_ISOCHRONOUS_BY_THE_BOOK = 0xffff_ffff;

  /** The sender's number for it; the answer bears the same. */
  int sequenceNumber();

  /** Writes the 48 bytes. */
  void encode(ByteBuf out, int index);

  /**
   * USBIP_CMD_SUBMIT: move something. Data to the device stands behind it.
   *
   * @param endpoint number 0 to 15
   * @param transferFlags of the Linux kernel, of no account to a device
   * @param length bytes asked for or offered, unsigned
   * @param setup of a control transfer; zeros otherwise
   */
  record Submit(
      int sequenceNumber,
      int deviceId,
      Direction direction,
      int endpoint,
      int transferFlags,
      int length,
      int startFrame,
      int packetCount,
      int interval,
      SetupPacket setup)
      implements TransferMessage {
    public Submit {
      if (endpoint < 0 || endpoint > 15) {
        throw new IllegalArgumentException("an endpoint is 0 to 15, not " + endpoint);
      }
    }

    /** Whether it is one of those that come in packets of their own, with descriptors behind. */
    boolean isIsochronous() {
      return packetCount != NOT_ISOCHRONOUS && packetCount != NOT_ISOCHRONOUS_BY_THE_BOOK;
    }

    @Override
    public void encode(ByteBuf out, int index) {
      encodeBasics(out, index, SUBMIT, sequenceNumber, deviceId, direction, endpoint);
      out.setInt(index + 20, transferFlags);
      out.setInt(index + 24, length);
      out.setInt(index + 28, startFrame);
      out.setInt(index + 32, packetCount);
      out.setInt(index + 36, interval);
      out.setBytes(index + 40, setup.encode());
    }
  }

  /**
   * USBIP_CMD_UNLINK: give a transfer up.
   *
   * @param victim the number of that transfer
   */
  record Unlink(int sequenceNumber, int deviceId, Direction direction, int endpoint, int victim)
      implements TransferMessage {
    public Unlink {
      if (endpoint < 0 || endpoint > 15) {
        throw new IllegalArgumentException("an endpoint is 0 to 15, not " + endpoint);
      }
    }

    @Override
    public void encode(ByteBuf out, int index) {
      encodeBasics(out, index, UNLINK, sequenceNumber, deviceId, direction, endpoint);
      out.setInt(index + 20, victim);
      out.setZero(index + 24, 24);
    }
  }

  /**
   * USBIP_RET_SUBMIT: a transfer has ended. Data from the device stands behind it.
   *
   * @param status 0 or an {@link ErrorNumber}, negative
   * @param actualLength bytes that were moved, unsigned
   */
  record Submitted(
      int sequenceNumber,
      int status,
      int actualLength,
      int startFrame,
      int packetCount,
      int errorCount)
      implements TransferMessage {
    @Override
    public void encode(ByteBuf out, int index) {
      encodeBasics(out, index, SUBMITTED, sequenceNumber, 0, Direction.OUT, 0);
      out.setInt(index + 20, status);
      out.setInt(index + 24, actualLength);
      out.setInt(index + 28, startFrame);
      out.setInt(index + 32, packetCount);
      out.setInt(index + 36, errorCount);
      out.setZero(index + 40, 8);
    }
  }

  /**
   * USBIP_RET_UNLINK: what came of giving up.
   *
   * @param status {@link ErrorNumber#CONNECTION_RESET} negative if the transfer was given up, 0 if
   *     it had ended before and was told so
   */
  record Unlinked(int sequenceNumber, int status) implements TransferMessage {
    @Override
    public void encode(ByteBuf out, int index) {
      encodeBasics(out, index, UNLINKED, sequenceNumber, 0, Direction.OUT, 0);
      out.setInt(index + 20, status);
      out.setZero(index + 24, 24);
    }
  }

  private static void encodeBasics(
      ByteBuf out,
      int index,
      int command,
      int sequenceNumber,
      int deviceId,
      Direction direction,
      int endpoint) {
    out.setInt(index, command);
    out.setInt(index + 4, sequenceNumber);
    out.setInt(index + 8, deviceId);
    out.setInt(index + 12, direction == Direction.IN ? 1 : 0);
    out.setInt(index + 16, endpoint);
  }

  /** Reads the 48 bytes. */
  static TransferMessage decode(ByteBuf in, int index) throws MalformedMessageException {
    int sequenceNumber = in.getInt(index + 4);
    return switch (in.getInt(index)) {
      case SUBMIT ->
          new Submit(
              sequenceNumber,
              in.getInt(index + 8),
              direction(in, index),
              endpoint(in, index),
              in.getInt(index + 20),
              in.getInt(index + 24),
              in.getInt(index + 28),
              in.getInt(index + 32),
              in.getInt(index + 36),
              SetupPacket.decode(ByteBufUtil.getBytes(in, index + 40, SetupPacket.LENGTH), 0));
      case UNLINK ->
          new Unlink(
              sequenceNumber,
              in.getInt(index + 8),
              direction(in, index),
              endpoint(in, index),
              in.getInt(index + 20));
      case SUBMITTED ->
          new Submitted(
              sequenceNumber,
              in.getInt(index + 20),
              in.getInt(index + 24),
              in.getInt(index + 28),
              in.getInt(index + 32),
              in.getInt(index + 36));
      case UNLINKED -> new Unlinked(sequenceNumber, in.getInt(index + 20));
      default ->
          throw new MalformedMessageException(
              "there is no command " + Integer.toUnsignedString(in.getInt(index)));
    };
  }

  private static Direction direction(ByteBuf in, int index) throws MalformedMessageException {
    return switch (in.getInt(index + 12)) {
      case 0 -> Direction.OUT;
      case 1 -> Direction.IN;
      default ->
          throw new MalformedMessageException(
              "a direction is 0 or 1, not " + Integer.toUnsignedString(in.getInt(index + 12)));
    };
  }

  private static int endpoint(ByteBuf in, int index) throws MalformedMessageException {
    int endpoint = in.getInt(index + 16);
    if (endpoint < 0 || endpoint > 15) {
      throw new MalformedMessageException(
          "an endpoint is 0 to 15, not " + Integer.toUnsignedString(endpoint));
    }
    return endpoint;
  }
}
