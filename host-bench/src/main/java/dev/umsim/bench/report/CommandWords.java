package dev.umsim.bench.report;

import dev.umsim.core.scsi.BlockCommand;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.Command;
import dev.umsim.core.scsi.DeviceType;
import dev.umsim.core.scsi.Operation;
import dev.umsim.core.scsi.PrimaryCommand;
import java.util.Optional;
import java.util.stream.Stream;

/** Commands in words: {@code READ (10) block 128, 8 blocks}. */
final class CommandWords {
  private CommandWords() {}

  /** The name with what it asks for; of an unknown command its bytes. */
  static String of(Cdb cdb) {
    var operation = find(cdb);
    return operation.isEmpty() || cdb.length() < operation.get().cdbLength()
        ? "command " + cdb
        : name(operation.get()) + details(Command.decode(operation.get(), cdb));
  }

  /** Where a disk and a CD-ROM drive have different commands of one code, that of the disk. */
  private static Optional<Operation> find(Cdb cdb) {
    return Stream.of(DeviceType.DISK, DeviceType.CD_ROM)
        .flatMap(type -> Operation.ofType(type).stream())
        .filter(operation -> operation.code() == cdb.operationCode())
        .filter(
            operation ->
                !operation.hasServiceAction()
                    || cdb.length() > 1 && operation.serviceAction() == (cdb.u8(1) & 0x1f))
        .findFirst();
  }

  /** {@code READ_10} is {@code READ (10)}. */
  private static String name(Operation operation) {
    return operation.name().replaceAll("_(\\d+)$", " ($1)").replace('_', ' ');
  }

  private static String details(Command command) {
    if (command instanceof BlockCommand.Read read) {
      return range(read.lba(), read.blockCount(), read.forceUnitAccess());
    }
    if (command instanceof BlockCommand.Write write) {
      return range(write.lba(), write.blockCount(), write.forceUnitAccess());
    }
    if (command instanceof BlockCommand.Verify verify) {
      return range(verify.lba(), verify.blockCount(), false);
    }
    if (command instanceof PrimaryCommand.Inquiry inquiry && inquiry.vitalProductData()) {
      return String.format(" page %02x", inquiry.page());
    }
    return "";
  }

  private static String range(long lba, long blockCount, boolean forceUnitAccess) {
    return " block "
        + Long.toUnsignedString(lba)
        + ", "
        + blockCount
        + (blockCount == 1 ? " block" : " blocks")
        + (forceUnitAccess ? ", FUA" : "");
  }
}
