package dev.umsim.sim.capture;

import dev.umsim.core.usb.StandardRequest;
import dev.umsim.sim.capture.CapturedTransfer.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;

/** What a host did with one device of a capture, in its order. */
public final class DeviceTraffic implements Closeable {
  private final Capture capture;
  private final CapturedDevice device;
  private final CommandAssembler commands = new CommandAssembler();
  private final ArrayDeque<Act> ready = new ArrayDeque<>();
  private boolean ended;

  /** One thing that a host did. */
  public sealed interface Act {
    /** A command with all that belongs to it. */
    record Command(CapturedCommand command) implements Act {}

    /** A request to endpoint 0 outside of commands. */
    record Request(CapturedTransfer transfer) implements Act {}

    /** A transfer that is part of no command. */
    record Loose(CapturedTransfer transfer) implements Act {}
  }

  private DeviceTraffic(Capture capture, CapturedDevice device) {
    this.capture = capture;
    this.device = device;
  }

  /** Begins to read. */
  public static DeviceTraffic open(Path file, CapturedDevice device) throws IOException {
    return new DeviceTraffic(Capture.open(file), device);
  }

  /** The next act, or nothing at the end. */
  public Optional<Act> next() throws IOException {
    while (ready.isEmpty() && !ended) {
      capture.next().filter(this::isOfDevice).ifPresentOrElse(this::add, () -> {});
      if (capture.isOver()) {
        ended = true;
        commands.end().ifPresent(command -> ready.add(new Act.Command(command)));
      }
    }
    return Optional.ofNullable(ready.poll());
  }

  /** SET_ADDRESS goes to address 0, and is the device's that gets the address. */
  private boolean isOfDevice(CapturedTransfer transfer) {
    if (device.places().contains(transfer.device())) {
      return true;
    }
    return transfer
        .setup()
        .filter(StandardRequest.SET_ADDRESS::is)
        .map(setup -> new DevicePlace(transfer.device().bus(), setup.value() & 0x7f))
        .filter(device.places()::contains)
        .isPresent();
  }

  private void add(CapturedTransfer transfer) {
    boolean idle = commands.isIdle();
    Optional<CapturedCommand> command = commands.add(transfer);
    command.ifPresent(each -> ready.add(new Act.Command(each)));
    if (transfer.kind() == Kind.CONTROL && (idle || command.isPresent())) {
      ready.add(new Act.Request(transfer));
    } else if (transfer.kind() == Kind.BULK && idle && !CommandAssembler.isWrapper(transfer)) {
      ready.add(new Act.Loose(transfer));
    }
  }

  @Override
  public void close() throws IOException {
    capture.close();
  }
}
