package dev.umsim.core.bot;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.usb.Direction;
import io.netty.buffer.ByteBuf;

/**
 * A Command Block Wrapper: the 31 bytes that open every command (BOT 1.0, section 5.1).
 *
 * <p>An instance is always both valid and meaningful in the words of section 6.2. What other bytes
 * are is told by {@link ReceivedCommand}.
 *
 * @param tag dCBWTag
 * @param dataLength dCBWDataTransferLength, 0 to FFFFFFFF
 * @param direction bmCBWFlags b7; without data it means nothing
 * @param lun bCBWLUN, 0 to 15
 * @param cdb CBWCB, bCBWCBLength bytes of it
 */
public record CommandBlockWrapper(int tag, long dataLength, Direction direction, int lun, Cdb cdb) {
  /** Bytes of a wrapper. */
  public static final int LENGTH = 31;

  /** dCBWSignature: "USBC" in little-endian order. */
  public static final int SIGNATURE = 0x43425355;

  static final int TAG_OFFSET = 4;
  static final int DATA_LENGTH_OFFSET = 8;
  static final int FLAGS_OFFSET = 12;

  /** Where bCBWLUN stands, in the low four bits. */
  public static final int LUN_OFFSET = 13;

  static final int CDB_LENGTH_OFFSET = 14;

  /** Where CBWCB stands. */
  public static final int CDB_OFFSET = 15;

  public CommandBlockWrapper {
    if (dataLength >>> 32 != 0) {
      throw new IllegalArgumentException("dCBWDataTransferLength has 32 bits, not " + dataLength);
    }
    if (lun < 0 || lun > 15) {
      throw new IllegalArgumentException("bCBWLUN is 0 to 15, not " + lun);
    }
  }

  /** Writes the 31 bytes from {@code index} on. */
  public void encode(ByteBuf out, int index) {
    out.setIntLE(index, SIGNATURE);
    out.setIntLE(index + TAG_OFFSET, tag);
    out.setIntLE(index + DATA_LENGTH_OFFSET, (int) dataLength);
    out.setByte(index + FLAGS_OFFSET, direction == Direction.IN ? 0x80 : 0);
    out.setByte(index + LUN_OFFSET, lun);
    out.setByte(index + CDB_LENGTH_OFFSET, cdb.length());
    out.setZero(index + CDB_OFFSET, Cdb.CAPACITY);
    cdb.copyTo(out, index + CDB_OFFSET);
  }
}
