package dev.umsim.core.bot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.umsim.core.medium.MemoryMedium;
import dev.umsim.core.testing.Cbw;
import dev.umsim.core.testing.TestDevice;
import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A copy of a million commands, each begun in the completion of the last: the stack stays. */
@Tag("timed")
class StackDepthTest {
  private static final int COMMANDS = 1_000_000;

  @Test
  void aMillionCommandsDoNotDeepenTheStack() {
    try (var device = TestDevice.setup().media(new MemoryMedium(512, 2048)).configured()) {
      var copy = new Copy(device.link());
      copy.begin();
      assertThat(device.link().runUntil(() -> copy.commands == COMMANDS, Long.MAX_VALUE)).isTrue();
      assertThat(copy.deepest).isEqualTo(copy.depthOfFirst);
      assertThat(copy.failed).isZero();
    }
  }

  /** Reads block after block, and writes every other one. */
  private static final class Copy {
    private final UsbLink link;
    private final ByteBuf command = Unpooled.buffer(31).setZero(0, 31);
    private final ByteBuf block = Unpooled.buffer(512);
    private final ByteBuf status = Unpooled.buffer(13);
    private final BulkTransfer sendCommand = new BulkTransfer(0x02, this::commandSent);
    private final BulkTransfer read = new BulkTransfer(0x81, this::dataMoved);
    private final BulkTransfer write = new BulkTransfer(0x02, this::dataMoved);
    private final BulkTransfer receiveStatus = new BulkTransfer(0x81, this::statusReceived);
    private int commands;
    private int failed;
    private long depthOfFirst;
    private long deepest;

    Copy(UsbLink link) {
      this.link = link;
    }

    void begin() {
      boolean reads = commands % 2 == 0;
      var cbw = Cbw.of(commands, (reads ? "28" : "2A") + " 00 00 00 00 10 00 00 01 00");
      // Laid out once for each direction would do; the cost is the test's.
      command.setBytes(0, (reads ? cbw.in(512) : cbw.out(512)).bytes());
      link.submit(sendCommand.of(command, 0, 31));
    }

    private void commandSent(Transfer sent) {
      link.submit((commands % 2 == 0 ? read : write).of(block, 0, 512));
    }

    private void dataMoved(Transfer moved) {
      link.submit(receiveStatus.of(status, 0, 13));
    }

    private void statusReceived(Transfer received) {
      if (status.getByte(12) != 0 || status.getIntLE(4) != commands) {
        failed++;
      }
      if (commands < 1000 || commands % 1000 == 0) {
        long depth = StackWalker.getInstance().walk(frames -> frames.count());
        depthOfFirst = commands == 0 ? depth : depthOfFirst;
        deepest = Math.max(deepest, depth);
      }
      commands++;
      if (commands < COMMANDS) {
        begin();
      }
    }
  }
}
