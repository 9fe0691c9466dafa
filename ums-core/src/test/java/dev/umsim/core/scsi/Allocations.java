package dev.umsim.core.scsi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;

/** Sends a command with every allocation length, which stands as {@code nn} in its CDB. */
final class Allocations {
  private static final int BEYOND = 4;

  private Allocations() {}

  /**
   * A reply is cut at each allocation length from 0 to past its end, the fields within it stay as
   * they are, and that is no error.
   *
   * @param before is run before each command
   */
  static void check(TargetHost host, String pattern, String expected, Runnable before) {
    var reply = Octets.of(expected);
    int width = pattern.split("nn", -1).length - 1;
    int most = Math.min(reply.length + BEYOND, width == 1 ? 0xff : 0xffff);
    for (int allocated = 0; allocated <= most; allocated++) {
      check(host, pattern, reply, allocated, before);
    }
    check(host, pattern, reply, (1L << 8 * width) - 1, before);
  }

  static void check(TargetHost host, String pattern, String expected) {
    check(host, pattern, expected, () -> {});
  }

  private static void check(
      TargetHost host, String pattern, byte[] reply, long allocated, Runnable before) {
    before.run();
    var answer = host.run(0, cdb(pattern, allocated), new byte[0]);
    int length = (int) Math.min(reply.length, allocated);
    assertThat(answer.good()).as("%s, %d bytes", pattern, allocated).isTrue();
    assertThat(answer.hex())
        .as("%s, %d bytes", pattern, allocated)
        .isEqualTo(Octets.text(Arrays.copyOf(reply, length)));
  }

  static byte[] cdb(String pattern, long allocated) {
    var bytes = Octets.of(pattern.replace("nn", "00"));
    long value = allocated;
    for (int at = bytes.length - 1; at >= 0; at--) {
      if (pattern.split(" ")[at].equals("nn")) {
        bytes[at] = (byte) value;
        value >>= 8;
      }
    }
    return bytes;
  }
}
