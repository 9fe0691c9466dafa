package dev.umsim.sim.deviation;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.bot.DataSoFar;
import dev.umsim.core.bot.ReceivedCommand;
import dev.umsim.core.bot.TransportChoices;
import dev.umsim.core.scsi.Cdb;
import dev.umsim.core.scsi.CommandChoices;
import dev.umsim.core.scsi.Intent;
import dev.umsim.core.scsi.Task;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sends the status as the last bytes of a reply: the transport knows the tag, the unit the reply.
 */
final class SharedPacket {
  /** The smaller one of the two packet sizes. */
  private static final int PACKET = 64;

  private @Nullable CommandBlockWrapper wrapper;
  private boolean shared;

  private SharedPacket() {}

  static DeviceChoices apply(DeviceChoices choices, DeviceTraits traits) {
    var state = new SharedPacket();
    return choices
        .with(state.transport(choices.transport()))
        .with(state.commands(choices.commands()));
  }

  private TransportChoices transport(TransportChoices inner) {
    return new TransportChoices.Deviating(inner) {
      @Override
      public ReceivedCommand receive(ByteBuf bytes, int length) {
        var received = super.receive(bytes, length);
        wrapper = received instanceof ReceivedCommand.Valid valid ? valid.wrapper() : null;
        shared = false;
        return received;
      }

      @Override
      public CommandBlockWrapper taken(CommandBlockWrapper received, Task.Flow flow, long bytes) {
        var taken = super.taken(received, flow, bytes);
        return shared
            ? new CommandBlockWrapper(
                taken.tag(),
                taken.dataLength() + CommandStatusWrapper.LENGTH,
                taken.direction(),
                taken.lun(),
                taken.cdb())
            : taken;
      }

      @Override
      public boolean endsDataPhase(CommandBlockWrapper command, DataSoFar soFar) {
        return !shared && super.endsDataPhase(command, soFar);
      }

      @Override
      public int statusCount(CommandBlockWrapper command) {
        return shared ? 0 : super.statusCount(command);
      }
    };
  }

  private CommandChoices commands(CommandChoices inner) {
    return new CommandChoices.Deviating(inner) {
      @Override
      public Intent intent(int lun, Cdb cdb, Intent correct) {
        var intended = super.intent(lun, cdb, correct);
        if (!(intended instanceof Intent.Reply reply) || wrapper == null) {
          return intended;
        }
        int bytes = (int) Math.min(reply.bytes().length, wrapper.dataLength());
        shared = bytes > 0 && bytes + CommandStatusWrapper.LENGTH < PACKET;
        return shared ? new Intent.Reply(withStatus(reply.bytes(), bytes), true) : intended;
      }
    };
  }

  private byte[] withStatus(byte[] reply, int bytes) {
    var both = Arrays.copyOf(reply, bytes + CommandStatusWrapper.LENGTH);
    new CommandStatusWrapper(
            requireNonNull(wrapper).tag(),
            requireNonNull(wrapper).dataLength() - bytes,
            CommandStatusWrapper.PASSED)
        .encode(Unpooled.wrappedBuffer(both), bytes);
    return both;
  }
}
