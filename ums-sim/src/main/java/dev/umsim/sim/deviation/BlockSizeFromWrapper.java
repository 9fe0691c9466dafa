package dev.umsim.sim.deviation;

import dev.umsim.core.bot.ReceivedCommand;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.Intent;
import io.netty.buffer.ByteBuf;

/** Takes the length of the wrapper for that of the command, as if blocks had the size to fit. */
final class BlockSizeFromWrapper {
  private long announcedBytes;

  private BlockSizeFromWrapper() {}

  static DeviceChoices apply(DeviceChoices choices, DeviceTraits traits) {
    var state = new BlockSizeFromWrapper();
    var commands =
        new CommandChoices.Deviating(choices.commands()) {
          @Override
          public Intent intent(int lun, Cdb cdb, Intent correct) {
            var intended = super.intent(lun, cdb, correct);
            int blockSize = traits.media().apply(lun).map(medium -> medium.blockSize()).orElse(1);
            long blocks = state.announcedBytes / blockSize;
            if (blocks == 0) {
              return intended;
            }
            if (intended instanceof Intent.ReadBlocks read) {
              return new Intent.ReadBlocks(read.lba(), blocks);
            }
            return intended instanceof Intent.WriteBlocks write
                ? new Intent.WriteBlocks(write.lba(), blocks, write.forceUnitAccess())
                : intended;
          }
        };
    return choices.with(state.transport(choices.transport())).with(commands);
  }

  private TransportChoices transport(TransportChoices inner) {
    return new TransportChoices.Deviating(inner) {
      @Override
      public ReceivedCommand receive(ByteBuf bytes, int length) {
        var received = super.receive(bytes, length);
        announcedBytes =
            received instanceof ReceivedCommand.Valid valid ? valid.wrapper().dataLength() : 0;
        return received;
      }
    };
  }
}
