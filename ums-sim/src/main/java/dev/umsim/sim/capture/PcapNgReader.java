package dev.umsim.sim.capture;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a capture file of blocks (draft-ietf-opsawg-pcapng): sections, each with interfaces that
 * have a link type and a resolution of time of their own. Blocks that say nothing of packets are
 * passed over.
 */
final class PcapNgReader implements FrameReader {
  static final int SECTION_HEADER = 0x0a0d0d0a;
  static final int BYTE_ORDER_MAGIC = 0x1a2b3c4d;
  static final int INTERFACE_DESCRIPTION = 1;
  static final int SIMPLE_PACKET = 3;
  static final int ENHANCED_PACKET = 6;
  private static final int OBSOLETE_PACKET = 2;
  static final int OPTION_TIME_RESOLUTION = 9;
  static final int OPTION_TIME_OFFSET = 14;

  /** Type, length, and the length once more behind the body. */
  private static final int BLOCK_FRAME_LENGTH = 12;

  /** More than any recorder has; a file of nothing else shall not take memory. */
  private static final int INTERFACES_MAX = 1024;

  private final CaptureBytes in;
  private final List<Interface> interfaces = new ArrayList<>();
  private ByteOrder order;
  private long at;

  /** How the packets of one interface are to be read. */
  private record Interface(int linkType, long snapLength, TimeUnit unit, long offsetSeconds) {}

  /** A unit of time: so many of them are a second. */
  private record TimeUnit(BigInteger perSecond) {
    static final TimeUnit MICROSECOND = new TimeUnit(BigInteger.valueOf(1_000_000));
    private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);

    /** From if_tsresol: a power of ten, or of two where the highest bit is set. */
    static TimeUnit of(int resolution) {
      int exponent = resolution & 0x7f;
      return new TimeUnit(
          BigInteger.valueOf((resolution & 0x80) != 0 ? 2 : 10).pow(Math.min(exponent, 64)));
    }

