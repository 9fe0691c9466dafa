package dev.umsim.core.testing;

import java.util.Arrays;

/**
 * Which way data goes with a command, and how much of it: {@code none}, {@code in 36} or {@code out
 * 512}.
 */
public record CommandRow(String way, int bytes) {
  public static CommandRow read(String text) {
    var words = text.split(" ");
    return new CommandRow(words[0], words.length > 1 ? Integer.parseInt(words[1]) : 0);
  }

  /** Runs a command with this data phase; what is sent is all of one byte. */
  public Outcome run(CommandHost host, int lun, byte[] cdb) {
    var cbw = Cbw.of(host.nextTag(), cdb).lun(lun);
    var cuts = bytes == 0 ? new int[0] : new int[] {bytes};
    if (way.equals("out")) {
      var data = new byte[bytes];
      Arrays.fill(data, (byte) 0x6b);
      return host.run(cbw.out(bytes), data, cuts);
    }
    return host.run(cbw.in(bytes), null, cuts);
  }
}
