package dev.umsim.sim.image;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What a PC runs that boots from an image by mistake: a message, and on to the next boot device by
 * way of the BIOS (INT 18h). Nothing is read from or written to any disk.
 */
final class BootCode {
  /** Where a BIOS loads the first sector. */
  private static final int LOAD_ADDRESS = 0x7c00;

  private static final String MESSAGE = "This disk has nothing to boot.\r\n\0";

  private static final int[] CODE = {
    0x31, 0xc0, //        xor  ax, ax
    0x8e, 0xd8, //        mov  ds, ax
    0xfc, //              cld
    0xbe, 0x00, 0x00, //  mov  si, message (filled in below)
    0xac, //        next: lodsb
    0x84, 0xc0, //        test al, al
    0x74, 0x09, //        jz   done
    0xb4, 0x0e, //        mov  ah, 0eh        teletype output
    0xbb, 0x07, 0x00, //  mov  bx, 7
    0xcd, 0x10, //        int  10h
    0xeb, 0xf2, //        jmp  next
    0xcd, 0x18, //  done: int  18h            the next boot device
    0xf4, //        stop: hlt                 where the BIOS comes back all the same
    0xeb, 0xfd, //        jmp  stop
  };

  private static final int MESSAGE_ADDRESS_INDEX = 6;

  private BootCode() {}

  /** Writes the code into the boot sector {@code sector}, little-endian, at {@code offset}. */
  static void put(ByteBuffer sector, int offset) {
    for (int i = 0; i < CODE.length; i++) {
      sector.put(offset + i, (byte) CODE[i]);
    }
    int message = LOAD_ADDRESS + offset + CODE.length;
    sector.putShort(offset + MESSAGE_ADDRESS_INDEX, (short) message);
    sector.put(offset + CODE.length, MESSAGE.getBytes(StandardCharsets.US_ASCII));
  }
}
