package dev.umsim.sim.exchange;

import dev.umsim.core.host.BulkOnlyHost;
import dev.umsim.core.host.CommandFailedException;
import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.host.DeviceGoneException;
import dev.umsim.core.host.Enumeration;
import dev.umsim.core.host.HostException;
import dev.umsim.core.host.MassStorageDevice;
import dev.umsim.core.scsi.PrimaryCommand;
import dev.umsim.core.usb.BulkTransfer;
import dev.umsim.core.usb.ControlTransfer;
import dev.umsim.core.usb.Direction;
import dev.umsim.core.usb.StandardRequest;
import dev.umsim.core.usb.Transfer;
import dev.umsim.core.usb.UsbLink;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Does what host lines say, one after the other, and sees what comes of each. */
final class ExchangeHost {
  /** Longer than any medium takes; with nothing pending a simulated link returns at once. */
  private static final long SIMULATED_PATIENCE_NANOS = 60_000_000_000L;

  private final Optional<DeviceControls> controls;
  private final long nakTimeoutNanos;
  private final boolean settles;
  private final MassStorageDevice device;
  private UsbLink link;

  /**
   * Enumerates the device behind the link.
   *
   * @param settles whether a simulated device comes to rest after each line, which takes time
   */
  ExchangeHost(
      UsbLink link,
      OptionalInt interfaceNumber,
      Optional<DeviceControls> controls,
      long nakTimeoutNanos,
      boolean settles)
      throws HostException {
    this.link = link;
    this.controls = controls;
    this.nakTimeoutNanos = nakTimeoutNanos;
    this.settles = settles;
    try {
      device = Enumeration.configure(link, interfaceNumber);
    } catch (HostException e) {
      link.close();
      throw e;
    }
    settle();
  }

  /** Whether what the device reports can be seen. */
  boolean seesEvents() {
    return controls.isPresent();
  }

  /** Does what the line says; nothing if that cannot be done to this device. */
  Optional<Observed> perform(HostLine line) throws HostException {
    controls.ifPresent(DeviceControls::takeEvents);
    var done = answer(line);
    if (done.isEmpty()) {
      return Optional.empty();
    }
    settle();
    var events =
        controls.map(DeviceControls::takeEvents).orElse(List.of()).stream()
            .map(DeviceEvent::of)
            .toList();
    return done.map(each -> new Observed(events, each.answer(), each.bytes()));
  }

  private record Done(Answer answer, HexBytes bytes) {
    static Optional<Done> ok() {
      return Optional.of(new Done(new Answer.Ok(), HexBytes.NONE));
    }
  }

  private Optional<Done> answer(HostLine line) throws HostException {
    if (line instanceof HostLine.Moving moving) {
      return Optional.of(move(moving));
    }
    if (line instanceof HostLine.ClearHalt clearHalt) {
      return Optional.of(clearHalt(clearHalt.direction()));
    }
    if (line instanceof HostLine.BusReset) {
      Enumeration.configureAgain(link, device);
      return Done.ok();
    }
    if (line instanceof HostLine.Reconnect) {
      reconnect();
      return Done.ok();
    }
    if (line instanceof HostLine.PowerCycle) {
      return powerCycle();
    }
    return controls.filter(each -> control(each, line)).flatMap(each -> Done.ok());
  }

  private Optional<Done> powerCycle() throws HostException {
    if (controls.isEmpty() || !controls.get().powerCycle()) {
      return Optional.empty();
    }
    reconnect();
    return Done.ok();
  }

  private static boolean control(DeviceControls controls, HostLine line) {
    if (line instanceof HostLine.FailBlock fail) {
      return controls.failBlock(fail.access().reads(), fail.access().writes(), fail.block());
    }
    return line instanceof HostLine.Eject eject
        ? controls.eject(eject.drive())
        : controls.insert(((HostLine.Insert) line).drive());
  }

