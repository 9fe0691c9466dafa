package dev.umsim.sim.capture;

import dev.umsim.core.usb.SetupPacket;
import dev.umsim.sim.capture.CapturedTransfer.Kind;
import dev.umsim.sim.capture.CapturedTransfer.Outcome;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A record of usbmon, the tap of Linux (Documentation/usb/usbmon.rst of the kernel): a header of 48
 * or 64 bytes, and data.
 */
final class UsbmonRecord {
  static final int SHORT_HEADER_LENGTH = 48;
  static final int HEADER_LENGTH = 64;
  private static final int SETUP_OFFSET = 40;

  /** The only bus of a capture that QEMU made; those of Linux count from 1. */
  private static final int BUS_OF_QEMU = 0;

  // Numbers of errors of Linux.
  private static final int ENOENT = -2;
  private static final int ENODEV = -19;
  private static final int EPIPE = -32;
  private static final int EOVERFLOW = -75;
  private static final int ECONNRESET = -104;
  private static final int ESHUTDOWN = -108;
  private static final int EINPROGRESS = -115;
  private static final int EREMOTEIO = -121;

  private UsbmonRecord() {}

  /** Reads a record; nothing if it is too short or of no known kind. */
  static Optional<UrbEvent> decode(CapturedFrame frame, int headerLength) {
    ByteBuffer in = frame.bytes();
    if (in.limit() < headerLength) {
      return Optional.empty();
    }
    char type = (char) in.get(8);
    int kind = in.get(9);
    if (type != 'S' && type != 'C' && type != 'E' || kind < 0 || kind >= Kind.values().length) {
      return Optional.empty();
    }
    int bus = Short.toUnsignedInt(in.getShort(12));
    int endpointAddress = in.get(10) & 0x8f;
    long length = Integer.toUnsignedLong(in.getInt(32));
    boolean control = Kind.values()[kind] == Kind.CONTROL;
    boolean setupPresent = control && type == 'S' && in.get(14) == 0;
    Optional<SetupPacket> setup = Optional.empty();
    if (setupPresent) {
      byte[] bytes = new byte[SetupPacket.LENGTH];
      in.get(SETUP_OFFSET, bytes);
      setup = Optional.of(SetupPacket.decode(bytes, 0));
    }
    // The length that the header gives for the data is not to be relied on: QEMU counts the header
    // in, and a snapshot length cuts behind it.
    byte[] data = new byte[(int) Math.min(in.limit() - headerLength, length)];
    in.get(headerLength, data);
    return Optional.of(
        new UrbEvent(
            type == 'S',
            in.getLong(0),
            new DevicePlace(bus, in.get(11) & 0x7f),
            endpointAddress,
            Kind.values()[kind],
            frame.timeNanos(),
            setup,
            outcome(in.getInt(28), bus, length),
            length,
            data));
  }

  private static Outcome outcome(int status, int bus, long length) {
    return switch (status) {
      case 0, EINPROGRESS -> Outcome.OK;
      case EPIPE -> Outcome.STALL;
      case EOVERFLOW -> Outcome.BABBLE;
      case ENOENT, ECONNRESET -> Outcome.CANCELLED;
      case ENODEV, ESHUTDOWN -> Outcome.DISCONNECTED;
      // Linux: less came than its driver wanted. QEMU writes it for whatever went wrong, which in
      // its devices is a STALL.
      case EREMOTEIO -> bus == BUS_OF_QEMU ? Outcome.STALL : Outcome.OK;
      default -> Outcome.ERROR;
    };
  }

  /** The number by which Linux tells how a transfer ended. */
  private static int status(Outcome outcome) {
    return switch (outcome) {
      case OK -> 0;
      case STALL -> EPIPE;
      case BABBLE -> EOVERFLOW;
      case CANCELLED -> ENOENT;
      case DISCONNECTED -> ESHUTDOWN;
      case ERROR -> -71; // EPROTO: nothing answers
      case UNFINISHED -> EINPROGRESS;
    };
  }

  /** Writes the header of 64 bytes of an event into {@code out}, little-endian and zero. */
  static void encodeHeader(UrbEvent event, ByteBuffer out) {
    boolean in = (event.endpointAddress() & 0x80) != 0;
    // Data stands with the submission of what goes out and with the end of what comes in.
    boolean hasData = event.submission() != in;
    out.putLong(0, event.id());
    out.put(8, (byte) (event.submission() ? 'S' : 'C'));
    out.put(9, (byte) event.kind().ordinal());
    out.put(10, (byte) event.endpointAddress());
    out.put(11, (byte) event.device().address());
    out.putShort(12, (short) event.device().bus());
    out.put(14, (byte) (event.setup().isPresent() ? 0 : '-'));
    out.put(15, (byte) (hasData && event.data().length > 0 ? 0 : in ? '<' : '>'));
    out.putLong(16, Math.floorDiv(event.timeNanos(), 1_000_000_000L));
    out.putInt(24, (int) (Math.floorMod(event.timeNanos(), 1_000_000_000L) / 1000));
    out.putInt(28, event.submission() ? EINPROGRESS : status(event.outcome()));
    out.putInt(32, (int) event.length());
    out.putInt(36, event.data().length);
    event.setup().ifPresent(setup -> out.put(SETUP_OFFSET, setup.encode()));
  }
}
