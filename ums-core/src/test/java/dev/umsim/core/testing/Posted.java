package dev.umsim.core.testing;

import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.SetupPacket;
import dev.umsim.core.usb.Transfer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.function.Function;

/** A transfer that was posted, with its own memory, and counts its completions. */
public final class Posted {
  private final Transfer transfer;
  private final ByteBuf memory;
  private int completions;

  private Posted(byte[] memory, Function<Transfer.Completion, Transfer> maker) {
    this.memory = Unpooled.wrappedBuffer(memory);
    transfer = maker.apply(done -> completions++);
  }

  static Posted bulk(int endpoint, byte[] memory) {
    return new Posted(
        memory,
        completion ->
            new BulkTransfer(endpoint, completion)
                .of(Unpooled.wrappedBuffer(memory), 0, memory.length));
  }

  static Posted control(SetupPacket setup, byte[] memory) {
    return new Posted(
        memory,
        completion -> new ControlTransfer(completion).of(setup, Unpooled.wrappedBuffer(memory), 0));
  }

  /** The transfer itself. */
  public Transfer transfer() {
    return transfer;
  }

  /** How often its completion was told. */
  public int completions() {
    return completions;
  }

  /** Whether its completion was told. */
  public boolean ended() {
    return completions > 0;
  }

  /** How it stands now. */
  public Answer answer() {
    var bytes = new byte[transfer.movedBytes()];
    memory.getBytes(0, bytes);
    return new Answer(transfer.status(), bytes);
  }
}
