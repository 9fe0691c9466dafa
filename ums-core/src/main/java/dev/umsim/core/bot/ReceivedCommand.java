package dev.umsim.core.bot;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.usb.Direction;
import io.netty.buffer.ByteBuf;

/** What a device received where it expected a Command Block Wrapper (BOT 1.0, section 6.2). */
public sealed interface ReceivedCommand {
  /** A wrapper, valid and meaningful. */
  record Valid(CommandBlockWrapper wrapper) implements ReceivedCommand {}

  /** 31 bytes with the signature, but a reserved bit or an impossible length (section 6.2.2). */
  record NotMeaningful() implements ReceivedCommand {}

  /** Something else: another length, another signature (section 6.2.1). */
  record NotValid() implements ReceivedCommand {}

  /** Tells what the first {@code length} bytes of {@code in} are. */
  static ReceivedCommand decode(ByteBuf in, int length) {
    if (length != CommandBlockWrapper.LENGTH || in.getIntLE(0) != CommandBlockWrapper.SIGNATURE) {
      return new NotValid();
    }
    int flags = in.getUnsignedByte(CommandBlockWrapper.FLAGS_OFFSET);
    int lun = in.getUnsignedByte(CommandBlockWrapper.LUN_OFFSET);
    int cdbLength = in.getUnsignedByte(CommandBlockWrapper.CDB_LENGTH_OFFSET);
    if ((flags & 0x7f) != 0 || lun > 15 || cdbLength < 1 || cdbLength > Cdb.CAPACITY) {
      return new NotMeaningful();
    }
    var cdb = new byte[cdbLength];
    in.getBytes(CommandBlockWrapper.CDB_OFFSET, cdb);
    return new Valid(
        new CommandBlockWrapper(
            in.getIntLE(CommandBlockWrapper.TAG_OFFSET),
            in.getUnsignedIntLE(CommandBlockWrapper.DATA_LENGTH_OFFSET),
            Direction.of(flags),
            lun,
            new Cdb(cdb)));
  }
}
