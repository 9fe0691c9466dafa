package dev.umsim.core.bot;

import io.netty.buffer.ByteBuf;

/**
 * A Command Status Wrapper: the 13 bytes that close every command (BOT 1.0, section 5.2).
 *
 * @param signature dCSWSignature
 * @param tag dCSWTag
 * @param residue dCSWDataResidue, 0 to FFFFFFFF
 * @param status bCSWStatus, 0 to FF
 */
public record CommandStatusWrapper(int signature, int tag, long residue, int status) {
  /** Bytes of a wrapper. */
  public static final int LENGTH = 13;

  /** dCSWSignature: "USBS" in little-endian order. */
  public static final int SIGNATURE = 0x53425355;

  /** bCSWStatus: command passed. */
  public static final int PASSED = 0;

  /** bCSWStatus: command failed; REQUEST SENSE tells why. */
  public static final int FAILED = 1;

  /** bCSWStatus: phase error; the host has to do reset recovery. */
  public static final int PHASE_ERROR = 2;

  private static final int TAG_OFFSET = 4;
  private static final int RESIDUE_OFFSET = 8;
  private static final int STATUS_OFFSET = 12;

  /** A wrapper with the signature of the standard. */
  public CommandStatusWrapper(int tag, long residue, int status) {
    this(SIGNATURE, tag, residue, status);
  }

  /** Reads 13 bytes from {@code index} on; any bytes are shown as they are. */
  public static CommandStatusWrapper decode(ByteBuf in, int index) {
    return new CommandStatusWrapper(
        in.getIntLE(index),
        in.getIntLE(index + TAG_OFFSET),
        in.getUnsignedIntLE(index + RESIDUE_OFFSET),
        in.getUnsignedByte(index + STATUS_OFFSET));
  }

  /** Writes the 13 bytes from {@code index} on. */
  public void encode(ByteBuf out, int index) {
    out.setIntLE(index, signature);
    out.setIntLE(index + TAG_OFFSET, tag);
    out.setIntLE(index + RESIDUE_OFFSET, (int) residue);
    out.setByte(index + STATUS_OFFSET, status);
  }
}