    long nanos(long count) {
      var unsigned = new BigInteger(Long.toUnsignedString(count));
      // What does not fit is no time that anybody has seen.
      return unsigned.multiply(NANOS).divide(perSecond).longValue();
    }
  }

  /** Reads from the first section header on, behind its type. */
  PcapNgReader(CaptureBytes in) throws IOException {
    this.in = in;
    beginSection();
  }

  /** A section says in which order its bytes are, in the middle of its header. */
  private void beginSection() throws IOException {
    ByteBuffer head = in.read(8, ByteOrder.LITTLE_ENDIAN);
    if (head.limit() < 8) {
      throw new MalformedCaptureException("ends within the header of a pcapng file");
    }
    order = head.getInt(4) == BYTE_ORDER_MAGIC ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    if (head.order(order).getInt(4) != BYTE_ORDER_MAGIC) {
      throw damaged("a section without its byte order");
    }
    long length = Integer.toUnsignedLong(head.getInt(0));
    if (length < 28 || length % 4 != 0) {
      throw damaged("a section header of " + length + " bytes");
    }
    interfaces.clear();
    if (!in.skip(length - 12)) {
      throw tooShort();
    }
  }

  @Override
  public Optional<CapturedFrame> next() throws IOException {
    while (true) {
      at = in.position();
      ByteBuffer type = in.read(4, ByteOrder.LITTLE_ENDIAN);
      if (type.limit() == 0) {
        return Optional.empty();
      }
      if (type.limit() < 4) {
        throw tooShort();
      }
      if (type.getInt(0) == SECTION_HEADER) {
        beginSection();
        continue;
      }
      Optional<CapturedFrame> frame = block(type.order(order).getInt(0));
      if (frame.isPresent()) {
        return frame;
      }
    }
  }

  private Optional<CapturedFrame> block(int type) throws IOException {
    ByteBuffer lengthBytes = in.read(4, order);
    if (lengthBytes.limit() < 4) {
      throw tooShort();
    }
    long length = Integer.toUnsignedLong(lengthBytes.getInt(0));
    boolean known =
        type == INTERFACE_DESCRIPTION
            || type == SIMPLE_PACKET
            || type == ENHANCED_PACKET
            || type == OBSOLETE_PACKET;
    if (length < BLOCK_FRAME_LENGTH
        || length % 4 != 0
        || known && length - BLOCK_FRAME_LENGTH > FRAME_BYTES_MAX) {
      throw damaged("a block of " + length + " bytes");
    }
    if (!known) {
      if (!in.skip(length - 8)) {
        throw tooShort();
      }
      return Optional.empty();
    }
    int bodyLength = (int) length - BLOCK_FRAME_LENGTH;
    ByteBuffer body = in.read(bodyLength, order);
    if (body.limit() < bodyLength || !in.skip(4)) {
      throw tooShort();
    }
    if (type == INTERFACE_DESCRIPTION) {
      addInterface(body);
      return Optional.empty();
    }
    return Optional.of(type == SIMPLE_PACKET ? simplePacket(body) : packet(type, body));
  }

  private void addInterface(ByteBuffer body) throws IOException {
    if (body.limit() < 8 || interfaces.size() == INTERFACES_MAX) {
      throw damaged("an interface that is none");
    }
    var unit = TimeUnit.MICROSECOND;
    long offsetSeconds = 0;
    // Options: a code, a length, and the value, which is filled up to four bytes.
    for (int at = 8; at + 4 <= body.limit(); ) {
      int code = Short.toUnsignedInt(body.getShort(at));
      int length = Short.toUnsignedInt(body.getShort(at + 2));
      if (code == 0 || at + 4 + length > body.limit()) {
        break;
      }
      if (code == OPTION_TIME_RESOLUTION && length == 1) {
        unit = TimeUnit.of(Byte.toUnsignedInt(body.get(at + 4)));
      } else if (code == OPTION_TIME_OFFSET && length == 8) {
        offsetSeconds = body.getLong(at + 4);
      }
      at += 4 + (length + 3 & ~3);
    }
    interfaces.add(
        new Interface(
            Short.toUnsignedInt(body.getShort(0)),
            Integer.toUnsignedLong(body.getInt(4)),
            unit,
            offsetSeconds));
  }

  private CapturedFrame packet(int type, ByteBuffer body) throws IOException {
    if (body.limit() < 20) {
      throw damaged("a packet block of " + body.limit() + " bytes");
    }
    Interface from =
        interfaceOf(
            type == OBSOLETE_PACKET ? Short.toUnsignedInt(body.getShort(0)) : body.getInt(0));
    long time = (long) body.getInt(4) << 32 | Integer.toUnsignedLong(body.getInt(8));
    long length = Integer.toUnsignedLong(body.getInt(12));
    if (length > body.limit() - 20) {
      throw damaged("a packet of " + length + " bytes");
    }
    return new CapturedFrame(
        from.linkType(),
        from.unit().nanos(time) + from.offsetSeconds() * 1_000_000_000,
        Integer.toUnsignedLong(body.getInt(16)),
        body.slice(20, (int) length).order(order));
  }

  private CapturedFrame simplePacket(ByteBuffer body) throws IOException {
    if (body.limit() < 4) {
      throw damaged("a packet block of " + body.limit() + " bytes");
    }
    Interface from = interfaceOf(0);
    long fullLength = Integer.toUnsignedLong(body.getInt(0));
    long limit = from.snapLength() == 0 ? Long.MAX_VALUE : from.snapLength();
    int length = (int) Math.min(Math.min(fullLength, limit), body.limit() - 4);
    return new CapturedFrame(from.linkType(), 0, fullLength, body.slice(4, length).order(order));
  }

  private Interface interfaceOf(int number) throws IOException {
    if (number < 0 || number >= interfaces.size()) {
      throw damaged("a packet of interface " + Integer.toUnsignedString(number));
    }
    return interfaces.get(number);
  }

  private MalformedCaptureException damaged(String how) {
    return new MalformedCaptureException("is damaged at byte " + at + ": " + how);
  }

  private MalformedCaptureException tooShort() {
    return new MalformedCaptureException("ends within a block, which begins at byte " + at);
  }
}
