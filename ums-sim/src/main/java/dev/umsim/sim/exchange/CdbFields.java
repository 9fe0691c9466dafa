package dev.umsim.sim.exchange;

import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CdbField;
import dev.umsim.core.scsi.CommandCatalog;
import dev.umsim.core.scsi.CommandFormat;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The fields of a command descriptor block, by the names that the standards give them. */
final class CdbFields {
  private CdbFields() {}

  /**
   * @param dataIn whether the host awaits data
   */
  static List<Field> of(Cdb cdb, boolean dataIn) {
    var fields = new ArrayList<Field>();
    var command = CommandCatalog.of(cdb, dataIn);
    fields.add(
        new Field(
            "OPERATION CODE", String.format("%02x %s", cdb.operationCode(), title(cdb, dataIn))));
    command.ifPresent(format -> addFields(fields, format, cdb));
    int told = command.map(CommandFormat::cdbLength).orElse(1);
    if (cdb.length() > told) {
      fields.add(
          new Field("further bytes", HexFormat.of().formatHex(cdb.bytes(), told, cdb.length())));
    }
    return fields;
  }

  /** What the command is called. */
  static String title(Cdb cdb, boolean dataIn) {
    return CommandCatalog.of(cdb, dataIn).map(CommandFormat::title).orElse("unknown command");
  }

  private static void addFields(List<Field> fields, CommandFormat format, Cdb cdb) {
    int control = format.cdbLength() - 1;
    for (int at = 1; at < Math.min(control, cdb.length()); at++) {
      int named = 0;
      for (var field : format.fields()) {
        named |= field.maskOf(at);
        if (field.firstByte() == at && field.within(cdb.length())) {
          fields.add(new Field(field.name(), value(field, cdb)));
        }
      }
      int reserved = cdb.u8(at) & ~named;
      if (reserved != 0) {
        fields.add(new Field("reserved bits of byte " + at, String.format("%02x", reserved)));
      }
    }
    if (cdb.length() > control) {
      fields.add(new Field("CONTROL", String.format("%02x", cdb.u8(control))));
      format.fields().stream()
          .filter(field -> field.firstByte() == control)
          .forEach(field -> fields.add(new Field(field.name(), value(field, cdb))));
    }
  }

  /** In as many hexadecimal digits as the field has room for, and where it is wide, in decimal. */
  private static String value(CdbField field, Cdb cdb) {
    long value = field.value(cdb);
    int digits = (field.widthBits() + 3) / 4;
    var hex = String.format("%0" + digits + "x", value);
    return digits == 1 ? hex : hex + " (" + Long.toUnsignedString(value) + ")";
  }
}
