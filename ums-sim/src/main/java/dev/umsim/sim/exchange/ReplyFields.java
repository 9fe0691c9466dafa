package dev.umsim.sim.exchange;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.Operation;
import dev.umsim.core.scsi.Sense;
import java.util.List;

/** The fields of what a device sends for a command, in words. */
final class ReplyFields {
  private ReplyFields() {}

  /**
   * @param cdb of the command
   * @param reply as much as came of it
   */
  static List<Field> of(Cdb cdb, byte[] reply) {
    var reader = new FieldReader(reply);
    boolean vitalProductData = cdb.length() > 1 && cdb.bit(1, 0);
    switch (cdb.operationCode()) {
      case 0x03 -> sense(reader);
      case 0x12 -> {
        // A device that ignores EVPD sends standard data; its format byte tells.
        boolean page = vitalProductData && !(reply.length >= 5 && reply[2] != 0 && reply[3] == 2);
        if (page) {
          vitalProductData(reader);
        } else {
          inquiry(reader);
        }
      }
      case 0x1a -> {
        reader
            .big("mode data length", 1)
            .big("medium type", 1)
            .coded("device-specific parameter", ReplyFields::deviceSpecific)
            .big("block descriptor length", 1);
        shortBlockDescriptor(reader, reply.length > 3 ? reply[3] & 0xff : 0);
        pages(reader);
      }
      case 0x5a -> {
        reader
            .big("mode data length", 2)
            .big("medium type", 1)
            .coded("device-specific parameter", ReplyFields::deviceSpecific)
            .coded("long LBA", value -> (value & 1) != 0 ? "LONGLBA" : "")
            .raw("reserved", 1)
            .big("block descriptor length", 2);
        int length = reply.length > 7 ? reply[7] & 0xff : 0;
        if (length == 16) {
          reader.big("number of blocks", 8).raw("reserved", 4).big("block length", 4);
        } else {
          shortBlockDescriptor(reader, length);
        }
        pages(reader);
      }
      case 0x23 ->
          reader
              .raw("reserved", 3)
              .big("list length", 1)
              .big("number of blocks", 4)
              .coded("descriptor code", ReplyFields::formatted)
              .big("block length", 3);
      case 0x25 -> reader.big("last LBA", 4).big("block length", 4);
      case 0x9e -> {
        if (Operation.READ_CAPACITY_16.format().matches(cdb)) {
          capacity16(reader);
        } else if (Operation.GET_LBA_STATUS.format().matches(cdb)) {
          lbaStatus(reader);
        } else {
          reader.raw("data", reply.length);
        }
      }
      case 0xa0 -> {
        reader.big("list length", 4).raw("reserved", 4);
        for (int i = 0; reader.has(8); i++) {
          reader.raw("LUN entry " + i, 8);
        }
      }
      default -> reader.raw("data", reply.length);
    }
    return reader.fields();
  }

  private static void inquiry(FieldReader reader) {
    reader
        .coded("peripheral", value -> (value & 0x1f) == 0 ? "disk" : "")
        .coded("removable", value -> (value & 0x80) != 0 ? "RMB" : "")
        .big("version", 1)
        .big("response data format", 1)
        .big("additional length", 1)
        .raw("flags", 3)
        .text("vendor", 8)
        .text("product", 16)
        .text("revision", 4);
  }

  private static void capacity16(FieldReader reader) {
    reader
        .big("last LBA", 8)
        .big("block length", 4)
        .big("protection", 1)
        .big("blocks for each physical block, exponent", 1)
        .big("provisioning and alignment", 2);
  }

  private static void lbaStatus(FieldReader reader) {
    reader.big("parameter data length", 4).raw("reserved", 4);
    while (reader.has(16)) {
      reader
          .big("first LBA", 8)
          .big("blocks", 4)
          .coded("provisioning status", ReplyFields::provisioning)
          .raw("reserved", 3);
    }
  }

  private static String provisioning(int value) {
    return switch (value & 0x0f) {
      case 0 -> "mapped";
      case 1 -> "deallocated";
      case 2 -> "anchored";
      default -> "";
    };
  }

  private static void vitalProductData(FieldReader reader) {
    reader.big("peripheral", 1).big("page code", 1).big("page length", 2);
    reader.raw("page", reader.remaining());
  }

  private static void sense(FieldReader reader) {
    if (reader.has(1) && (reader.peek(0) & 0x7e) == 0x72) {
      reader.big("response code", 1).coded("sense key", value -> Sense.keyText(value & 0x0f));
      additionalSense(reader);
      return;
    }
    reader
        .coded("response code", value -> (value & 0x80) != 0 ? "VALID" : "")
        .raw("obsolete", 1)
        .coded("sense key", value -> Sense.keyText(value & 0x0f))
        .big("information", 4)
        .big("additional length", 1)
        .raw("command-specific information", 4);
    additionalSense(reader);
    reader
        .raw("unit code", 1)
        .coded("sense-key specific", value -> (value & 0x80) != 0 ? "SKSV" : "")
        .big("field pointer", 2);
  }

  private static void additionalSense(FieldReader reader) {
    if (reader.has(2)) {
      var meaning = Sense.codeText(reader.peek(0), reader.peek(1));
      reader.coded("ASC", value -> meaning).big("ASCQ", 1);
    }
  }

  private static void shortBlockDescriptor(FieldReader reader, int length) {
    if (length == 8) {
      reader.big("number of blocks", 4).raw("reserved", 1).big("block length", 3);
    }
  }

  private static void pages(FieldReader reader) {
    while (reader.has(2)) {
      int page = reader.peek(0) & 0x3f;
      reader.raw(String.format("page %02x", page), 2 + reader.peek(1));
    }
  }

  private static String deviceSpecific(int value) {
    return ((value & 0x80) != 0 ? "WP " : "") + ((value & 0x10) != 0 ? "DPOFUA" : "");
  }

  private static String formatted(int value) {
    return switch (value & 3) {
      case 1 -> "unformatted";
      case 2 -> "formatted";
      case 3 -> "no medium";
      default -> "";
    };
  }
}
