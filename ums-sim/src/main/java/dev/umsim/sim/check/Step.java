package dev.umsim.sim.check;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.host.RawAnswer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** One thing that the host did, and what came of it, both in the words of an exchange file. */
public final class Step {
  private static final int LONGEST_HEX = 64;

  private final String head;
  private final byte[] data;
  private final @Nullable RawAnswer answer;
  private final boolean in;

  private Step(String head, byte[] data, @Nullable RawAnswer answer, boolean in) {
    this.head = head;
    this.data = data;
    this.answer = answer;
    this.in = in;
  }

  static Step control(byte[] setup, byte[] data, RawAnswer answer) {
    boolean in = (setup[0] & 0x80) != 0 || setup[6] == 0 && setup[7] == 0;
    return new Step("control " + HexFormat.of().formatHex(setup), data, answer, in);
  }

  static Step in(int length, RawAnswer answer) {
    return new Step("in " + length, new byte[0], answer, true);
  }

  static Step out(byte[] data, RawAnswer answer) {
    return new Step("out", data, answer, false);
  }

  /** What is no transfer, or whose answer is only whether it was done. */
  static Step done(String host) {
    return new Step(host, new byte[0], null, false);
  }

  static Step clearHalt(boolean in, RawAnswer answer) {
    return new Step("clear-halt " + (in ? "in" : "out"), new byte[0], answer, true);
  }

  /** Such as {@code out 55534243…}. */
  public String host() {
    if (!head.equals("out")) {
      return data.length == 0 ? head : head + " " + HexFormat.of().formatHex(data);
    }
    boolean uniform =
        data.length == 0
            || data.length > LONGEST_HEX && Arrays.equals(data, filled(data.length, data[0]));
    return uniform
        ? String.format("fill %d %02x", data.length, data.length == 0 ? 0 : data[0])
        : "out " + HexFormat.of().formatHex(data);
  }

  private static byte[] filled(int length, byte value) {
    var bytes = new byte[length];
    Arrays.fill(bytes, value);
    return bytes;
  }

  /** What went to the device, without its data stage: {@code out}, {@code in 13}. */
  String head() {
    return head;
  }

  /** What went to the device. */
  byte[] data() {
    return data;
  }

  /** What came, or null where the answer is only that it was done. */
  @Nullable RawAnswer raw() {
    return answer;
  }

  /** Such as {@code ack 31}. */
  public String answer() {
    if (answer == null) {
      return "ok";
    }
    int moved = answer.movedBytes();
    return switch (answer.status()) {
      case OK ->
          head.startsWith("clear-halt") ? "ok" : in ? "data " + moved + content() : "ack " + moved;
      case STALL -> head.startsWith("c") ? "stall" : "stall " + moved;
      case BABBLE -> "babble " + moved + content();
      case PENDING, CANCELLED -> "nak " + moved;
      case NO_RESPONSE -> "no response";
      case DISCONNECTED -> "gone";
    };
  }

  private String content() {
    var bytes = requireNonNull(answer).bytes();
    if (bytes.length == 0) {
      return "";
    }
    if (bytes.length <= LONGEST_HEX) {
      return " " + HexFormat.of().formatHex(bytes);
    }
    var sum = new CRC32();
    sum.update(bytes);
    return String.format(" crc32:%08x", sum.getValue());
  }
}
