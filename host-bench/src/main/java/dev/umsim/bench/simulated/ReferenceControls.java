package dev.umsim.bench.simulated;

import dev.umsim.bench.unit.TargetUnit;
import dev.umsim.core.host.DeviceControls;
import dev.umsim.core.scsi.MediumSlot;
import dev.umsim.core.usb.UsbLink;
import dev.umsim.sim.flaw.PowerCut;
import dev.umsim.sim.medium.FaultyMedium;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** What can be done to the reference device, whose media may be made to fail. */
final class ReferenceControls implements DeviceControls {
  private final Supplier<UsbLink> reconnection;
  private final List<String> events;
  private final List<FaultyMedium> media = new ArrayList<>();
  private final List<MediumSlot> slots = new ArrayList<>();
  private final List<PowerCut> powerCuts = new ArrayList<>();
  private long badForReading = -1;
  private long badForWriting = -1;

  /**
   * @param reconnection unplugs the device and plugs it in again
   * @param events which the device adds to
   */
  ReferenceControls(Supplier<UsbLink> reconnection, List<String> events) {
    this.reconnection = reconnection;
    this.events = events;
  }

  /** The slot of the next drive, of this unit. */
  MediumSlot slot(TargetUnit unit, boolean removable) {
    var faulty = new FaultyMedium(unit.medium());
    var slot = unit.slot(faulty, removable);
    media.add(faulty);
    slots.add(slot);
    powerCuts.add(unit.powerCut());
    return slot;
  }

  @Override
  public boolean powerCycle() {
    powerCuts.forEach(PowerCut::cutPower);
    return true;
  }

  @Override
  public UsbLink reconnect() {
    return reconnection.get();
  }

  @Override
  public boolean failBlock(boolean reads, boolean writes, long block) {
    badForReading = reads ? block : badForReading;
    badForWriting = writes ? block : badForWriting;
    for (var medium : media) {
      medium.failNothing();
      if (badForReading >= 0) {
        medium.failReads(badForReading);
      }
      if (badForWriting >= 0) {
        medium.failWrites(badForWriting);
      }
    }
    return true;
  }

  @Override
  public boolean eject(OptionalInt drive) {
    var removable = removable(drive);
    removable.ifPresent(index -> slots.get(index).remove());
    return removable.isPresent();
  }

  @Override
  public boolean insert(OptionalInt drive) {
    var removable = removable(drive);
    removable.ifPresent(index -> slots.get(index).insert(media.get(index)));
    return removable.isPresent();
  }

  private OptionalInt removable(OptionalInt drive) {
    return IntStream.range(0, slots.size())
        .filter(index -> drive.isEmpty() || drive.getAsInt() == index)
        .filter(index -> slots.get(index).isRemovable())
        .findFirst();
  }

  @Override
  public List<String> takeEvents() {
    var taken = List.copyOf(events);
    events.clear();
    return taken;
  }
}
