package dev.umsim.core.scsi;

import dev.umsim.core.medium.BlockAccessPool;
import java.util.List;

/**
 * A SCSI target: its logical units, and the way of a command to one of them (SAM-5, section 4.5.2).
 *
 * <p>Checks come in this order: the unit exists, a unit attention waits, the operation code is
 * known, the CDB means something; then the unit itself looks at medium, write protection and range.
 */
public final class ScsiTarget implements AutoCloseable {
  /** The most units that a bulk-only device has. */
  public static final int MAX_UNITS = 16;

  private final List<LogicalUnit> units;
  private final BlockAccessPool accesses;
  private final CommandChoices choices;
  private final boolean powerOnAttention;
  private Runnable resume = () -> {};

  /**
   * @param units LUN 0 and on, 1 to 16 of them
   * @param accesses memory for the tasks, closed with the target
   * @param powerOnAttention whether a new session begins with 06/29/00
   */
  public ScsiTarget(
      List<LogicalUnit> units,
      BlockAccessPool accesses,
      CommandChoices choices,
      boolean powerOnAttention) {
    if (units.isEmpty() || units.size() > MAX_UNITS) {
      throw new IllegalArgumentException("a device has 1 to 16 units, not " + units.size());
    }
    this.units = List.copyOf(units);
    this.accesses = accesses;
    this.choices = choices;
    this.powerOnAttention = powerOnAttention;
  }

  /** The highest LUN. */
  public int maxLun() {
    return units.size() - 1;
  }

  /**
   * Where a transport wants to be told that a step of its task is done that did not finish at once.
   */
  public void onResume(Runnable action) {
    resume = action;
  }

  /** The host begins anew: after attachment, a reset or a change of configuration. */
  public void beginSession() {
    for (var unit : units) {
      unit.forgetAll();
      if (powerOnAttention) {
        unit.raise(Sense.POWER_ON_OR_RESET);
      }
    }
  }

  /** The transport was reset: sense is gone, attentions stay, and none is raised. */
  public void resetTransport() {
    units.forEach(LogicalUnit::forgetSense);
  }

  /** Whether a CDB has all the bytes that its operation code needs. */
  public static boolean complete(Cdb cdb) {
    return cdb.length() >= Cdb.lengthFor(cdb.operationCode());
  }

  /**
   * Begins a command.
   *
   * @param lun 0 to 15, whether there is such a unit or not
   * @param cdb a {@linkplain #complete complete} one
   */
  public Task begin(int lun, Cdb cdb) {
    var intent = choices.intent(lun, cdb, intent(lun, cdb));
    return lun < units.size() ? task(intent, units.get(lun)) : taskWithoutUnit(intent);
  }

  /** Keeps what a finished task has to say for REQUEST SENSE. */
  public void end(int lun, Task task) {
    if (task.failed() && lun < units.size()) {
      units.get(lun).keep(task.senseData());
    }
  }

  /** Gives the memory of the tasks back. */
  @Override
  public void close() {
    accesses.close();
  }

  private Intent intent(int lun, Cdb cdb) {
    try {
      return lun < units.size() ? intentOf(units.get(lun), cdb) : intentWithoutUnit(cdb);
    } catch (CheckConditionException e) {
      return new Intent.Check(e.senseData());
    }
  }

  private Intent intentOf(LogicalUnit unit, Cdb cdb) throws CheckConditionException {
    int code = cdb.operationCode();
    if (code != Operation.REQUEST_SENSE.code()) {
      unit.forgetSense();
    }
    if (unit.attentionPending() && !executesWithAttentionPending(code)) {
      return new Intent.Check(SenseData.of(unit.takeAttention()));
    }
    var command = decode(cdb);
    if (command instanceof TargetCommand.RequestSense requestSense) {
      return sense(requestSense, unit.takeSense());
    }
    if (command instanceof TargetCommand.ReportLuns reportLuns) {
      return reportLuns(reportLuns);
    }
    return ((UnitCommand) command).executeOn(unit.server());
  }

  private Intent intentWithoutUnit(Cdb cdb) throws CheckConditionException {
    var nothingHere = SenseData.of(Sense.LOGICAL_UNIT_NOT_SUPPORTED);
    int code = cdb.operationCode();
    if (code == Operation.INQUIRY.code()
        || code == Operation.REQUEST_SENSE.code()
        || code == Operation.REPORT_LUNS.code()) {
      var command = decode(cdb);
      if (command instanceof PrimaryCommand.Inquiry inquiry && !inquiry.vitalProductData()) {
        return Intent.Reply.allocated(InquiryData.NO_UNIT, inquiry.allocationLength());
      }
      if (command instanceof TargetCommand.RequestSense requestSense) {
        return sense(requestSense, nothingHere);
      }
      if (command instanceof TargetCommand.ReportLuns reportLuns) {
        return reportLuns(reportLuns);
      }
    }
    return new Intent.Check(nothingHere);
  }

  private static Command decode(Cdb cdb) throws CheckConditionException {
    var operation = Operation.of(cdb);
    if (operation == null) {
      throw new CheckConditionException(SenseData.of(Sense.INVALID_OPERATION_CODE));
    }
    operation.requireNoReservedBits(cdb);
    return Command.decode(operation, cdb);
  }

  private static boolean executesWithAttentionPending(int code) {
    return code == Operation.INQUIRY.code()
        || code == Operation.REPORT_LUNS.code()
        || code == Operation.REQUEST_SENSE.code();
  }

  private static Intent sense(TargetCommand.RequestSense command, SenseData senseData) {
    return Intent.Reply.allocated(
        command.descriptors() ? senseData.encodeDescriptors() : senseData.encodeFixed(),
        command.allocationLength());
  }

  private Intent reportLuns(TargetCommand.ReportLuns command) throws CheckConditionException {
    // 00 all but well-known units, 01 well-known units alone (there are none), 02 all.
    if (command.selectReport() > 2) {
      throw new CheckConditionException(SenseData.invalidCdbByte(2));
    }
    int count = command.selectReport() == 1 ? 0 : units.size();
    var list = new byte[8 + 8 * count];
    Bytes.put32(list, 0, 8 * count);
    for (int lun = 0; lun < count; lun++) {
      list[8 + 8 * lun + 1] = (byte) lun;
    }
    return Intent.Reply.allocated(list, command.allocationLength());
  }

  private static Task taskWithoutUnit(Intent intent) {
    if (intent instanceof Intent.Reply reply) {
      return ReplyTask.of(reply);
    }
    return intent instanceof Intent.Check check
        ? ReplyTask.check(check.senseData())
        : ReplyTask.good();
  }

  private Task task(Intent intent, LogicalUnit unit) {
    if (intent instanceof Intent.ReadBlocks read) {
      return new ReadTask(read, place(unit));
    }
    if (intent instanceof Intent.WriteBlocks write) {
      boolean durable = write.forceUnitAccess() || unit.server().writesThrough();
      return new WriteTask(write, durable, place(unit));
    }
    if (intent instanceof Intent.CompareBlocks compare) {
      return new CompareTask(compare, place(unit));
    }
    if (intent instanceof Intent.VerifyBlocks verify) {
      return new VerifyTask(verify, place(unit));
    }
    if (intent instanceof Intent.Synchronize synchronize) {
      return new SynchronizeTask(synchronize, place(unit));
    }
    return taskWithoutUnit(intent);
  }

  private MediumTask.Place place(LogicalUnit unit) {
    return new MediumTask.Place(unit.server().medium(), accesses, resume);
  }
}
