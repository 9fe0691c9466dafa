package dev.umsim.core.testing;

/** The bytes of a Command Block Wrapper, right or wrong, laid out by hand (BOT 1.0, 5.1). */
public final class Cbw {
  private final byte[] bytes = Hex.bytes("55 53 42 43 00*4 00*4 00 00 06 00*16");

  private Cbw() {}

  /** A wrapper around a CDB, with the CDB's own length. */
  public static Cbw of(int tag, byte[] cdb) {
    var cbw = new Cbw();
    cbw.word(4, tag);
    cbw.bytes[14] = (byte) cdb.length;
    System.arraycopy(cdb, 0, cbw.bytes, 15, cdb.length);
    return cbw;
  }

  /** A wrapper around a CDB given in hexadecimal. */
  public static Cbw of(int tag, String cdb) {
    return of(tag, Hex.bytes(cdb));
  }

  public Cbw in(long dataLength) {
    return flags(0x80).dataLength(dataLength);
  }

  public Cbw out(long dataLength) {
    return flags(0).dataLength(dataLength);
  }

  public Cbw dataLength(long dataLength) {
    word(8, (int) dataLength);
    return this;
  }

  public Cbw flags(int flags) {
    return set(12, flags);
  }

  public Cbw lun(int lun) {
    return set(13, lun);
  }

  public Cbw cdbLength(int length) {
    return set(14, length);
  }

  /** Changes one byte. */
  public Cbw set(int at, int value) {
    bytes[at] = (byte) value;
    return this;
  }

  /** The 31 bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  private void word(int at, int value) {
    for (int i = 0; i < 4; i++) {
      bytes[at + i] = (byte) (value >> 8 * i);
    }
  }
}
