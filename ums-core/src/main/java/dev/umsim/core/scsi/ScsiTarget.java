package dev.umsim.core.scsi;

import dev.umsim.core.medium.BlockAccessPool;
import java.util.List;
import java.util.function.Predicate;

/**
 * A SCSI target: its logical units, and the way of a command to one of them (SAM-5, section 4.5.2).
 *
 * <p>Checks come in this order: the unit exists, a unit attention or a deferred error waits, the
 * operation code is known, the CDB means something; then the unit itself looks at medium, write
 * protection and range.
 */
public final class ScsiTarget implements AutoCloseable {
  /** The most units that a bulk-only device has. */
  public static final int MAX_UNITS = 16;

  private static final Tasks ABSENT_UNIT = new AbsentUnitTasks();

  private final List<LogicalUnit> units;
  private final List<UnitTasks> tasks;
  private final BlockAccessPool accesses;
  private final CommandChoices choices;
  private final boolean powerOnAttention;
  private Runnable whenResumed = () -> {};

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
    tasks = this.units.stream().map(unit -> new UnitTasks(unit, accesses, this::resume)).toList();
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
    whenResumed = action;
  }

  private void resume() {
    whenResumed.run();
  }

  /** The host begins anew: after attachment, a reset or a change of configuration. */
  public void beginSession() {
    choices.sessionBegun();
    for (var unit : units) {
      unit.beginSession();
      if (choices.resetForgetsSense()) {
        unit.forgetSense();
      }
      if (powerOnAttention) {
        unit.attentions().raise(Sense.POWER_ON_OR_RESET);
      }
    }
  }

  /** The transport was reset: sense and PREVENT are gone, attentions stay, and none is raised. */
  public void resetTransport() {
    for (var unit : units) {
      unit.resetTransport();
      if (choices.resetForgetsSense()) {
        unit.forgetSense();
      }
    }
  }

  /** Whether a CDB has all the bytes that its operation code needs. */
  public static boolean complete(Cdb cdb) {
    return cdb.length() >= Cdb.lengthFor(cdb.operationCode());
  }

  /**
   * Begins a command.
   *
   * @param lun 0 to 15, whether there is such a unit or not
   * @param received a {@linkplain #complete complete} one
   */
  public Task begin(int lun, Cdb received) {
    var cdb = choices.taken(lun, received);
    var intent = choices.intent(lun, cdb, intent(lun, cdb));
    return intent.begin(lun < units.size() ? tasks.get(lun) : ABSENT_UNIT);
  }

  /** Keeps what a finished task has to say for REQUEST SENSE. */
  public void end(int lun, Task task) {
    if (lun < units.size()) {
      task.failure().ifPresent(senseKeeper(lun)::keep);
    }
  }

  private LogicalUnit senseKeeper(int lun) {
    return units.get(choices.senseKeeper(lun));
  }

  /** Gives the memory of the tasks back. */
  @Override
  public void close() {
    accesses.close();
  }

  private Intent intent(int lun, Cdb cdb) {
    try {
      return lun < units.size() ? intentOf(lun, cdb) : intentWithoutUnit(lun, cdb);
    } catch (CheckConditionException e) {
      return new Intent.Check(e.senseData());
    }
  }

  private Intent intentOf(int lun, Cdb cdb) throws CheckConditionException {
    var unit = units.get(lun);
    int code = cdb.operationCode();
    if (code != Operation.REQUEST_SENSE.code()) {
      senseKeeper(lun).forgetSense();
    }
    if (!choices.reportsAttentions()) {
      unit.attentions().clear();
    }
    var type = unit.server().type();
    if (!executesWithAttentionPending(type, code)) {
      if (!unit.attentions().isEmpty()) {
        return new Intent.Check(SenseData.of(unit.attentions().take()));
      }
      var deferred = unit.takeDeferredError();
      if (deferred != null) {
        return new Intent.Check(deferred);
      }
    }
    var command = decode(lun, type, cdb, unit.server()::supports);
    if (command instanceof TargetCommand.RequestSense requestSense) {
      return sense(requestSense, senseKeeper(lun).takeSense());
    }
    if (command instanceof TargetCommand.ReportLuns reportLuns) {
      return reportLuns(reportLuns);
    }
    return ((UnitCommand) command).executeOn(unit.server());
  }

  private Intent intentWithoutUnit(int lun, Cdb cdb) throws CheckConditionException {
    var nothingHere = SenseData.of(Sense.LOGICAL_UNIT_NOT_SUPPORTED);
    int code = cdb.operationCode();
    if (code == Operation.INQUIRY.code()
        || code == Operation.REQUEST_SENSE.code()
        || code == Operation.REPORT_LUNS.code()) {
      var command = decode(lun, DeviceType.DISK, cdb, operation -> true);
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

  private static Command decode(int lun, DeviceType type, Cdb cdb, Predicate<Operation> supported)
      throws CheckConditionException {
    var operation = Operation.of(type, cdb);
    if (operation == null || !supported.test(operation)) {
      throw new CheckConditionException(SenseData.of(Sense.INVALID_OPERATION_CODE));
    }
    operation.requireNoReservedBits(cdb, lun);
    return Command.decode(operation, cdb);
  }

  private static boolean executesWithAttentionPending(DeviceType type, int code) {
    return code == Operation.INQUIRY.code()
        || code == Operation.REPORT_LUNS.code()
        || code == Operation.REQUEST_SENSE.code()
        || type == DeviceType.CD_ROM
            && (code == Operation.GET_CONFIGURATION.code()
                || code == Operation.GET_EVENT_STATUS_NOTIFICATION.code());
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
}
