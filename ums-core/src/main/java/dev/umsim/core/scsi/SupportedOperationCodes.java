package dev.umsim.core.scsi;

import dev.umsim.core.scsi.PrimaryCommand.ReportSupportedOperationCodes;
import java.util.ArrayList;
import java.util.List;

/** What REPORT SUPPORTED OPERATION CODES tells of {@link Operation} (SPC-4, section 6.35). */
final class SupportedOperationCodes {
  private static final int SERVICE_ACTION_VALID = 0x01;
  private static final int TIMEOUTS_PRESENT = 0x02;
  private static final int TIMEOUTS_BYTES = 12;
  private static final int NOT_SUPPORTED = 1;
  private static final int SUPPORTED_AS_THE_STANDARD_SAYS = 3;

  private SupportedOperationCodes() {}

  static byte[] report(DeviceServer server, ReportSupportedOperationCodes command)
      throws CheckConditionException {
    var known = Operation.ofType(server.type()).stream().filter(server::supports).toList();
    return switch (command.options()) {
      case 0 -> all(known, command.returnTimeouts());
      case 1, 2, 3 -> one(known, command);
      default -> throw new CheckConditionException(SenseData.invalidCdbBit(2, 2));
    };
  }

  private static byte[] all(List<Operation> known, boolean timeouts) {
    var parts = new ArrayList<byte[]>();
    var header = new byte[4];
    Bytes.put32(header, 0, known.size() * (8L + (timeouts ? TIMEOUTS_BYTES : 0)));
    parts.add(header);
    for (var operation : known) {
      var descriptor = new byte[8];
      descriptor[0] = (byte) operation.code();
      Bytes.put16(descriptor, 2, operation.format().serviceAction());
      descriptor[5] =
          (byte)
              ((timeouts ? TIMEOUTS_PRESENT : 0)
                  | (operation.format().hasServiceAction() ? SERVICE_ACTION_VALID : 0));
      Bytes.put16(descriptor, 6, operation.format().cdbLength());
      parts.add(descriptor);
      if (timeouts) {
        parts.add(timeouts());
      }
    }
    return Bytes.join(parts);
  }

  private static byte[] one(List<Operation> known, ReportSupportedOperationCodes command)
      throws CheckConditionException {
    var ofCode = known.stream().filter(each -> each.code() == command.operationCode()).toList();
    boolean withServiceActions = !ofCode.isEmpty() && ofCode.get(0).format().hasServiceAction();
    // Option 1 is for codes without service actions, 2 for those with, 3 for either.
    if (command.options() == 1 && withServiceActions
        || command.options() == 2 && !ofCode.isEmpty() && !withServiceActions) {
      throw new CheckConditionException(SenseData.invalidCdbBit(2, 2));
    }
    int serviceAction = command.options() == 1 ? 0 : command.serviceAction();
    return ofCode.stream()
        .filter(each -> each.format().serviceAction() == serviceAction)
        .findFirst()
        .map(each -> supported(each, command.returnTimeouts()))
        .orElse(new byte[] {0, NOT_SUPPORTED, 0, 0});
  }

  private static byte[] supported(Operation operation, boolean timeouts) {
    var header = new byte[4];
    header[1] = (byte) (SUPPORTED_AS_THE_STANDARD_SAYS | (timeouts ? 0x80 : 0));
    Bytes.put16(header, 2, operation.format().cdbLength());
    var usage = operation.cdbUsage();
    return Bytes.join(timeouts ? List.of(header, usage, timeouts()) : List.of(header, usage));
  }

  /** A descriptor that gives no timeout. */
  private static byte[] timeouts() {
    var descriptor = new byte[TIMEOUTS_BYTES];
    Bytes.put16(descriptor, 0, TIMEOUTS_BYTES - 2);
    return descriptor;
  }
}
