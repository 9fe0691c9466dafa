package dev.umsim.core.scsi;

/** Makes tasks of intents: one method each, so that none can be left without a task. */
interface Tasks {
  Task good(Intent.Good intent);

  Task check(Intent.Check intent);

  Task reply(Intent.Reply intent);

  Task effect(Intent.Effect intent);

  Task parameters(Intent.Parameters intent);

  Task read(Intent.ReadBlocks intent);

  Task write(Intent.WriteBlocks intent);

  Task writeAndVerify(Intent.WriteAndVerifyBlocks intent);

  Task compare(Intent.CompareBlocks intent);

  Task compareWithOne(Intent.CompareWithOneBlock intent);

  Task verify(Intent.VerifyBlocks intent);

  Task writeSame(Intent.WriteSame intent);

  Task deallocate(Intent.Deallocate intent);

  Task synchronize(Intent.Synchronize intent);
}
