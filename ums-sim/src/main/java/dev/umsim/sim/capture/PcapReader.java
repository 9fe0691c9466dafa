package dev.umsim.sim.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Reads a classic capture file (draft-ietf-opsawg-pcap): one header, and records with a link type
 * in common.
 */
final class PcapReader implements FrameReader {
  static final int MAGIC_MICROS = 0xa1b2c3d4;
  static final int MAGIC_NANOS = 0xa1b23c4d;
  private static final int HEADER_LENGTH = 24;
  private static final int RECORD_LENGTH = 16;
  private static final int LINK_TYPE_MASK = 0xffff;

  private final CaptureBytes in;
  private final ByteOrder order;
  private final long nanosPerUnit;
  private final int linkType;

  /**
   * Reads the header behind its magic number.
   *
   * @param magic as it is in {@code order}
   */
  PcapReader(CaptureBytes in, ByteOrder order, int magic) throws IOException {
    this.in = in;
    this.order = order;
    nanosPerUnit = magic == MAGIC_NANOS ? 1 : 1000;
    ByteBuffer rest = in.read(HEADER_LENGTH - 4, order);
    if (rest.limit() < HEADER_LENGTH - 4) {
      throw new MalformedCaptureException("ends within the header of a pcap file");
    }
    linkType = rest.getInt(16) & LINK_TYPE_MASK;
  }

  static boolean isMagic(int magic) {
    return magic == MAGIC_MICROS || magic == MAGIC_NANOS;
  }

  @Override
  public Optional<CapturedFrame> next() throws IOException {
    long at = in.position();
    ByteBuffer header = in.read(RECORD_LENGTH, order);
    if (header.limit() == 0) {
      return Optional.empty();
    }
    if (header.limit() < RECORD_LENGTH) {
      throw new MalformedCaptureException("ends within a packet, which begins at byte " + at);
    }
    long length = Integer.toUnsignedLong(header.getInt(8));
    if (length > FRAME_BYTES_MAX) {
      throw new MalformedCaptureException(
          "is damaged at byte " + at + ": a packet of " + length + " bytes");
    }
    ByteBuffer bytes = in.read((int) length, order);
    if (bytes.limit() < length) {
      throw new MalformedCaptureException("ends within a packet, which begins at byte " + at);
    }
    long seconds = Integer.toUnsignedLong(header.getInt(0));
    long fraction = Integer.toUnsignedLong(header.getInt(4));
    return Optional.of(
        new CapturedFrame(
            linkType,
            seconds * 1_000_000_000 + fraction * nanosPerUnit,
            Integer.toUnsignedLong(header.getInt(12)),
            bytes));
  }
}
