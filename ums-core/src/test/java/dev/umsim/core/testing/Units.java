package dev.umsim.core.testing;

import dev.umsim.core.medium.MemoryMedium;

/** The six units that the tables of commands speak of. */
public final class Units {
  /** LUN 0: 64 blocks. */
  public final ScriptedMedium disk = new ScriptedMedium(512, 64);

  /** LUN 1: 64 blocks that cannot be written. */
  public final ScriptedMedium protectedDisk = new ScriptedMedium(512, 64).protectedFromWrites();

  /** LUN 2: more blocks than 32 bits count. */
  public final VastMedium vast = new VastMedium(0x1_0000_0010L);

  /**
   * A device with these units, of which LUN 3 and 4 have 2^32 and one block fewer; LUN 5 has
   * 20000h, and can give them back.
   */
  public TestDevice device() {
    return TestDevice.setup()
        .media(
            disk,
            protectedDisk,
            vast,
            new VastMedium(0x1_0000_0000L),
            new VastMedium(0xffff_ffffL),
            new MemoryMedium(512, 0x20000))
        .configured();
  }
}
