package dev.umsim.core.scsi;

import dev.umsim.core.medium.BlockAccessPool;
import java.util.function.Function;

/**
 * Makes the tasks of one unit. What needs a medium works with the one that is in the unit's slot at
 * this moment; without any it fails, whatever was intended.
 */
final class UnitTasks implements Tasks {
  private final LogicalUnit unit;
  private final BlockAccessPool accesses;
  private final Runnable resume;

  /**
   * @param accesses memory for the tasks
   * @param resume is called when a step of a task is done that did not finish at once
   */
  UnitTasks(LogicalUnit unit, BlockAccessPool accesses, Runnable resume) {
    this.unit = unit;
    this.accesses = accesses;
    this.resume = resume;
  }

  private Task onMedium(Function<MediumTask.Place, Task> task) {
    var slot = unit.server().slot();
    var medium = slot.medium();
    return medium.isPresent()
        ? task.apply(new MediumTask.Place(slot, slot.generation(), medium.get(), accesses, resume))
        : ReplyTask.check(SenseData.of(Sense.MEDIUM_NOT_PRESENT));
  }

  private boolean writesThrough() {
    return unit.server().writesThrough();
  }

  @Override
  public Task good(Intent.Good intent) {
    return ReplyTask.good();
  }

  @Override
  public Task check(Intent.Check intent) {
    return ReplyTask.check(intent.senseData());
  }

  @Override
  public Task reply(Intent.Reply intent) {
    return ReplyTask.of(intent);
  }

  @Override
  public Task effect(Intent.Effect intent) {
    return new EffectTask(intent);
  }

  @Override
  public Task parameters(Intent.Parameters intent) {
    return new ParameterTask(intent, this);
  }

  @Override
  public Task read(Intent.ReadBlocks intent) {
    return onMedium(place -> new ReadTask(intent, place));
  }

  @Override
  public Task write(Intent.WriteBlocks intent) {
    return onMedium(
        place -> new WriteTask(intent, intent.forceUnitAccess() || writesThrough(), place));
  }

  @Override
  public Task writeAndVerify(Intent.WriteAndVerifyBlocks intent) {
    return onMedium(place -> new WriteAndVerifyTask(intent, place));
  }

  @Override
  public Task compare(Intent.CompareBlocks intent) {
    return onMedium(place -> new CompareTask(intent, place));
  }

  @Override
  public Task compareWithOne(Intent.CompareWithOneBlock intent) {
    return onMedium(place -> new CompareWithOneTask(intent, place));
  }

  @Override
  public Task verify(Intent.VerifyBlocks intent) {
    return onMedium(place -> new VerifyTask(intent, place));
  }

  @Override
  public Task writeSame(Intent.WriteSame intent) {
    return onMedium(place -> new WriteSameTask(intent, writesThrough(), place));
  }

  @Override
  public Task deallocate(Intent.Deallocate intent) {
    return onMedium(place -> new DeallocateTask(intent, place));
  }

  @Override
  public Task synchronize(Intent.Synchronize intent) {
    return onMedium(place -> new SynchronizeTask(intent, unit::deferError, place));
  }
}
