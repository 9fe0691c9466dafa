package dev.umsim.sim.exchange;

import dev.umsim.core.scsi.Cdb;
import java.util.List;

/** The fields of a command descriptor block, in words. */
final class CdbFields {
  private CdbFields() {}

  static List<Field> of(byte[] cdb) {
    var reader = new FieldReader(cdb);
    reader.coded("operation code", CommandNames::of);
    switch (cdb[0] & 0xff) {
      case 0x03 ->
          reader
              .coded("flags", CdbFields::descriptors)
              .raw("reserved", 2)
              .big("allocation length", 1);
      case 0x12 ->
          reader
              .coded("flags", value -> (value & 1) != 0 ? "EVPD" : "")
              .big("page code", 1)
              .big("allocation length", 2);
      case 0x08, 0x0a -> reader.big("LBA", 3).big("blocks", 1);
      case 0x15 -> reader.coded("flags", CdbFields::none).raw("reserved", 2).big("list length", 1);
      case 0x1a -> modeSense(reader).big("allocation length", 1);
      case 0x5a -> modeSense(reader).raw("reserved", 3).big("allocation length", 2);
      case 0x1b ->
          reader
              .coded("flags", value -> (value & 1) != 0 ? "IMMED" : "")
              .raw("reserved", 2)
              .coded("action", CdbFields::startStop);
      case 0x1e ->
          reader
              .raw("reserved", 3)
              .coded("prevent", value -> (value & 3) != 0 ? "prevent" : "allow");
      case 0x23 -> reader.raw("reserved", 6).big("allocation length", 2);
      case 0x25 ->
          reader
              .raw("reserved", 1)
              .big("LBA", 4)
              .raw("reserved", 2)
              .coded("flags", CdbFields::none);
      case 0x28, 0x2a, 0x2e, 0x2f, 0x35, 0x41 ->
          reader.coded("flags", CdbFields::none).big("LBA", 4).big("group", 1).big("blocks", 2);
      case 0xa8, 0xaa, 0xae, 0xaf ->
          reader.coded("flags", CdbFields::none).big("LBA", 4).big("blocks", 4).big("group", 1);
      case 0x88, 0x8a, 0x8e, 0x8f, 0x91, 0x93 ->
          reader.coded("flags", CdbFields::none).big("LBA", 8).big("blocks", 4).big("group", 1);
      case 0x3b -> reader.big("mode", 1).big("buffer", 1).big("offset", 3).big("list length", 3);
      case 0x9e ->
          reader
              .coded("service action", value -> (value & 0x1f) == 0x10 ? "READ CAPACITY(16)" : "")
              .big("LBA", 8)
              .big("allocation length", 4);
      case 0xa0 ->
          reader
              .raw("reserved", 1)
              .big("select report", 1)
              .raw("reserved", 3)
              .big("allocation length", 4);
      default -> {}
    }
    int left = Cdb.lengthFor(cdb[0] & 0xff) - (cdb.length - reader.remaining());
    if (left > 1) {
      reader.raw("reserved", left - 1);
    }
    if (left > 0) {
      reader.big("control", 1);
    }
    return reader.fields();
  }

  private static FieldReader modeSense(FieldReader reader) {
    return reader
        .coded("flags", value -> (value & 8) != 0 ? "DBD" : "")
        .coded("page", value -> (value & 0x3f) == 0x3f ? "all pages" : "")
        .big("subpage", 1);
  }

  private static String descriptors(int value) {
    return (value & 1) != 0 ? "DESC" : "";
  }

  private static String startStop(int value) {
    if ((value & 0xf0) != 0) {
      return "power condition";
    }
    return switch (value & 3) {
      case 0 -> "stop";
      case 1 -> "start";
      case 2 -> "eject";
      default -> "load";
    };
  }

  private static String none(int value) {
    return "";
  }
}
