package dev.umsim.bench.journal;

import dev.umsim.core.scsi.Capacity;
import dev.umsim.core.scsi.InquiryData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** What stands in a journal, one behind the other. */
sealed interface JournalRecord {
  /**
   * The device, which stands first.
   *
   * @param target how it was named
   */
  record OfDevice(String target, DeviceName name) implements JournalRecord {}

  /** A unit, which stands before its blocks. */
  record OfUnit(int lun, Capacity capacity, InquiryData identity) implements JournalRecord {}

  /**
   * What blocks held before they were written.
   *
   * @param data of whole blocks
   */
  record OfBlocks(int lun, long firstBlock, byte[] data) implements JournalRecord {}

  /** The kind of record, as it stands in front of it. */
  default byte kind() {
    return this instanceof OfDevice ? (byte) 1 : this instanceof OfUnit ? (byte) 2 : (byte) 3;
  }

  /** The bytes of it. */
  default byte[] encode() {
    var bytes = new ByteArrayOutputStream();
    try {
      encode(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new AssertionError("memory can be written", e);
    }
    return bytes.toByteArray();
  }

  private void encode(DataOutputStream out) throws IOException {
    if (this instanceof OfDevice device) {
      out.writeUTF(device.target());
      out.writeShort(device.name().vendorId());
      out.writeShort(device.name().productId());
      out.writeUTF(device.name().manufacturer());
      out.writeUTF(device.name().product());
      out.writeUTF(device.name().serialNumber());
    } else if (this instanceof OfUnit unit) {
      out.writeByte(unit.lun());
      out.writeLong(unit.capacity().blockCount());
      out.writeInt(unit.capacity().blockSize());
      out.writeUTF(unit.identity().vendor());
      out.writeUTF(unit.identity().product());
      out.writeUTF(unit.identity().revision());
    } else if (this instanceof OfBlocks blocks) {
      out.writeByte(blocks.lun());
      out.writeLong(blocks.firstBlock());
      out.write(blocks.data());
    }
  }

  /**
   * Reads a record.
   *
   * @throws IOException if the bytes are none
   * @throws IllegalArgumentException if they say what cannot be
   */
  static JournalRecord decode(byte kind, byte[] bytes) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    return switch (kind) {
      case 1 ->
          new OfDevice(
              in.readUTF(),
              new DeviceName(
                  in.readUnsignedShort(),
                  in.readUnsignedShort(),
                  in.readUTF(),
                  in.readUTF(),
                  in.readUTF()));
      case 2 ->
          new OfUnit(
              in.readUnsignedByte(),
              new Capacity(in.readLong(), in.readInt()),
              new InquiryData(in.readUTF(), in.readUTF(), in.readUTF()));
      case 3 -> new OfBlocks(in.readUnsignedByte(), in.readLong(), in.readAllBytes());
      default -> throw new IOException("a record of kind " + kind);
    };
  }
}
