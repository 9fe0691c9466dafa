package dev.umsim.sim.capture;

import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.bot.ReceivedCommand;
import dev.umsim.core.usb.Direction;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A command of the Bulk-Only Transport as a capture shows it: the wrapper, the data, the status,
 * and what was done about halted pipes between them.
 *
 * @param wrapper the transfer with the Command Block Wrapper
 * @param data the transfers with its data, in their order
 * @param others control requests and further attempts between wrapper and status
 * @param status the transfer with the Command Status Wrapper; empty if none came
 */
public record CapturedCommand(
    CapturedTransfer wrapper,
    List<CapturedTransfer> data,
    List<CapturedTransfer> others,
    Optional<CapturedTransfer> status) {
  private static final int TAG_OFFSET = 4;
  private static final int DATA_LENGTH_OFFSET = 8;
  private static final int FLAGS_OFFSET = 12;
  private static final int LUN_OFFSET = 13;
  private static final int CDB_LENGTH_OFFSET = 14;
  private static final int CDB_OFFSET = 15;
  private static final int CDB_BYTES_MAX = 16;

  public CapturedCommand {
    data = List.copyOf(data);
    others = List.copyOf(others);
  }

  private ByteBuffer bytes() {
    return ByteBuffer.wrap(wrapper.data()).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** dCBWTag. */
  public int tag() {
    return bytes().getInt(TAG_OFFSET);
  }

  /** dCBWDataTransferLength. */
  public long dataLength() {
    return Integer.toUnsignedLong(bytes().getInt(DATA_LENGTH_OFFSET));
  }

  /** The way that the wrapper tells for the data. */
  public Direction direction() {
    return Direction.of(wrapper.data()[FLAGS_OFFSET]);
  }

  /** bCBWLUN. */
  public int lun() {
    return wrapper.data()[LUN_OFFSET] & 0x0f;
  }

  /** CBWCB: as many bytes as bCBWCBLength says, at least one. */
  public byte[] cdb() {
    int length = Math.max(1, Math.min(CDB_BYTES_MAX, wrapper.data()[CDB_LENGTH_OFFSET] & 0x1f));
    return Arrays.copyOfRange(wrapper.data(), CDB_OFFSET, CDB_OFFSET + length);
  }

  /** The wrapper as a device takes it. */
  public ReceivedCommand received() {
    return ReceivedCommand.decode(Unpooled.wrappedBuffer(wrapper.data()), wrapper.data().length);
  }

  /** Bytes of data that went over. */
  public long movedBytes() {
    return data.stream().mapToLong(CapturedTransfer::movedBytes).sum();
  }

  /** Whether all its data is in the capture. */
  public boolean isWhole() {
    return data.stream().allMatch(CapturedTransfer::isWhole);
  }

  /** The data that was captured; of a part that was cut off, what is there of it. */
  public byte[] dataBytes() {
    var bytes = new ByteArrayOutputStream();
    for (var each : data) {
      bytes.write(each.data(), 0, (int) Math.min(each.data().length, each.movedBytes()));
    }
    return bytes.toByteArray();
  }

  /** The Command Status Wrapper. */
  public Optional<CommandStatusWrapper> statusWrapper() {
    return status
        .filter(each -> each.data().length >= CommandStatusWrapper.LENGTH)
        .map(each -> CommandStatusWrapper.decode(Unpooled.wrappedBuffer(each.data()), 0));
  }

  /** When its wrapper was submitted. */
  public long beganNanos() {
    return wrapper.submittedNanos();
  }

  /** When its status was there, or the last that was seen of it. */
  public long endedNanos() {
    long end = wrapper.endedNanos();
    for (var each : data) {
      end = Math.max(end, each.endedNanos());
    }
    return status.map(CapturedTransfer::endedNanos).orElse(end);
  }

  /** From its wrapper to its status. */
  public long nanos() {
    return Math.max(0, endedNanos() - beganNanos());
  }
}
