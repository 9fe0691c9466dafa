package dev.umsim.sim.capture;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The blocks of a capture file with one interface (draft-ietf-opsawg-pcapng), which counts time in
 * nanoseconds.
 */
final class PcapNgWriter {
  private static final int OPTION_COMMENT = 1;
  private static final int OPTION_DESCRIPTION = 3;
  private static final int OPTION_APPLICATION = 4;
  private static final int NANOSECONDS = 9;

  private PcapNgWriter() {}

  /** How a file begins: its section, and the interface. */
  static byte[] begin(LinkType linkType, String application, String description) {
    byte[] applicationBytes = application.getBytes(StandardCharsets.UTF_8);
    byte[] descriptionBytes = description.getBytes(StandardCharsets.UTF_8);
    int sectionLength = 28 + optionLength(applicationBytes) + 4;
    int interfaceLength = 20 + optionLength(descriptionBytes) + 8 + 4;
    ByteBuffer out = block(sectionLength + interfaceLength);
    out.putInt(PcapNgReader.SECTION_HEADER).putInt(sectionLength);
    out.putInt(PcapNgReader.BYTE_ORDER_MAGIC).putShort((short) 1).putShort((short) 0);
    out.putLong(-1); // how long the section will be is not known
    putOption(out, OPTION_APPLICATION, applicationBytes);
    out.putInt(0).putInt(sectionLength);
    out.putInt(PcapNgReader.INTERFACE_DESCRIPTION).putInt(interfaceLength);
    out.putShort((short) linkType.number()).putShort((short) 0).putInt(0);
    putOption(out, OPTION_DESCRIPTION, descriptionBytes);
    putOption(out, PcapNgReader.OPTION_TIME_RESOLUTION, new byte[] {NANOSECONDS});
    out.putInt(0).putInt(interfaceLength);
    return out.array();
  }

  /** A record of usbmon, with a remark or an empty one. */
  static byte[] packet(UrbEvent event, String comment) {
    byte[] commentBytes = comment.getBytes(StandardCharsets.UTF_8);
    int packetLength = UsbmonRecord.HEADER_LENGTH + event.data().length;
    int paddedLength = packetLength + 3 & ~3;
    int optionsLength = comment.isEmpty() ? 0 : optionLength(commentBytes) + 4;
    int length = 32 + paddedLength + optionsLength;
    ByteBuffer out = block(length);
    out.putInt(PcapNgReader.ENHANCED_PACKET).putInt(length).putInt(0);
    out.putInt((int) (event.timeNanos() >>> 32)).putInt((int) event.timeNanos());
    out.putInt(packetLength).putInt(packetLength);
    UsbmonRecord.encodeHeader(
        event, out.slice(28, UsbmonRecord.HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN));
    out.put(28 + UsbmonRecord.HEADER_LENGTH, event.data());
    out.position(28 + paddedLength);
    if (!comment.isEmpty()) {
      putOption(out, OPTION_COMMENT, commentBytes);
      out.putInt(0);
    }
    out.putInt(length);
    return out.array();
  }

  private static ByteBuffer block(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int optionLength(byte[] value) {
    return 4 + (value.length + 3 & ~3);
  }

  private static void putOption(ByteBuffer out, int code, byte[] value) {
    int end = out.position() + optionLength(value);
    out.putShort((short) code).putShort((short) value.length).put(value);
    out.position(end);
  }
}
