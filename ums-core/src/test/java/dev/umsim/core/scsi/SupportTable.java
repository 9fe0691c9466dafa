package dev.umsim.core.scsi;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The page of the documentation that tells which commands there are: made of {@link Operation}, and
 * of what units answer when each command is tried.
 */
final class SupportTable {
  private static final String TITLE =
      """
      # Commands

      Which SCSI commands the units know, and what they check. This page is made by the program: the commands and the
      bits that mean something are those of the table by which it recognises commands, and every check was tried on a
      unit. `mvn -pl ums-core test -Dtest=SupportTableTest -Dupdate=docs` writes it anew.

      """;

  private static final String LEGEND =
      """
      - *Bits that mean something* are those of the CDB behind the operation code. Any other is refused with 05/24/00 and a
        pointer to its field, or to itself where it is reserved; of CONTROL, only NACA is refused.
      - *Fields* have the names of SPC-4, SBC-3 and MMC-6, and behind them the byte (and bit) where they begin. Those in
        parentheses have to be 0.
      - b7–5 of byte 1 held the LUN in SCSI-2, and some hosts still put it there (edk2, GRUB). Where the command has no
        field there, they are ignored; RDPROTECT, WRPROTECT and VRPROTECT may be the number of the unit modulo 8 as well.
      - *Changes*: "state" lasts until the next power cycle at most (a medium that is loaded or locked), "blocks" are those
        that the CDB names, "anything" are blocks or settings that it does not name. What keeps a journal goes by this.
      - *Medium*: 02/3A/00 without one. *Writable*: 07/27/00 on a protected one. *Range*: 05/21/00 for blocks that do not
        exist; the list of UNMAP is checked too. They are found in this order, behind the fields of the CDB.
      - *Attention*: executed while a unit attention waits; all others are not, and tell it. The same holds for a deferred
        error (response code 71): a flush that failed behind its status, as IMMED has it.
      - Every other operation code is answered by 05/20/00; so is 1E on a fixed medium, and UNMAP on a medium that gives
        no blocks back. A service action that is not in the table is 05/24/00.
      - A LUN without a unit answers 03, 12 and A0, and everything else with 05/25/00.

      """;

  private SupportTable() {}

  static String page() {
    var page = new StringBuilder(TITLE);
    page.append(LEGEND);
    page.append(
        "| Code | Command | Disk | CD | Bits that mean something | Fields | Changes | Checks |\n");
    page.append("|---|---|---|---|---|---|---|---|\n");
    for (var operation : Operation.values()) {
      page.append("| ").append(String.join(" | ", row(operation))).append(" |\n");
    }
    return page.toString();
  }

  private static List<String> row(Operation operation) {
    return List.of(
        code(operation),
        operation.format().title(),
        Operation.ofType(DeviceType.DISK).contains(operation) ? "yes" : "–",
        Operation.ofType(DeviceType.CD_ROM).contains(operation) ? "yes" : "–",
        "`" + mask(operation) + "`",
        fields(operation),
        operation.format().effect().toString(),
        String.join(", ", checks(operation)));
  }

  private static String code(Operation operation) {
    return operation.format().hasServiceAction()
        ? String.format("%02X/%02X", operation.code(), operation.format().serviceAction())
        : String.format("%02X", operation.code());
  }

  private static String mask(Operation operation) {
    var usage = operation.cdbUsage();
    return HexFormat.ofDelimiter(" ").formatHex(usage, 1, usage.length).toUpperCase(Locale.ROOT);
  }

  /** All of them with the place of their first bit, those that have to be 0 in parentheses. */
  private static String fields(Operation operation) {
    return operation.format().fields().stream()
        .map(field -> field.evaluated() ? place(field) : "(" + place(field) + ")")
        .collect(Collectors.joining(", "));
  }

  private static String place(CdbField field) {
    var bits = field.widthBits() % 8 == 0 ? "" : "." + field.firstBit();
    return field.name() + " " + field.firstByte() + bits;
  }

  /** What is checked, found by trying. */
  private static List<String> checks(Operation operation) {
    boolean disk = Operation.ofType(DeviceType.DISK).contains(operation);
    var checks = new ArrayList<String>();
    if (answer(disk, MediumSlot.removable(), good(operation)).equals("02/3A/00")) {
      checks.add("medium");
    }
    var protectedSlot = MediumSlot.removable(medium(disk).asWriteProtected());
    if (answer(disk, protectedSlot, good(operation)).equals("07/27/00")) {
      checks.add("writable");
    }
    var slot = MediumSlot.removable(medium(disk));
    if (answer(disk, slot, far(operation)).equals("05/21/00") || operation == Operation.UNMAP) {
      checks.add("range");
    }
    if (executesWithAttention(disk, slot, good(operation))) {
      checks.add("attention");
    }
    return checks;
  }

  private static TestMedium medium(boolean disk) {
    // READ DVD STRUCTURE has answers for DVDs alone.
    return disk ? TestMedium.disk(64).asThin() : TestMedium.disc(CdRepliesTest.DVD);
  }

  private static String answer(boolean disk, MediumSlot slot, byte[] cdb) {
    try (var host = host(disk, slot)) {
      return host.run(0, cdb, new byte[0]).good() ? "good" : host.sense();
    }
  }

  private static boolean executesWithAttention(boolean disk, MediumSlot slot, byte[] cdb) {
    try (var host = host(disk, slot)) {
      slot.attentions().raise(Sense.MEDIUM_MAY_HAVE_CHANGED);
      return host.run(0, cdb, new byte[0]).good();
    }
  }

  private static TargetHost host(boolean disk, MediumSlot slot) {
    return TargetHost.of(disk ? TargetHost.disk(slot, 0) : TargetHost.cdRom(slot));
  }

  /** A CDB that asks for as little as possible. */
  private static byte[] good(Operation operation) {
    var cdb = new byte[operation.format().cdbLength()];
    cdb[0] = (byte) operation.code();
    cdb[1] = (byte) operation.format().serviceAction();
    switch (operation) {
      case GET_EVENT_STATUS_NOTIFICATION -> cdb[1] = 1;
      case READ_6, WRITE_6 -> cdb[4] = 1;
      case WRITE_SAME_10 -> cdb[8] = 1;
      case WRITE_SAME_16 -> cdb[13] = 1;
      default -> {}
    }
    return cdb;
  }

  /** The same, with the largest number in bytes 2 to 5, where block numbers begin. */
  private static byte[] far(Operation operation) {
    var cdb = good(operation);
    var usage = operation.cdbUsage();
    for (int at = 2; at < 6 && at < cdb.length - 2; at++) {
      cdb[at] |= usage[at];
    }
    return cdb;
  }
}