  void reconnect() throws HostException {
    if (controls.isPresent()) {
      link = controls.get().reconnect();
    } else {
      link.reattach();
    }
    Enumeration.configureAgain(link, device);
    settle();
  }

  /**
   * Makes the device ready for the next case, by Reset Recovery or else by reconnecting it; no
   * block fails any more.
   */
  void recover() throws HostException {
    controls.ifPresent(each -> each.failBlock(true, true, -1));
    var host = new BulkOnlyHost(link, device);
    host.setTimeoutNanos(nakTimeoutNanos);
    try {
      host.resetRecovery();
      host.execute(0, new PrimaryCommand.TestUnitReady().encode());
    } catch (CommandFailedException e) {
      // A command that fails as commands do: the transport works.
    } catch (DeviceGoneException e) {
      throw e;
    } catch (HostException e) {
      reconnect();
    }
    settle();
  }

  void close() {
    link.close();
  }

  /** Lets a simulated device come to rest, so that nothing is pending. */
  private void settle() {
    if (settles && link.timeBase() == UsbLink.TimeBase.SIMULATED) {
      link.runUntil(() -> false, SIMULATED_PATIENCE_NANOS);
    }
  }

  private Done move(HostLine.Moving line) throws DeviceGoneException {
    var buffer = Unpooled.buffer(Math.max(1, line.length()));
    Transfer transfer;
    if (line instanceof HostLine.Control control) {
      buffer.setBytes(0, control.data().bytes());
      transfer = new ControlTransfer(ended -> {}).of(control.setup(), buffer, 0);
    } else if (line instanceof HostLine.In in) {
      transfer = new BulkTransfer(device.place().bulkIn(), ended -> {}).of(buffer, 0, in.length());
    } else {
      if (line instanceof HostLine.Out out) {
        buffer.setBytes(0, out.data().bytes());
      } else if (line instanceof HostLine.Fill fill) {
        for (int i = 0; i < fill.length(); i++) {
          buffer.setByte(i, fill.value());
        }
      }
      transfer =
          new BulkTransfer(device.place().bulkOut(), ended -> {}).of(buffer, 0, line.length());
    }
    boolean answered = run(transfer);
    var came =
        line.direction() == Direction.IN
            ? HexBytes.of(ByteBufUtil.getBytes(buffer, 0, transfer.movedBytes()))
            : HexBytes.NONE;
    return new Done(Answers.of(transfer, line.direction(), came, answered), came);
  }

  private Done clearHalt(Direction direction) throws DeviceGoneException {
    int address = direction == Direction.IN ? device.place().bulkIn() : device.place().bulkOut();
    var transfer = new ControlTransfer(ended -> {}).of(StandardRequest.clearHalt(address));
    boolean answered = run(transfer);
    var answer =
        answered && transfer.status() == Transfer.Status.OK
            ? new Answer.Ok()
            : Answers.of(transfer, Direction.IN, HexBytes.NONE, answered);
    return new Done(answer, HexBytes.NONE);
  }

  /** Runs a transfer until it ends, or is given up because it makes no progress. */
  private boolean run(Transfer transfer) throws DeviceGoneException {
    boolean wall = link.timeBase() == UsbLink.TimeBase.WALL;
    long patience = wall ? nakTimeoutNanos : SIMULATED_PATIENCE_NANOS;
    link.submit(transfer);
    int moved = -1;
    boolean ended = false;
    while (!ended && transfer.movedBytes() > moved) {
      moved = transfer.movedBytes();
      ended = link.runUntil(() -> !transfer.submitted(), patience);
    }
    if (!ended) {
      link.cancel(transfer);
      link.runUntil(() -> !transfer.submitted(), Long.MAX_VALUE);
    }
    if (transfer.status() == Transfer.Status.DISCONNECTED) {
      throw new DeviceGoneException("the device has gone");
    }
    return transfer.status() != Transfer.Status.CANCELLED;
  }
}
