package dev.umsim.core.scsi;

/** Makes the tasks of a LUN without a unit, which has no blocks either. */
final class AbsentUnitTasks implements Tasks {
  private static Task noUnit() {
    return ReplyTask.check(SenseData.of(Sense.LOGICAL_UNIT_NOT_SUPPORTED));
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
    return noUnit();
  }

  @Override
  public Task write(Intent.WriteBlocks intent) {
    return noUnit();
  }

  @Override
  public Task writeAndVerify(Intent.WriteAndVerifyBlocks intent) {
    return noUnit();
  }

  @Override
  public Task compare(Intent.CompareBlocks intent) {
    return noUnit();
  }

  @Override
  public Task compareWithOne(Intent.CompareWithOneBlock intent) {
    return noUnit();
  }

  @Override
  public Task verify(Intent.VerifyBlocks intent) {
    return noUnit();
  }

  @Override
  public Task writeSame(Intent.WriteSame intent) {
    return noUnit();
  }

  @Override
  public Task deallocate(Intent.Deallocate intent) {
    return noUnit();
  }

  @Override
  public Task synchronize(Intent.Synchronize intent) {
    return noUnit();
  }
}
