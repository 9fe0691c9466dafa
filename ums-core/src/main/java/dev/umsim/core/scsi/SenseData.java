package dev.umsim.core.scsi;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Sense data: what went wrong, where, and whether with the command that reports it (SPC-4, section
 * 4.5).
 *
 * @param sense what
 * @param information the block concerned, if one is; unsigned
 * @param fieldPointer the byte of the CDB in b15–0, and in b18–16 its bit where b19 is set; with
 *     b20 it is a byte of the parameter list instead
 * @param deferred whether it is about an earlier command, which had been answered with GOOD before
 *     it failed (section 4.5.5)
 */
public record SenseData(
    Sense sense, OptionalLong information, OptionalInt fieldPointer, boolean deferred) {
  /** Bytes of the fixed format. */
  public static final int FIXED_LENGTH = 18;

  private static final int BIT_POINTER_VALID = 0x08;
  private static final int IN_PARAMETER_LIST = 0x10;

  /** Sense data of a code alone. */
  public static SenseData of(Sense sense) {
    return new SenseData(sense, OptionalLong.empty(), OptionalInt.empty(), false);
  }

  /** Sense data that names a block. */
  public static SenseData atBlock(Sense sense, long block) {
    return new SenseData(sense, OptionalLong.of(block), OptionalInt.empty(), false);
  }

  /** The same about an earlier command. */
  public SenseData asDeferred() {
    return new SenseData(sense, information, fieldPointer, true);
  }

  /** 05/24/00 that points at a byte of the CDB. */
  public static SenseData invalidCdbByte(int at) {
    return pointer(Sense.INVALID_FIELD_IN_CDB, at);
  }

  /** 05/24/00 that points at a bit of a byte of the CDB: the highest of a field of several. */
  public static SenseData invalidCdbBit(int at, int bit) {
    return pointer(Sense.INVALID_FIELD_IN_CDB, at | (BIT_POINTER_VALID | bit) << 16);
  }

  /** 05/26/00 that points at a byte of the parameter list. */
  public static SenseData invalidParameterByte(int at) {
    return pointer(Sense.INVALID_FIELD_IN_PARAMETER_LIST, at | IN_PARAMETER_LIST << 16);
  }

  private static SenseData pointer(Sense sense, int pointer) {
    return new SenseData(sense, OptionalLong.empty(), OptionalInt.of(pointer), false);
  }

  /** For example {@code 03/11/00 MEDIUM ERROR, unrecovered read error, block 8}. */
  public String words() {
    return information.isPresent()
        ? sense.words() + ", block " + Long.toUnsignedString(information.getAsLong())
        : sense.words();
  }

  /** The fixed format, 18 bytes (section 4.5.3). */
  public byte[] encodeFixed() {
    var bytes = new byte[FIXED_LENGTH];
    bytes[0] = (byte) (deferred ? 0x71 : 0x70);
    bytes[2] = (byte) sense.key();
    // A block number that does not fit in four bytes is left out, and VALID stays 0.
    if (information.isPresent() && information.getAsLong() >>> 32 == 0) {
      bytes[0] |= (byte) 0x80;
      Bytes.put32(bytes, 3, information.getAsLong());
    }
    bytes[7] = FIXED_LENGTH - 8;
    bytes[12] = (byte) sense.code();
    bytes[13] = (byte) sense.qualifier();
    if (fieldPointer.isPresent()) {
      putFieldPointer(bytes, 15);
    }
    return bytes;
  }

  /** The descriptor format (section 4.5.2). */
  public byte[] encodeDescriptors() {
    int length = 8 + (information.isPresent() ? 12 : 0) + (fieldPointer.isPresent() ? 8 : 0);
    var bytes = new byte[length];
    bytes[0] = (byte) (deferred ? 0x73 : 0x72);
    bytes[1] = (byte) sense.key();
    bytes[2] = (byte) sense.code();
    bytes[3] = (byte) sense.qualifier();
    bytes[7] = (byte) (length - 8);
    int at = 8;
    if (information.isPresent()) {
      bytes[at + 1] = 0x0a;
      bytes[at + 2] = (byte) 0x80;
      Bytes.put64(bytes, at + 4, information.getAsLong());
      at += 12;
    }
    if (fieldPointer.isPresent()) {
      bytes[at] = 0x02;
      bytes[at + 1] = 0x06;
      putFieldPointer(bytes, at + 4);
    }
    return bytes;
  }

  private void putFieldPointer(byte[] bytes, int at) {
    int pointer = fieldPointer.getAsInt();
    int flags = pointer >> 16;
    bytes[at] = (byte) (0x80 | ((flags & IN_PARAMETER_LIST) == 0 ? 0x40 : 0) | flags & 0x0f);
    Bytes.put16(bytes, at + 1, pointer & 0xffff);
  }

  /** Reads sense data of either format; an answer that is too short has no sense. */
  public static SenseData decode(byte[] bytes) {
    int response = bytes.length > 0 ? bytes[0] & 0x7f : 0;
    SenseData senseData;
    if ((response == 0x72 || response == 0x73) && bytes.length >= 8) {
      senseData = of(new Sense(bytes[1] & 0x0f, bytes[2] & 0xff, bytes[3] & 0xff));
    } else if ((response == 0x70 || response == 0x71) && bytes.length >= 14) {
      var sense = new Sense(bytes[2] & 0x0f, bytes[12] & 0xff, bytes[13] & 0xff);
      senseData = (bytes[0] & 0x80) != 0 ? atBlock(sense, Bytes.u32(bytes, 3)) : of(sense);
    } else {
      return of(Sense.NO_SENSE);
    }
    return (response & 1) != 0 ? senseData.asDeferred() : senseData;
  }
}
