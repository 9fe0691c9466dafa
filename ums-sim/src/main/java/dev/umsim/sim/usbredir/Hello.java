package dev.umsim.sim.usbredir;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * The first message of each side: who it is and what it can do.
 *
 * @param version a program and its version, at most 63 characters
 * @param capabilities set of {@link Capability}; of later ones nothing is known here
 */
record Hello(String version, int capabilities) {
  private static final int VERSION_LENGTH = 64;

  /** Bytes of it on the wire; a later peer may send further capabilities behind. */
  static final int LENGTH = VERSION_LENGTH + 4;

  Hello {
    if (version.length() >= VERSION_LENGTH || version.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a version has at most 63 characters: " + version);
    }
  }

  static Hello decode(ByteBuf in, int index) {
    int end = in.indexOf(index, index + VERSION_LENGTH - 1, (byte) 0);
    int count = end < 0 ? VERSION_LENGTH - 1 : end - index;
    return new Hello(
        in.toString(index, count, StandardCharsets.ISO_8859_1),
        in.getIntLE(index + VERSION_LENGTH));
  }

  void encode(ByteBuf out, int index) {
    var text = version.getBytes(StandardCharsets.ISO_8859_1);
    out.setZero(index, VERSION_LENGTH);
    out.setBytes(index, text);
    out.setIntLE(index + VERSION_LENGTH, capabilities);
  }
}
