package dev.umsim.sim.capture;

import static java.util.Objects.requireNonNull;

import dev.umsim.core.bot.CommandBlockWrapper;
import dev.umsim.core.bot.CommandStatusWrapper;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.sim.capture.CapturedTransfer.Kind;
import dev.umsim.sim.capture.CapturedTransfer.Outcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts the transfers of a device together to commands (BOT 1.0, section 5.3), however a host splits
 * the data.
 */
final class CommandAssembler {
  private final List<CapturedTransfer> data = new ArrayList<>();
  private final List<CapturedTransfer> others = new ArrayList<>();
  private @Nullable CapturedTransfer wrapper;

  @SuppressWarnings("NullAway.Init")
  private Direction direction;

  private long leftBytes;
  private boolean phaseOver;

  /** Whether no command is under way. */
  boolean isIdle() {
    return wrapper == null;
  }

  /** Whether bytes are a Command Block Wrapper, as far as they were captured. */
  static boolean isWrapper(CapturedTransfer transfer) {
    return transfer.kind() == Kind.BULK
        && transfer.direction() == Direction.OUT
        && transfer.movedBytes() == CommandBlockWrapper.LENGTH
        && transfer.data().length == CommandBlockWrapper.LENGTH
        && int32(transfer, 0) == CommandBlockWrapper.SIGNATURE;
  }

  private static int int32(CapturedTransfer transfer, int at) {
    return ByteBuffer.wrap(transfer.data()).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
  }

  /**
   * Takes the next transfer.
   *
   * @return a command that is complete with it, or was given up because of it
   */
  Optional<CapturedCommand> add(CapturedTransfer transfer) {
    if (transfer.kind() == Kind.CONTROL) {
      return control(transfer);
    }
    if (transfer.kind() != Kind.BULK) {
      return Optional.empty();
    }
    return transfer.direction() == Direction.OUT ? out(transfer) : in(transfer);
  }

  private Optional<CapturedCommand> control(CapturedTransfer transfer) {
    if (wrapper == null) {
      return Optional.empty();
    }
    boolean goesOn =
        transfer.setup().isEmpty()
            || StandardRequest.CLEAR_FEATURE.is(transfer.setup().get())
            || StandardRequest.GET_STATUS.is(transfer.setup().get());
    if (goesOn) {
      others.add(transfer);
      return Optional.empty();
    }
    // Whatever it is, a host sends it when it has given the command up.
    return end(Optional.empty());
  }

  private Optional<CapturedCommand> out(CapturedTransfer transfer) {
    boolean moreExpected = wrapper != null && direction == Direction.OUT && leftBytes > 0;
    if (isWrapper(transfer) && !(moreExpected && !phaseOver)) {
      Optional<CapturedCommand> before = end(Optional.empty());
      wrapper = transfer;
      leftBytes = Integer.toUnsignedLong(int32(transfer, 8));
      direction = Direction.of(transfer.data()[12]);
      phaseOver = leftBytes == 0;
      return before;
    }
    if (wrapper != null) {
      moved(transfer);
    }
    return Optional.empty();
  }

  private Optional<CapturedCommand> in(CapturedTransfer transfer) {
    if (wrapper == null) {
      return Optional.empty();
    }
    boolean dataExpected = direction == Direction.IN && leftBytes > 0 && !phaseOver;
    if (isStatus(transfer) && (!dataExpected || hasTag(transfer))) {
      return end(Optional.of(transfer));
    }
    if (direction == Direction.IN && !phaseOver) {
      moved(transfer);
    } else {
      others.add(transfer);
    }
    return Optional.empty();
  }

  private void moved(CapturedTransfer transfer) {
    data.add(transfer);
    leftBytes -= transfer.movedBytes();
    phaseOver =
        leftBytes <= 0
            || transfer.outcome() != Outcome.OK
            || transfer.movedBytes() < transfer.requestedBytes();
  }

  static boolean isStatus(CapturedTransfer transfer) {
    return transfer.kind() == Kind.BULK
        && transfer.direction() == Direction.IN
        && transfer.movedBytes() == CommandStatusWrapper.LENGTH
        && transfer.data().length == CommandStatusWrapper.LENGTH
        && int32(transfer, 0) == CommandStatusWrapper.SIGNATURE;
  }

  private boolean hasTag(CapturedTransfer transfer) {
    return int32(transfer, 4) == int32(requireNonNull(wrapper), 4);
  }

  /** The capture is over: the command that is not complete. */
  Optional<CapturedCommand> end() {
    return end(Optional.empty());
  }

  private Optional<CapturedCommand> end(Optional<CapturedTransfer> status) {
    if (wrapper == null) {
      return Optional.empty();
    }
    var command = new CapturedCommand(wrapper, data, others, status);
    wrapper = null;
    data.clear();
    others.clear();
    return Optional.of(command);
  }
}
