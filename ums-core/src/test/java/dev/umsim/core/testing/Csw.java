package dev.umsim.core.testing;

/** A Command Status Wrapper as it came (BOT 1.0, section 5.2). */
public record Csw(int tag, long residue, int status) {
  /** Reads 13 bytes that have to begin with the signature. */
  public static Csw read(byte[] bytes) {
    if (bytes.length != 13 || word(bytes, 0) != 0x53425355) {
      throw new AssertionError("this is no CSW: " + Hex.text(bytes));
    }
    return new Csw(word(bytes, 4), word(bytes, 8) & 0xffff_ffffL, bytes[12] & 0xff);
  }

  private static int word(byte[] bytes, int at) {
    return bytes[at] & 0xff
        | (bytes[at + 1] & 0xff) << 8
        | (bytes[at + 2] & 0xff) << 16
        | bytes[at + 3] << 24;
  }
}
